import { setTimeout as pause } from 'node:timers/promises'

/** More commands than this that wait for their answers are a rush. */
const RUSH = 3
const PUT_OFF_MS = 1_000
const LOOK_EVERY_MS = 25

/** Puts a mail off while many people wait for their answers, for a second at most (DECISIONS 28). */
export const untilCalm = async (awaiting: () => number): Promise<void> => {
  const deadline = performance.now() + PUT_OFF_MS
  while (awaiting() > RUSH && performance.now() < deadline) await pause(LOOK_EVERY_MS)
}
