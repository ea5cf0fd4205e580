import { causeBy } from '../kernel/causes.ts'
import type { Instant } from '../kernel/dates.ts'
import type { Decider, DomainEvent } from '../kernel/decider.ts'
import type { HistoryRow } from '../kernel/history.ts'
import type { NetworkId } from '../kernel/ids.ts'
import type { EventStore, RecordedEvent, StreamName } from './event-store/event-store.ts'
import type { Codec } from './handle.ts'

/** How a module describes its events: a sentence, and the state as readers see it at a moment. */
export type Telling<State, Event extends DomainEvent> = Readonly<{
  /** `nameOf` tells the names of the users that events name by `userId`; `before`: the state that the event met. */
  summary: (event: Event, nameOf: (userId: string) => string, before: State) => string
  /** Where an event came from, where it tells more than its actor. */
  cause?: (event: Event, actor: string) => string | null
  shown: (state: State, at: Instant) => Record<string, unknown> | null
}>

/** The names of users, by id. */
export type NamesOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

const USER = 'user:'
const userIn = (actor: string): string | null => (actor.startsWith(USER) ? actor.slice(USER.length) : null)

const actorOf = (actor: string, names: ReadonlyMap<string, string>): HistoryRow['actor'] => {
  const user = userIn(actor)
  if (user) return { kind: 'user', name: names.get(user) ?? 'A former user' }
  return actor.startsWith('system:') ? { kind: 'system', name: 'Vestry' } : { kind: 'guest', name: 'A guest' }
}

/** Who acted, by the actors of events; it asks for all their names at once. */
export const namedActors = (namesOf: NamesOf) => async (actors: readonly string[]) => {
  const names = await namesOf([...new Set(actors.flatMap((actor) => userIn(actor) ?? []))])
  return (actor: string): HistoryRow['actor'] => actorOf(actor, names)
}
export type ActorsOf = ReturnType<typeof namedActors>

/** Replays streams, oldest first, and describes what each event changed. */
export const historian =
  (store: EventStore, namesOf: NamesOf) =>
  async <State, Event extends DomainEvent>(
    streams: readonly StreamName[],
    { initial, evolve }: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
    { summary, cause, shown }: Telling<State, Event>,
    codec?: Pick<Codec<Event>, 'decode'>,
    /** Filters the events of the streams. */
    belongs: (event: RecordedEvent) => boolean = () => true,
  ): Promise<HistoryRow[]> => {
    const recorded: RecordedEvent[] = []
    for (const stream of streams) recorded.push(...(await store.read(stream)).filter(belongs))
    const events = codec ? await codec.decode(recorded) : (recorded as unknown as readonly Event[])
    const named = recorded.flatMap(({ data }) => (typeof data.userId === 'string' ? [`${USER}${data.userId}`] : []))
    const actors = await namedActors(namesOf)([...recorded.map(({ metadata }) => metadata.actor), ...named])
    const nameOf = (userId: string) => actors(`${USER}${userId}`).name
    let state = initial
    let before: Record<string, unknown> | null = null
    return events.map((event, i) => {
      const { position, revision, type, metadata } = recorded[i] as RecordedEvent
      const { reason } = event.data as { reason?: unknown }
      const told = summary(event, nameOf, state)
      state = evolve(state, event)
      const after = shown(state, metadata.at)
      const row: HistoryRow = {
        position: Number(position),
        revision,
        type,
        at: metadata.at,
        actor: actors(metadata.actor),
        summary: told,
        reason: typeof reason === 'string' ? reason : null,
        cause: cause?.(event, metadata.actor) ?? causeBy(metadata.actor),
        before,
        after,
      }
      before = after
      return row
    })
  }
export type Historian = ReturnType<typeof historian>

/** The history of a thing, oldest first; none for an unknown stream. */
export type TellThing = (stream: StreamName, network: NetworkId) => Promise<HistoryRow[]>
