import { v7 } from 'uuid'
import { type Instant, instantOf } from '../kernel/dates.ts'
import { type Decider, type DomainEvent, replay } from '../kernel/decider.ts'
import { DomainError, refused } from '../kernel/errors.ts'
import {
  type Appended,
  Conflict,
  categoryOf,
  type EventStore,
  isLeftOut,
  type Metadata,
  type NewEvent,
  type RecordedEvent,
  type Revision,
  type StreamName,
} from './event-store/event-store.ts'
import { keyedQueue } from './speed/keyed-queue.ts'
import { span, traceparent } from './telemetry/telemetry.ts'
import { uuidV5 } from './uuid-v5.ts'

const PATIENCE_MS = 1_500

/**
 * Limit of repeatable events by people per stream and day: each command reads the whole stream, so the stream must stay
 * small (R122).
 */
export const MOST_A_DAY = 200
const DAY_MS = 86_400_000

export type Circumstances = Readonly<{
  actor: string
  at: Instant
  /** Idempotency key: a request, job or event id. The same cause appends the same event ids. */
  cause?: string
  correlation?: string
  /** The revision that the client saw (If-Match); any other is refused as stale. */
  expected?: Revision | undefined
}>

/**
 * `appended`: the new events. `shown`: the events that a read model must reach to show the state, even if none is new.
 */
export type Handled<State> = Readonly<{ state: State; revision: Revision; appended: readonly Appended[]; shown: readonly Appended[] }>

/** State folded from a stream. `isReadable`: false while an event waits for its repair. */
export type Loaded<State> = Readonly<{
  state: State
  revision: Revision
  shown: readonly Appended[]
  isReadable: boolean
  /** Times of the events by people that the decider calls repeatable. */
  repeated: readonly Instant[]
}>

/**
 * Maps event data between the domain's form and the stored form (sealed fields). `state` is the state before the
 * events.
 */
export type Codec<Event extends DomainEvent, State = unknown> = Readonly<{
  encode: (events: readonly Event[], state: State) => Promise<readonly DomainEvent[]>
  decode: (events: readonly (RecordedEvent & Event)[]) => Promise<readonly Event[]>
}>

export const metadataOf = ({ actor, at, cause, correlation }: Circumstances, fallback: string): Metadata => {
  const traced = traceparent()
  return {
    ...{ $correlationId: correlation ?? cause ?? fallback, $causationId: cause ?? fallback, actor, schema: 1, at },
    ...(traced && { traceparent: traced }),
  }
}

/** The events of one append. Ids are uuid v5 of cause and revision, so a retry writes nothing. */
export const eventsFor = (stream: StreamName, from: Revision, decided: readonly DomainEvent[], circumstances: Circumstances): NewEvent[] => {
  const cause = circumstances.cause ?? v7()
  const metadata = metadataOf(circumstances, cause)
  return decided.map(({ type, data }, i) => ({
    id: uuidV5(`${stream}/${from + i}/${cause}`),
    type,
    data: data as Record<string, unknown>,
    metadata,
  }))
}

const queues = new WeakMap<EventStore, ReturnType<typeof keyedQueue>>()

const queueOf = (store: EventStore) => {
  const queue = queues.get(store) ?? keyedQueue()
  queues.set(store, queue)
  return queue
}

export const stale = (): DomainError => new DomainError('stale', 'stale', 'This has been changed by someone else. Reload to see the latest version.')

/** The error after too many conflicts: the stream changes faster than this command can be decided. */
export const tooManyChanges = (): DomainError =>
  new DomainError('unavailable', 'unavailable', 'Too many changes are being made to this at once. Please try again in a moment.')

/**
 * Queues an attempt to append behind this process's other commands on the stream, since they would conflict. After a
 * conflict with another process, retries for 1.5 s (R114). `undisturbed`: no command of this process has written to the
 * stream since the call.
 * @throws DomainError 503 `unavailable` after that time; Conflict at once for a buried stream
 */
export const onStream = <Result>(store: EventStore, stream: StreamName, attempt: (undisturbed: boolean) => Promise<Result>): Promise<Result> => {
  const deadline = performance.now() + PATIENCE_MS
  return queueOf(store)(stream, async (waited) => {
    for (let undisturbed = !waited; ; undisturbed = false) {
      if (performance.now() > deadline) throw tooManyChanges()
      try {
        return await attempt(undisturbed)
      } catch (error) {
        if (!(error instanceof Conflict) || error.current === null) throw error
      }
    }
  })
}

export const unreadable = () =>
  refused('unfolded', 'This cannot be changed now, because one of its events cannot be read. Admins can see it in the journal, under Blocked Events.')

const isByPeople = (actor: string): boolean => !actor.startsWith('system:')

const tooOften = (): DomainError =>
  new DomainError('too-many', 'slow-down', `This has been changed ${MOST_A_DAY} times within a day, which is the limit. Please try again tomorrow.`)

/** Load, decide, append. Deciding is pure, so after a conflict the command is decided again on fresh state. */
export const commandHandler = <State, Command, Event extends DomainEvent>(
  store: EventStore,
  decider: Decider<State, Command, Event>,
  codec?: Codec<Event, State>,
) => {
  /** @throws DomainError `unfolded` if the events cannot be read */
  const understood = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (cause) {
      throw Object.assign(unreadable(), { cause })
    }
  }
  const load = async (stream: StreamName): Promise<Loaded<State>> => {
    const recorded = await store.read(stream)
    const counted = recorded.some(isLeftOut) ? recorded.filter((event) => !isLeftOut(event)) : recorded
    const read = understood(() => decider.read(counted))
    const events = codec ? await codec.decode(read) : read
    const last = recorded.at(-1)
    const shown: readonly Appended[] = last ? [{ stream, revision: last.revision, position: last.position }] : []
    const repeated = counted.flatMap(({ metadata: { actor, at } }, i) => {
      const event = events[i]
      return event && isByPeople(actor) && decider.isRepeatable(event) ? [at] : []
    })
    const state = understood(() => replay(decider, events))
    return { state, revision: recorded.length - 1, shown, isReadable: !recorded.some(({ unfolded }) => unfolded), repeated }
  }

  const decide = (command: Command, { state, repeated }: Pick<Loaded<State>, 'state' | 'repeated'>, { actor, at }: Circumstances) => {
    const decided = decider.decide(command, state)
    if (!isByPeople(actor) || !decided.some(decider.isRepeatable)) return decided
    const dayAgo = instantOf(Date.parse(at) - DAY_MS)
    if (repeated.filter((then) => then > dayAgo).length >= MOST_A_DAY) throw tooOften()
    return decided
  }

  /** Throws if `handle` would refuse the command; appends nothing. Used by commands on several streams. */
  const check = async (stream: StreamName, command: Command, circumstances: Circumstances): Promise<void> => {
    decide(command, await load(stream), circumstances)
  }

  /**
   * `command` may be a function of the state, to refuse before deciding. `loaded` saves a read: if the stream has
   * changed since, the append conflicts and the command is decided again.
   */
  const handle = (
    stream: StreamName,
    command: Command | ((state: State) => Command),
    circumstances: Circumstances,
    loaded?: Loaded<State>,
  ): Promise<Handled<State>> =>
    span(`handle ${categoryOf(stream)}`, {}, (handling) =>
      onStream(store, stream, async (undisturbed) => {
        const before = (undisturbed && loaded) || (await load(stream))
        const { state, revision, shown, isReadable } = before
        // The function runs before the revision check, so that a visitor without access does not learn of the change.
        const asked = typeof command === 'function' ? (command as (state: State) => Command)(state) : command
        if (!isReadable) throw unreadable()
        if (circumstances.expected !== undefined && circumstances.expected !== revision) throw stale()
        const decided = decide(asked, before, circumstances)
        handling.note('decided', { 'vestry.events': decided.map(({ type }) => type) })
        if (decided.length === 0) return { state, revision, appended: [], shown }
        const encoded = codec ? await codec.encode(decided, state) : decided
        const appended = await store.append(stream, eventsFor(stream, revision + 1, encoded, circumstances), revision < 0 ? 'none' : revision)
        return { state: decided.reduce(decider.evolve, state), revision: appended.revision, appended: [appended], shown: [appended] }
      }),
    )

  return { load, handle, check }
}
