import type { Instant } from '../kernel/dates.ts'
import type { Decider, DomainEvent } from '../kernel/decider.ts'
import type { HistoryRow } from '../kernel/history.ts'
import type { EventStore, RecordedEvent, StreamName } from './event-store/event-store.ts'
import type { Codec } from './handle.ts'

/** How a module describes its events: a sentence, and the state as readers see it at a moment. */
export type Telling<State, Event extends DomainEvent> = Readonly<{
  summary: (event: Event) => string
  shown: (state: State, at: Instant) => Record<string, unknown> | null
}>

/** The names of users, by id. */
export type NamesOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

const userIn = (actor: string): string | null => (actor.startsWith('user:') ? actor.slice('user:'.length) : null)

const actorOf = (actor: string, names: ReadonlyMap<string, string>): HistoryRow['actor'] => {
  const user = userIn(actor)
  if (user) return { kind: 'user', name: names.get(user) ?? 'A former user' }
  return actor.startsWith('system:') ? { kind: 'system', name: 'Vestry' } : { kind: 'guest', name: 'A guest' }
}

/** Replays streams, oldest first, and describes what each event changed. */
export const historian =
  (store: EventStore, namesOf: NamesOf) =>
  async <State, Event extends DomainEvent>(
    streams: readonly StreamName[],
    { initial, evolve }: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
    { summary, shown }: Telling<State, Event>,
    codec?: Pick<Codec<Event>, 'decode'>,
    /** Filters the events of the streams. */
    belongs: (event: RecordedEvent) => boolean = () => true,
  ): Promise<HistoryRow[]> => {
    const recorded: RecordedEvent[] = []
    for (const stream of streams) recorded.push(...(await store.read(stream)).filter(belongs))
    const events = codec ? await codec.decode(recorded) : (recorded as unknown as readonly Event[])
    const names = await namesOf([...new Set(recorded.flatMap(({ metadata }) => userIn(metadata.actor) ?? []))])
    let state = initial
    let before: Record<string, unknown> | null = null
    return events.map((event, i) => {
      const { position, revision, type, metadata } = recorded[i] as RecordedEvent
      const { reason } = event.data as { reason?: unknown }
      state = evolve(state, event)
      const after = shown(state, metadata.at)
      const row: HistoryRow = {
        position: Number(position),
        revision,
        type,
        at: metadata.at,
        actor: actorOf(metadata.actor, names),
        summary: summary(event),
        reason: typeof reason === 'string' ? reason : null,
        before,
        after,
      }
      before = after
      return row
    })
  }
export type Historian = ReturnType<typeof historian>
