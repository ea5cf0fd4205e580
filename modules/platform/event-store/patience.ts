import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from './event-store.ts'

/**
 * The time in ms for which a call is retried while this process starts, since the event store may be starting, too, or
 * be overloaded.
 */
const START_MS = 30_000

/** `patience`: the least time in ms for which a call is retried; 0 once `over` has been called. */
export type Starting = Readonly<{ patience: () => number; over: () => void }>

export const starting = (): Starting => {
  let ms = START_MS
  return {
    patience: () => ms,
    over: () => {
      ms = 0
    },
  }
}

const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 400

/**
 * Retries an idempotent call through an outage of up to `patience` ms, then throws Unavailable. The call gets the
 * remaining time.
 */
export const unavailableAfter = async <Result>(
  patience: number,
  isOutage: (error: unknown) => boolean,
  call: (left: number) => Promise<Result>,
): Promise<Result> => {
  const deadline = performance.now() + patience
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await call(deadline - performance.now())
    } catch (error) {
      if (!isOutage(error)) throw error
      if (performance.now() + wait > deadline) throw error instanceof Unavailable ? error : new Unavailable(error)
      await pause(wait)
    }
  }
}
