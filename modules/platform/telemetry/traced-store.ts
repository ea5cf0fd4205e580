import { type Append, Conflict, categoryOf, type EventStore } from '../event-store/event-store.ts'
import { count, isTraced, span } from './telemetry.ts'

const APPENDED = 'vestry.events.appended'

const counted = (appends: readonly Append[]): void => {
  const events = new Map<string, number>()
  for (const { stream, events: some } of appends) events.set(categoryOf(stream), (events.get(categoryOf(stream)) ?? 0) + some.length)
  for (const [category, number] of events) count(APPENDED, number, { 'vestry.category': category })
}

/** A log whose appends are traced and counted; without telemetry the log itself. Streams are named by category only: a bill's id opens its page. */
export const tracedStore = (store: EventStore): EventStore => {
  if (!isTraced()) return store
  return {
    ...store,
    append: (stream, events, expect) =>
      span(`append ${categoryOf(stream)}`, { 'vestry.events': events.length }, async () => {
        const appended = await store.append(stream, events, expect)
        counted([{ stream, events, expect }])
        return appended
      }),
    appendEach: (appends) =>
      span('append each', { 'vestry.streams': appends.length }, async ({ set }) => {
        const answers = await store.appendEach(appends)
        const written = appends.filter((_, i) => !(answers[i] instanceof Conflict))
        set({ 'vestry.conflicts': appends.length - written.length })
        counted(written)
        return answers
      }),
  }
}
