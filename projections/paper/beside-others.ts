import { setImmediate, setTimeout } from 'node:timers/promises'

/** A longer turn of the event loop did other work too. */
const OTHERS_MS = 0.5
/** A request takes many short turns, with queries between them: after one turn more are to be expected. */
const EXPECTED_MS = 500
/** Other work gets this many milliseconds for each millisecond of drawing. */
const REST = 4
const LONGEST_REST_MS = 100

/**
 * Paces long work in pieces on the event loop: to be awaited after each piece. Alone it continues at once. Beside requests it rests, since each of
 * their many turns would wait for a whole piece.
 */
export const besideOthers = (): (() => Promise<void>) => {
  let begun = performance.now()
  let expectedUntil = 0
  return async () => {
    const paused = performance.now()
    await setImmediate()
    const resumed = performance.now()
    if (resumed - paused > OTHERS_MS) expectedUntil = resumed + EXPECTED_MS
    if (resumed < expectedUntil) await setTimeout(Math.min((paused - begun) * REST, LONGEST_REST_MS))
    begun = performance.now()
  }
}
