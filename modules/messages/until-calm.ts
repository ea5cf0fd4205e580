import { setTimeout as pause } from 'node:timers/promises'

/** More waits for the read models than this are a rush. */
const RUSH = 3
/** A rush comes in batches: only this many calm checks in a row show that it is over. */
const CALM_CHECKS = 5
const POLL_EVERY_MS = 25
const PUT_OFF_MS = 3_000

/** Delays background work while many people wait for answers, for three seconds at most (DECISIONS 15). */
export const untilCalm = async (awaiting: () => number): Promise<void> => {
  const deadline = performance.now() + PUT_OFF_MS
  for (let calm = 0; performance.now() < deadline; await pause(POLL_EVERY_MS)) {
    calm = awaiting() > RUSH ? 0 : calm + 1
    if (calm === CALM_CHECKS) return
  }
}
