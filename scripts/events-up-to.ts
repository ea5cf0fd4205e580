import { type EventStore, type Position, type RecordedEvent, START } from '../modules/platform/event-store/event-store.ts'

export async function* eventsUpTo(store: EventStore, head: Position): AsyncGenerator<RecordedEvent, void, undefined> {
  if (head === START) return
  const stop = new AbortController()
  try {
    for await (const { events, position } of store.follow({ after: START, signal: stop.signal })) {
      for (const event of events) if (event.position <= head) yield event
      if (position >= head) break
    }
  } finally {
    stop.abort()
  }
}
