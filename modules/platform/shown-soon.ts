import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from './event-store/event-store.ts'

/**
 * The number of bills that a bulk command writes before it waits for the read models (R115), so that other commands
 * wait behind at most one slice. Larger slices delay others longer; smaller ones take longer in total.
 */
export const SLICE = 100
/** The longest wait after a slice. A limit is needed, since a projection may be blocked. */
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
