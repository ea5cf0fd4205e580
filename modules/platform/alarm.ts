import { setTimeout as pause } from 'node:timers/promises'

/**
 * Pauses a loop that looks for due work, until a moment or until it is stirred. Stirs within `gatherMs` lead to one look, and a
 * stir in the middle of a look leads to another one.
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
