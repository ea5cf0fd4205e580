import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, type Instant, instantOf } from '../kernel/dates.ts'

/** The application's clock: real time, which the sandbox can shift. */
export type MovableClock = Readonly<{ now: Clock; moveTo: (at: Instant) => void }>

export const movableClock = (): MovableClock => {
  let offset = 0
  return {
    now: () => instantOf(Date.now() + offset),
    moveTo: (at) => {
      offset = Date.parse(at) - Date.now()
    },
  }
}

/**
 * Pauses a polling loop until a given time or until `stir` wakes it. Stirs within `gatherMs` cause one run; a stir
 * during a run causes another.
 */
export const openAlarm = (signal: AbortSignal, gatherMs = 0) => {
  let isStirred = false
  let wake = () => {}
  signal.addEventListener('abort', () => wake(), { once: true })
  return {
    stir: (): void => {
      isStirred = true
      wake()
    },
    rest: async (ms: number): Promise<void> => {
      if (!isStirred && !signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      if (isStirred && gatherMs > 0) await pause(gatherMs, undefined, { signal }).catch(() => {})
      isStirred = false
    },
  }
}
export type Alarm = ReturnType<typeof openAlarm>
