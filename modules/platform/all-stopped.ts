/** Like Promise.all, but a failure is told once nothing is under way any more: what a lock guards must not go on after it is let go. */
export const allStopped = async <Value>(underWay: Iterable<Promise<Value>>): Promise<Value[]> => {
  const all = [...underWay]
  await Promise.allSettled(all)
  return Promise.all(all)
}
