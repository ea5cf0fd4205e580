/**
 * A queue per key within this process: one piece of work at a time, in order of arrival. `waited`: true if the work had
 * to wait.
 */
export const keyedQueue = () => {
  /** Waiters per busy key. Promises would keep their results in the old generation (DECISIONS 10). */
  const lines = new Map<string, (() => void)[]>()
  return async <Result>(key: string, work: (waited: boolean) => Promise<Result>): Promise<Result> => {
    const line = lines.get(key)
    if (line) await new Promise<void>((resolve) => line.push(resolve))
    else lines.set(key, [])
    try {
      return await work(line !== undefined)
    } finally {
      const next = lines.get(key)?.shift()
      if (next) next()
      else lines.delete(key)
    }
  }
}
