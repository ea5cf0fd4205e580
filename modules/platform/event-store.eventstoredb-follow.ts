import { setTimeout as pause } from 'node:timers/promises'
import { type AllStreamSubscription, type EventStoreDBClient, START as LOG_START, type ResolvedEvent, streamNameFilter } from '@eventstore/db-client'
import { isRetryable } from './event-store.eventstoredb-faults.ts'
import {
  type Batch,
  categoryOf,
  type FollowOptions,
  type Metadata,
  type Position,
  type RecordedEvent,
  START,
  type StreamName,
} from './event-store.ts'

const MAX_BATCH = 2_000
const BACKOFF = 2_000
/** How long a follower whom nothing concerns may stand still before it is told how far the log has come. */
const IDLE = 250
const PROBE = 1_000
const PROBE_EVENTS = 500
const NOWHERE = 18_446_744_073_709_551_615n

type Recorded = NonNullable<ResolvedEvent['event']>

export const recorded = ({ id, type, data, metadata, streamId, revision, position }: Recorded): RecordedEvent => ({
  id,
  type,
  data: data as Record<string, unknown>,
  metadata: metadata as unknown as Metadata,
  stream: streamId as StreamName,
  revision: Number(revision),
  position: position?.commit ?? START,
})

const place = (position: Position): { commit: bigint; prepare: bigint } => ({ commit: position, prepare: position })

/** Subscribes, and again whenever a subscription ends, from the last position that the follower was given. */
export async function* followEventStoreDb(
  client: EventStoreDBClient,
  head: () => Promise<Position>,
  { after, categories, maxBatch = MAX_BATCH, signal }: FollowOptions,
): AsyncGenerator<Batch, void, undefined> {
  let position = after
  let wait = 50
  while (!signal.aborted) {
    const feed = subscribe(client, position, categories, maxBatch)
    const stop = (): void => feed.wake()
    signal.addEventListener('abort', stop, { once: true })
    try {
      let moved = performance.now()
      let probed = moved
      while (!signal.aborted && !feed.ended()) {
        const taken = feed.take(performance.now() - moved >= IDLE)
        if (taken && taken.position > position) {
          const previous = position
          position = taken.position
          yield { events: taken.events, previous, position }
          moved = probed = performance.now()
          continue
        }
        await feed.more(IDLE)
        if (feed.confirmed()) wait = 50
        if (performance.now() - probed < PROBE) continue
        feed.passed(await passable(client, head, position, categories).catch(() => position))
        probed = performance.now()
      }
    } catch (error) {
      if (!isRetryable(error)) throw error
    } finally {
      signal.removeEventListener('abort', stop)
      await feed.close()
    }
    const fault = feed.ended()
    if (fault && !isPassing(fault)) throw fault
    await pause(wait, undefined, { signal }).catch(() => {})
    wait = Math.min(wait * 2, BACKOFF)
  }
}

/** A subscription may end for any reason and be taken up again; only a refusal of this very follower is final. */
const isPassing = (fault: Error): boolean => !('type' in fault && (fault.type === 'access-denied' || fault.type === 'invalid-argument'))

/**
 * Checkpoints trail the end of the log by up to a window. When a follower has stood still for a while, the few records
 * between it and the end are looked at: if none concerns it, it stands at the end.
 */
const passable = async (
  client: EventStoreDBClient,
  head: () => Promise<Position>,
  position: Position,
  categories: FollowOptions['categories'],
): Promise<Position> => {
  const end = await head()
  if (end <= position) return position
  let records = 0
  const from = position === START ? LOG_START : place(position)
  let last = START
  let mine = false
  // Read to its end on purpose: leaving early would leave the call open.
  for await (const { event } of client.readAll({ fromPosition: from, maxCount: PROBE_EVENTS })) {
    if (!event?.position) continue
    last = event.position.commit
    records++
    mine ||= last > position && last <= end && concerns(event, categories)
  }
  return !mine && (last >= end || records < PROBE_EVENTS) ? end : position
}

const concerns = ({ streamId, type }: Recorded, categories: FollowOptions['categories']): boolean =>
  !streamId.startsWith('$') && !type.startsWith('$') && (!categories || categories.includes(categoryOf(streamId as StreamName)))

type Taken = Readonly<{ events: RecordedEvent[]; position: Position }>

/** What a subscription delivered and nobody took yet: events, and how far it has come without one. */
const subscribe = (client: EventStoreDBClient, after: Position, categories: FollowOptions['categories'], maxBatch: number) => {
  let waiting: Recorded[] = []
  let reached = after
  let fault: Error | undefined
  let confirmed = false
  let wake = (): void => {}
  const checkpoints = {
    checkpointInterval: 4,
    // Never throws and never waits. An event may still be buffered by the client: then the checkpoint is ahead of it.
    checkpointReached: (of: AllStreamSubscription, { commit }: { commit: bigint }): void => {
      if (of.readableLength === 0 && commit !== NOWHERE) passed(commit)
    },
  }
  const filter = categories
    ? streamNameFilter({ prefixes: categories.map((category) => `${category}-`), ...checkpoints })
    : streamNameFilter({ regex: '^[a-z]', ...checkpoints })
  const subscription = client.subscribeToAll({ fromPosition: after === START ? LOG_START : place(after), filter }, { highWaterMark: maxBatch })
  const end = (error?: Error): void => {
    fault ??= error ?? new Error('The subscription ended.')
    wake()
  }
  const passed = (position: Position): void => {
    if (position > reached) reached = position
  }
  subscription
    .on('error', end)
    .on('end', () => end())
    .on('close', () => end())
    .on('confirmation', () => {
      confirmed = true
      wake()
    })
    .on('data', ({ event }: ResolvedEvent) => {
      if (!event?.position) return
      reached = event.position.commit
      waiting.push(event)
      if (waiting.length >= maxBatch) subscription.pause()
      wake()
    })

  return {
    passed,
    wake: () => wake(),
    confirmed: () => confirmed,
    /** Why the subscription ended, once everything that it delivered is taken. */
    ended: (): Error | undefined => (waiting.length === 0 ? fault : undefined),
    /** The next events; without any, only how far the log has come, when that is asked for. */
    take: (evenEmpty: boolean): Taken | undefined => {
      if (waiting.length === 0 && !evenEmpty) return undefined
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      if (waiting.length < maxBatch && subscription.isPaused()) subscription.resume()
      const position = (waiting.length > 0 ? batch.at(-1)?.position?.commit : undefined) ?? reached
      return { events: batch.filter(({ type }) => !type.startsWith('$')).map(recorded), position }
    },
    more: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    close: async (): Promise<void> => {
      subscription.pause()
      await subscription.unsubscribe().catch(() => {})
    },
  }
}
