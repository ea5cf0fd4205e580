import type { Instant } from '../kernel/dates.ts'
import type { DomainEvent, Fold } from '../kernel/decider.ts'
import { inWords } from '../kernel/events.ts'
import type { NetworkId } from '../kernel/ids.ts'
import { causeBy, type HistoryRow } from '../shared/history.ts'
import { type EventStore, isLeftOut, isQuarantined, type RecordedEvent, type StreamName } from './event-store/event-store.ts'
import type { Codec } from './handle.ts'

export type Described<State, Event extends DomainEvent> = Readonly<{
  /** `nameOf` returns the name of a user by `userId`; `before` is the state before the event. */
  summary: (event: Event, nameOf: (userId: string) => string, before: State) => string
  /** The origin of an event if it says more than the actor does. */
  cause?: (event: Event, actor: string) => string | null
  shown: (state: State, at: Instant) => Record<string, unknown> | null
}>

export type NamesOf = (users: readonly string[], keys: readonly string[]) => Promise<ReadonlyMap<string, string>>

const USER = 'user:'
const KEY = 'key:'
const idIn = (actor: string, kind: typeof USER | typeof KEY): string | null => (actor.startsWith(kind) ? actor.slice(kind.length) : null)

/** The id of the acting user; null for an API key, a guest or the system. */
export const userIn = (actor: string): string | null => idIn(actor, USER)

const keyTitle = (name: string): string => `Key "${name}"`

const actorOf = (actor: string, names: ReadonlyMap<string, string>): HistoryRow['actor'] => {
  const user = userIn(actor)
  if (user) return { kind: 'user', name: names.get(user) ?? 'A former user' }
  const key = idIn(actor, KEY)
  const name = key && names.get(key)
  if (key) return { kind: 'key', name: name ? keyTitle(name) : 'An API key' }
  return actor.startsWith('system:') ? { kind: 'system', name: 'Vestry' } : { kind: 'guest', name: 'A guest' }
}

/** Resolves the actors of events to names, with one query for all. */
export const namedActors = (namesOf: NamesOf) => async (actors: readonly string[]) => {
  const named = (kind: typeof USER | typeof KEY) => [...new Set(actors.flatMap((actor) => idIn(actor, kind) ?? []))]
  const names = await namesOf(named(USER), named(KEY))
  return (actor: string): HistoryRow['actor'] => actorOf(actor, names)
}
export type ActorsOf = ReturnType<typeof namedActors>

/** Actor and reason of each quarantined event of a network, by event id. */
export type WhyQuarantined = (network: string) => Promise<ReadonlyMap<string, Readonly<{ actor: string; reason: string | null }>>>

const asTitle = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`
/** Signs that a malformed event produced the sentence. */
const GARBLED = /\b(NaN|undefined|null|Invalid)\b/

/**
 * Replays streams, oldest first, and describes the change of each event. Unreadable and quarantined events are listed
 * and change nothing.
 */
export const historian =
  (store: EventStore, namesOf: NamesOf, whyQuarantined: WhyQuarantined = async () => new Map()) =>
  async <State, Event extends DomainEvent>(
    streams: readonly StreamName[],
    { initial, read, evolve }: Readonly<{ initial: State }> & Pick<Fold<State, Event>, 'read' | 'evolve'>,
    { summary, cause, shown }: Described<State, Event>,
    codec?: Pick<Codec<Event>, 'decode'>,
    belongs: (event: RecordedEvent) => boolean = () => true,
  ): Promise<HistoryRow[]> => {
    const recorded: RecordedEvent[] = []
    for (const stream of streams) recorded.push(...(await store.read(stream)).filter(belongs))
    recorded.sort((a, b) => (a.position < b.position ? -1 : 1))
    const counted = recorded.filter((event) => !isLeftOut(event))
    const known = read(counted)
    const decoded = codec ? await codec.decode(known) : known
    const events = new Map(counted.map(({ id }, i) => [id, decoded[i] as Event]))
    const network = recorded.find(isQuarantined)?.quarantined?.networkId
    const quarantined = network ? await whyQuarantined(network) : new Map()
    const named = recorded.flatMap(({ data }) => (typeof data.userId === 'string' ? [`${USER}${data.userId}`] : []))
    const actors = await namedActors(namesOf)([
      ...recorded.map(({ metadata }) => metadata.actor),
      ...[...quarantined.values()].map(({ actor }) => actor),
      ...named,
    ])
    const nameOf = (userId: string) => actors(`${USER}${userId}`).name
    /** The sentence of an event that changes nothing, falling back to its type. */
    const attempted = (event: RecordedEvent, before: State): string => {
      try {
        const summed = summary(event as unknown as Event, nameOf, before)
        if (summed && !GARBLED.test(summed)) return summed
      } catch {}
      return asTitle(inWords(event.type))
    }
    let state = initial
    let before: Record<string, unknown> | null = null
    return recorded.map((one) => {
      const { id, position, revision, type, metadata } = one
      const event = events.get(id)
      const row = { position: Number(position), revision, type, at: metadata.at, actor: actors(metadata.actor), before, after: before }
      if (!event) {
        const quarantine = quarantined.get(id)
        const by = quarantine && `quarantined by ${actors(quarantine.actor).name}`
        const summed = `${attempted(one, state)}: ${quarantine ? 'could not be read, and was quarantined' : 'cannot be read yet'}`
        return { ...row, summary: summed, reason: quarantine?.reason ?? null, cause: by ?? causeBy(metadata.actor) }
      }
      const { reason } = event.data as { reason?: unknown }
      const summed = summary(event, nameOf, state)
      state = evolve(state, event)
      before = shown(state, metadata.at)
      return {
        ...row,
        summary: summed,
        reason: typeof reason === 'string' ? reason : null,
        cause: cause?.(event, metadata.actor) ?? causeBy(metadata.actor),
        after: before,
      }
    })
  }
export type Historian = ReturnType<typeof historian>

/** The history of a stream, oldest first; empty for an unknown one. */
export type ThingHistory = (stream: StreamName, network: NetworkId) => Promise<HistoryRow[]>
