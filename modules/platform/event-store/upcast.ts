import { type Upcasters, upcasters } from '../../kernel/upcasters.ts'
import type { EventStore, RecordedEvent } from './event-store.ts'

const upcast =
  (steps: Upcasters) =>
  (event: RecordedEvent): RecordedEvent => {
    const { type, data, metadata } = event
    const missing = (steps[type] ?? []).slice(metadata.schema - 1)
    if (missing.length === 0) return event
    const schema = metadata.schema + missing.length
    return { ...event, data: missing.reduce((older, step) => step(older), data), metadata: { ...metadata, schema }, recorded: event }
  }

/** A log whose events are read through a change. */
export const readThrough = (store: EventStore, change: (event: RecordedEvent) => RecordedEvent): EventStore => ({
  ...store,
  read: async (stream) => (await store.read(stream)).map(change),
  follow: async function* (options) {
    for await (const batch of store.follow(options)) yield { ...batch, events: batch.events.map(change) }
  },
})

/** A log whose events all have the shapes of today. Backups read the log without it, and proofs look at `recorded`. */
export const upcasting = (store: EventStore, steps: Upcasters = upcasters): EventStore =>
  Object.keys(steps).length === 0 ? store : readThrough(store, upcast(steps))
