import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from './event-store/event-store.ts'

/**
 * How many bills are written before whoever writes many waits until they are shown (R197): what others do meanwhile waits behind one slice, not
 * behind all of them. More would make them wait longer; fewer take longer in all.
 */
export const SLICE = 100
/** They wait no longer than this after each slice, since a read model may stand still. */
export const PACE_MS = 300

const PATIENCE_MS = 10_000
const LOOK_EVERY_MS = 50

/**
 * Finds in the read models what the log is known to hold. One that lags, as while another process takes over its projection, gets ten
 * seconds: an answer that it is missing would be wrong.
 * @throws Unavailable
 */
export const shownSoon = async <Found>(find: () => Promise<Found | null>, patience = PATIENCE_MS): Promise<Found> => {
  for (const deadline = performance.now() + patience; ; await pause(LOOK_EVERY_MS)) {
    const found = await find()
    if (found !== null) return found
    if (performance.now() >= deadline) throw new Unavailable(new Error('A read model does not show yet what the log holds.'))
  }
}
