import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from './event-store/event-store.ts'

/**
 * Bills written before a bulk command waits for the read models (R115), so that others wait behind one slice only.
 * Larger slices delay others; smaller ones take longer in total.
 */
export const SLICE = 100
/** Longest wait after a slice, since a projection may be blocked. */
export const PACE_MS = 300

const PATIENCE_MS = 10_000
const POLL_EVERY_MS = 50

/**
 * Waits up to ten seconds for a read model to show something that the log holds: while a projection lags, 'not found'
 * would be wrong.
 * @throws Unavailable
 */
export const shownSoon = async <Found>(find: () => Promise<Found | null>, patience = PATIENCE_MS): Promise<Found> => {
  for (const deadline = performance.now() + patience; ; await pause(POLL_EVERY_MS)) {
    const found = await find()
    if (found !== null) return found
    if (performance.now() >= deadline) throw new Unavailable(new Error('A read model does not show yet what the log holds.'))
  }
}
