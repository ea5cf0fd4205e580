import { setImmediate, setTimeout } from 'node:timers/promises'

/** A turn of the event loop that takes longer had work of others in it. */
const OTHERS_MS = 0.5
/** A request of others is many short turns, with queries in between: after one of them more are to be expected. */
const EXPECTED_MS = 500
/** Others have so much time for each millisecond that is worked. */
const REST = 4
const LONGEST_REST_MS = 100

/**
 * Paces long work that is done in pieces on the event loop: to be awaited after each piece. Alone it goes on at once. Beside others it rests, since
 * each of the many turns of their requests would wait for a whole piece.
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
