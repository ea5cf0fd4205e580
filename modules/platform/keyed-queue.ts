/** A queue per key within this process: one piece of work at a time, in order of arrival. `waited`: the work was queued. */
export const keyedQueue = () => {
  const tails = new Map<string, Promise<unknown>>()
  return <Result>(key: string, work: (waited: boolean) => Promise<Result>): Promise<Result> => {
    const before = tails.get(key)
    const result = before !== undefined ? before.then(() => work(true)) : work(false)
    const tail = result.catch(() => {}).finally(() => tails.get(key) === tail && tails.delete(key))
    tails.set(key, tail)
    return result
  }
}
