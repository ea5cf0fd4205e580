import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  type ResolvedEvent,
  StreamDeletedError,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client'
import { type Category, categoryOf, type Metadata, type Position, type RecordedEvent, START, type StreamName } from './event-store.ts'
import type { Attempt } from './eventstoredb-calls.ts'

/**
 * The search for a category's last event reads LOOK_BACK records from the end of the log, and prefetches LOOK_AHEAD at
 * a time.
 */
const LOOK_BACK = 2_000
const LOOK_AHEAD = 500

export type Recorded = NonNullable<ResolvedEvent['event']>

export const recorded = ({ id, type, data, metadata, streamId, revision, position }: Recorded): RecordedEvent => ({
  id,
  type,
  data: data as Record<string, unknown>,
  metadata: metadata as unknown as Metadata,
  stream: streamId as StreamName,
  revision: Number(revision),
  position: position?.commit ?? START,
})

/**
 * The position to read from. The start of the log is the number 0, not the client's START: for that, a node that finds
 * no match reports the end of the log as checkpoint, and never sends another.
 */
export const place = (position: Position): { commit: bigint; prepare: bigint } => {
  const at = position === START ? 0n : position
  return { commit: at, prepare: at }
}

/** True if a follower of these categories gets the record; the node's own events share the log and are skipped. */
export const concerns = ({ streamId, type }: Recorded, categories: readonly Category[] | undefined): boolean =>
  !streamId.startsWith('$') && !type.startsWith('$') && (!categories || categories.includes(categoryOf(streamId as StreamName)))

/**
 * Passes the records of an answer on until `enough` is true. The rest is cancelled and drained, since the call would
 * otherwise stay open.
 */
const readUntil = (reading: StreamingRead<ResolvedEvent>, { onAnswer, onGivenUp }: Attempt, enough: (event: Recorded) => boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const cancel = (): void => void reading.cancel().catch(() => {})
    onGivenUp(cancel)
    let done = false
    // Listeners cost a fifth less than iteration, and a command's stream has few events.
    reading
      .on('data', ({ event }) => {
        onAnswer()
        if (done || !event || !enough(event)) return
        done = true
        cancel()
      })
      .on('end', resolve)
      .on('error', reject)
  })

export const readStream = async (client: EventStoreDBClient, stream: StreamName, attempt: Attempt): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = []
  try {
    await readUntil(client.readStream(stream), attempt, (event) => {
      events.push(recorded(event))
      return false
    })
    return events
  } catch (error) {
    if (error instanceof StreamNotFoundError || error instanceof StreamDeletedError) return []
    throw error
  }
}

/**
 * The position of the last record. For a category: its last event, or the last record if that event is too far back.
 */
export const headOf = async (client: EventStoreDBClient, category: Category | undefined, after: Position, attempt: Attempt): Promise<Position> => {
  const reading = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: category ? LOOK_BACK : 1 })
  let last = START
  let found: Position | undefined
  await readUntil(reading, attempt, (event) => {
    const position = event.position?.commit ?? START
    if (last === START) last = position
    if (position <= after) found = after
    else if (concerns(event, category && [category])) found = position
    return found !== undefined
  })
  return category ? (found ?? last) : last
}

const PAGE = 4_000

/** Reads a page of the log after a position: the streams deleted in the page, and the page's end. */
export const tombstonesBehind = async (
  client: EventStoreDBClient,
  position: Position,
  attempt: Attempt,
): Promise<Readonly<{ streams: readonly StreamName[]; reached: Position }>> => {
  const streams: StreamName[] = []
  let reached = position
  await readUntil(client.readAll({ fromPosition: place(position), maxCount: PAGE }), attempt, ({ type, streamId, position: at }) => {
    if (type === '$streamDeleted' && (at?.commit ?? START) > position) streams.push(streamId as StreamName)
    reached = at?.commit ?? reached
    return false
  })
  return { streams, reached }
}

/**
 * The position of the last record before the next event for the follower, or the given position if no event follows.
 */
export const pastForeign = async (
  client: EventStoreDBClient,
  position: Position,
  categories: readonly Category[] | undefined,
  attempt: Attempt,
): Promise<Position> => {
  let passed = position
  await readUntil(client.readAll({ fromPosition: place(position), maxCount: LOOK_AHEAD }), attempt, (event) => {
    const at = event.position?.commit ?? START
    if (at <= position) return false
    if (concerns(event, categories)) return true
    passed = at
    return false
  })
  return passed
}
