type Waiting = Readonly<{ enter: () => void; rank: () => number }>

/** A priority semaphore of `count` places: waiting callers enter in order of rank, then of arrival. */
export const semaphore = (count: () => number) => {
  let taken = 0
  const line: Waiting[] = []
  const first = (): (() => void) | undefined => {
    let [least, enter]: [number, (() => void) | undefined] = [Number.POSITIVE_INFINITY, undefined]
    for (const one of line) if (one.rank() < least) [least, enter] = [one.rank(), one.enter]
    return enter
  }
  const tryToTake = (): boolean => {
    if (taken >= count()) return false
    taken += 1
    return true
  }
  return {
    waiting: () => line.length,
    isIdle: () => taken === 0,
    /** Number of callers that hold a place or wait for one. */
    wanted: () => taken + line.length,
    /** Takes a free place, to be returned by `leave`; false if all are taken. */
    tryToTake,
    /** Waits for a place, to be returned by `leave`; false after `patience` ms or when `signal` aborts. */
    take: (patience: number, signal?: AbortSignal, rank = () => 0): Promise<boolean> => {
      if (signal?.aborted) return Promise.resolve(false)
      if (tryToTake()) return Promise.resolve(true)
      return new Promise((resolve) => {
        const end = (hasPlace: boolean) => {
          line.splice(line.indexOf(waiting), 1)
          clearTimeout(timer)
          signal?.removeEventListener('abort', goAway)
          resolve(hasPlace)
        }
        const waiting = { enter: () => end(true), rank }
        const goAway = () => end(false)
        const timer = setTimeout(goAway, patience)
        signal?.addEventListener('abort', goAway)
        line.push(waiting)
      })
    },
    leave: (): void => {
      taken -= 1
      for (let next = first(); next && taken < count(); next = first()) {
        taken += 1
        next()
      }
    },
  }
}
export type Semaphore = ReturnType<typeof semaphore>
