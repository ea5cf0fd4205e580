import type { Instant } from '../../kernel/dates.ts'

/** One log, many streams. Three adapters (Postgres, EventStoreDB, memory), one contract: scripts/testing/contract-suite.ts. */
export interface EventStore {
  /**
   * Appends atomically and durably, or rejects with Conflict. The same event ids at the same expectation succeed
   * again and write nothing, so a retry is free. Rejects with Unavailable while the store cannot be reached.
   */
  append(stream: StreamName, events: readonly NewEvent[], expect: Expect): Promise<Appended>
  /** Appends to many streams; each succeeds or fails alone, and answers are in order. For imports. */
  appendEach(appends: readonly Append[]): Promise<readonly (Appended | Conflict)[]>
  /**
   * Appends many in this order across the log, to restore what `follow` has read. Rejects at the first refusal. The same call may be repeated
   * after an outage, and continues where it stopped.
   */
  appendInOrder(appends: readonly Append[]): Promise<readonly Appended[]>
  /** A stream's events in order; an unknown or buried stream is empty. */
  read(stream: StreamName): Promise<readonly RecordedEvent[]>
  /**
   * Everything after a position in commit order: history, then live, for ever, until `signal` aborts.
   * Survives lost connections by itself. `categories` selects streams by the word before the first '-'.
   */
  follow(options: FollowOptions): AsyncIterable<Batch>
  /**
   * The position of the last event in the log, or START when it is empty. Of a category: the position of its last event, or a
   * later one where that is far back. `after` is a lower bound that the caller knows: the store need not look before it.
   */
  head(category?: Category, after?: Position): Promise<Position>
  /** Deletes a stream's events for good (a forgotten person); a later append to it is a Conflict. */
  bury(stream: StreamName): Promise<void>
  /** The streams that were deleted for good. */
  buried(): Promise<readonly StreamName[]>
  close(): Promise<void>
  /** About how many positions an event takes. */
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
  | 'visits'
  | 'mending'

/** `category-id`. A name is for ever, so never personal data. */
export type StreamName = `${Category}-${string}`

/** 0, 1, 2… within a stream. */
export type Revision = number

/** The revision that an appender saw last, or 'none' for a stream that must not exist yet. */
export type Expect = 'none' | Revision

/** Where an event stands in the whole log: ordered, not necessarily dense. START is before every event. */
export type Position = bigint
export const START: Position = -1n

export type Metadata = Readonly<{
  /** The request, job or import that all these events belong to. */
  $correlationId: string
  /** The command or event that led here. */
  $causationId: string
  /** `user:<id>`, `key:<id>`, `guest` or `system:<name>`: an id, never a name. */
  actor: string
  /** The version of the data's shape: 1 for as long as this type of event has not changed (readBy in kernel/events.ts). */
  schema: number
  /** When it happened, on the application's clock. */
  at: Instant
  /** The span that appended it (W3C), where one was recorded. */
  traceparent?: string
}>

export type NewEvent = Readonly<{
  /** The idempotency key: a uuid in lower case, v7, or v5 of what caused the event. */
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
    /** Of an event that somebody set aside: who leaves it out (mending.ts). */
    setAside?: SetAside
    /** Of an event on which the projection of its own thing stands still. */
    unfolded?: true
  }>

/** An event that is left out by some projections, and with `ofThing` by all that builds on its stream. */
export type SetAside = Readonly<{ networkId: string; projections: readonly string[]; ofThing: boolean }>

export type Append = Readonly<{ stream: StreamName; events: readonly NewEvent[]; expect: Expect }>
export type Appended = Readonly<{ stream: StreamName; revision: Revision; position: Position }>

export type FollowOptions = Readonly<{
  after: Position
  categories?: readonly Category[]
  /** The most events in one batch; default 2,000. */
  maxBatch?: number
  signal: AbortSignal
}>

/**
 * `events` may be empty: then only `position` moved on, past events of other categories.
 * `previous` is the position that this batch follows on; a follower that stands elsewhere has a gap.
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

/** The store cannot be reached now; the same call may be repeated as it is. */
export class Unavailable extends Error {
  constructor(cause: unknown) {
    super('The event store cannot be reached.', { cause })
    this.name = 'Unavailable'
  }
}

export const categoryOf = (stream: StreamName): Category => stream.slice(0, stream.indexOf('-')) as Category

/** Whether an operator set an event aside for the thing whose stream it is in. */
export const isSetAside = ({ setAside }: Pick<RecordedEvent, 'setAside'>): boolean => setAside?.ofThing === true

/** Whether what is decided or told of a stream leaves an event out: it was set aside, or nobody can read it yet. */
export const isLeftOut = (event: RecordedEvent): boolean => isSetAside(event) || event.unfolded === true
