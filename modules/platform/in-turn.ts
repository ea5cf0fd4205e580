/** Runs one piece of work at a time per key within this process, in order of arrival. `waited` tells work that it had to queue. */
export const inTurn = () => {
  const tails = new Map<string, Promise<unknown>>()
  return <Result>(key: string, work: (waited: boolean) => Promise<Result>): Promise<Result> => {
    const before = tails.get(key)
    const result = before !== undefined ? before.then(() => work(true)) : work(false)
    const tail = result.catch(() => {}).finally(() => tails.get(key) === tail && tails.delete(key))
    tails.set(key, tail)
    return result
  }
}
