import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '../../modules/platform/event-store/event-store.ts'

export class Killed extends Error {}

/** A store whose process may die before or after any append. Other processes go on. */
export const mortal = (store: EventStore, random: () => number, isCalm: () => boolean): EventStore => ({
  ...store,
  append: async (...append) => {
    if (!isCalm() && random() < 0.06) throw new Killed()
    // Other commands may run between a decision and its append.
    if (!isCalm() && random() < 0.3) await pause(0)
    const appended = await store.append(...append)
    if (!isCalm() && random() < 0.06) throw new Killed()
    return appended
  },
})
