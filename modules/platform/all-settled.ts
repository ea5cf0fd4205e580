/** Like Promise.all, but rejects only after every promise has settled: guarded work must not outlive its lock. */
export const allSettled = async <Value>(underWay: Iterable<Promise<Value>>): Promise<Value[]> => {
  const all = [...underWay]
  await Promise.allSettled(all)
  return Promise.all(all)
}
