import type { Instant } from '../../kernel/dates.ts'

/**
 * One log, many streams. Three adapters (Postgres, EventStoreDB, memory), one contract:
 * scripts/testing/contract-suite.ts.
 */
export interface EventStore {
  /**
   * Appends atomically and durably, or rejects with Conflict. A retry with the same event ids and expectation succeeds
   * and writes nothing. Rejects with Unavailable while the store is unreachable.
   */
  append(stream: StreamName, events: readonly NewEvent[], expect: Expect): Promise<Appended>
  /** Appends to many streams; each succeeds or fails alone. Answers are in order. For imports. */
  appendEach(appends: readonly Append[]): Promise<readonly (Appended | Conflict)[]>
  /**
   * Appends many, keeping their order across the whole log, to restore what `follow` has read. Rejects at the first
   * refusal. The same call may be repeated after an outage, and resumes where it stopped.
   */
  appendInOrder(appends: readonly Append[]): Promise<readonly Appended[]>
  /** A stream's events in order; empty for an unknown or buried stream. */
  read(stream: StreamName): Promise<readonly RecordedEvent[]>
  /**
   * All events after a position in commit order: history, then live, until `signal` aborts. Reconnects by itself.
   * `categories` selects streams by the word before the first '-'.
   */
  follow(options: FollowOptions): AsyncIterable<Batch>
  /**
   * The position of the last event, or START for an empty log. For a category: the position of its last event, or a
   * later position if that event is far back. `after` is a lower bound that the caller knows, which shortens the
   * search.
   */
  head(category?: Category, after?: Position): Promise<Position>
  /** Deletes a stream's events for good (a forgotten person); a later append to it is a Conflict. */
  bury(stream: StreamName): Promise<void>
  buried(): Promise<readonly StreamName[]>
  close(): Promise<void>
  /** The approximate number of positions per event. */
  readonly positionsPerEvent: number
}

export type Category =
  | 'network'
  | 'slug'
  | 'profile'
  | 'program'
  | 'campaign'
  | 'member'
  | 'upload'
  | 'bill'
  | 'run'
  | 'message'
  | 'reminders'
  | 'payout'
  | 'remittance'
  | 'deposit'
  | 'mandate'
  | 'bankline'
  | 'statement'
  | 'visits'
  | 'mending'

/** `category-id`. A name is permanent, so it never holds personal data. */
export type StreamName = `${Category}-${string}`

/** The number of an event within its stream: 0, 1, 2… */
export type Revision = number

/** The revision that the appender saw last, or 'none' for a stream that must not exist yet. */
export type Expect = 'none' | Revision

/** A place in the whole log: ordered, not necessarily dense. START is before every event. */
export type Position = bigint
export const START: Position = -1n

export type Metadata = Readonly<{
  /** The request, job or import that these events belong to. */
  $correlationId: string
  /** The command or event that caused these events. */
  $causationId: string
  /** `user:<id>`, `key:<id>`, `guest` or `system:<name>`: an id, never a name. */
  actor: string
  /** Version of the data's shape: 1 until this event type first changes (readBy in kernel/events.ts). */
  schema: number
  /** The time of the event, on the application's clock. */
  at: Instant
  /** The span that appended it (W3C), if recorded. */
  traceparent?: string
}>

export type NewEvent = Readonly<{
  /** Idempotency key: a lower-case uuid, v7, or v5 of the event's cause. */
  id: string
  type: string
  data: Readonly<Record<string, unknown>>
  metadata: Metadata
}>

export type RecordedEvent = NewEvent &
  Readonly<{
    stream: StreamName
    revision: Revision
    position: Position
    /** Present on a quarantined event (repair.ts). */
    quarantined?: Quarantine
    /** True on an event that blocks the projection of its stream. */
    unfolded?: true
  }>

/** A quarantined event: `projections` leave it out; if `ofThing`, so do all readers of its stream. */
export type Quarantine = Readonly<{ networkId: string; projections: readonly string[]; ofThing: boolean }>

export type Append = Readonly<{ stream: StreamName; events: readonly NewEvent[]; expect: Expect }>
export type Appended = Readonly<{ stream: StreamName; revision: Revision; position: Position }>

export type FollowOptions = Readonly<{
  after: Position
  categories?: readonly Category[]
  /** The largest batch; 2,000 events by default. */
  maxBatch?: number
  signal: AbortSignal
}>

/**
 * `events` may be empty: then only `position` advanced, past events of other categories. `previous` is the position
 * that this batch follows; a follower at any other position has missed events.
 */
export type Batch = Readonly<{ events: readonly RecordedEvent[]; previous: Position; position: Position }>

/** Another writer appended to the stream first. `current` is null for a buried stream. */
export class Conflict extends Error {
  readonly stream: StreamName
  readonly expected: Expect
  readonly current: Revision | 'none' | null

  constructor(stream: StreamName, expected: Expect, current: Revision | 'none' | null) {
    super(`${stream} is at ${current ?? 'its end'}, expected ${expected}`)
    this.name = 'Conflict'
    this.stream = stream
    this.expected = expected
    this.current = current
  }
}

/** The store is unreachable at present; the same call may be repeated. */
export class Unavailable extends Error {
  constructor(cause: unknown) {
    super('The event store cannot be reached.', { cause })
    this.name = 'Unavailable'
  }
}

export const categoryOf = (stream: StreamName): Category => stream.slice(0, stream.indexOf('-')) as Category

/** True if the event is quarantined for the stream that it is in. */
export const isQuarantined = ({ quarantined }: Pick<RecordedEvent, 'quarantined'>): boolean => quarantined?.ofThing === true

/** True if decisions and histories skip the event: it is quarantined, or unreadable until a repair. */
export const isLeftOut = (event: RecordedEvent): boolean => isQuarantined(event) || event.unfolded === true
