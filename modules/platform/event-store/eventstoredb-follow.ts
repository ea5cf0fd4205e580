import { setTimeout as pause } from 'node:timers/promises'
import { type AllStreamSubscription, type EventStoreDBClient, type ResolvedEvent, streamNameFilter } from '@eventstore/db-client'
import { beyondTheEnd } from './check.ts'
import { type Batch, type FollowOptions, type Position, type RecordedEvent, START, Unavailable } from './event-store.ts'
import { type Ask, isRefusal } from './eventstoredb-calls.ts'
import { concerns, headOf, pastForeign, place, recorded } from './eventstoredb-reads.ts'

const MAX_BATCH = 2_000
/**
 * The first wait in ms before a new subscription. It is short, since commands wait for the followers even after a short
 * outage.
 */
const FIRST_WAIT = 50
const LONGEST_WAIT = 400
/** A follower that has had no event for this many ms gets the position that its subscription has reached. */
const IDLE = 250
/**
 * The interval in ms at which an idle follower looks for events of other categories, which the node does not report.
 */
const POLL_MS = 1_000
/** The unsigned -1 that a node sends for START. */
const NOWHERE = 18_446_744_073_709_551_615n

/** Subscribes, and resubscribes from the last yielded position when a subscription ends. */
export async function* followEventStoreDb(
  client: EventStoreDBClient,
  ask: Ask,
  { after, categories, maxBatch = MAX_BATCH, signal }: FollowOptions,
): AsyncGenerator<Batch, void, undefined> {
  let position = after
  let wait = FIRST_WAIT
  let reachable = after === START
  const moveTo = (to: Position, events: Batch['events'] = []): Batch => {
    const batch = { events, previous: position, position: to }
    position = to
    return batch
  }
  while (!signal.aborted) {
    if (!reachable) {
      const end = await ask((attempt) => headOf(client, undefined, START, attempt)).catch(passing)
      if (end !== undefined && after > end) throw beyondTheEnd(after, end)
      reachable = end !== undefined
      if (!reachable) continue
    }
    const feed = subscribe(client, position, categories, maxBatch)
    signal.addEventListener('abort', feed.wake, { once: true })
    try {
      let moved = performance.now()
      let looked = moved
      let due = false
      while (!signal.aborted && !feed.ended()) {
        const { events, reached } = feed.take()
        const now = performance.now()
        due ||= feed.caughtUp()
        if (events.length > 0 || (reached > position && now - moved >= IDLE)) {
          yield moveTo(reached, events)
          moved = performance.now()
        } else if (due || now - Math.max(moved, looked) >= POLL_MS) {
          const passed = await ask((attempt) => pastForeign(client, reached, categories, attempt)).catch(passing)
          looked = performance.now()
          due = passed !== undefined && passed > position
          if (passed === undefined || passed <= position) continue
          yield moveTo(passed)
          moved = performance.now()
        } else await feed.more(IDLE)
      }
    } finally {
      signal.removeEventListener('abort', feed.wake)
      feed.close()
    }
    const fault = feed.ended()
    if (fault && isRefusal(fault))
      throw new Error(`The event store refuses a follower from position ${position} on: ${fault.message}`, { cause: fault })
    if (feed.confirmed()) wait = FIRST_WAIT
    await pause(wait, undefined, { signal }).catch(() => {})
    wait = Math.min(wait * 2, LONGEST_WAIT)
  }
}

/** Ignores Unavailable, since the follower waits for the end of an outage anyway; throws any other error. */
const passing = (error: unknown): undefined => {
  if (!(error instanceof Unavailable)) throw error
}

type Checkpoint = Readonly<{ reached: Position }>

/** A subscription's buffer. A checkpoint is queued behind the events before it. */
const subscribe = (client: EventStoreDBClient, after: Position, categories: FollowOptions['categories'], maxBatch: number) => {
  let reached = after
  let fault: Error | undefined
  let confirmed = false
  let caughtUp = false
  let resolve = (): void => {}
  const wake = (): void => resolve()
  const checkpoints = {
    checkpointInterval: 4,
    // This callback must not throw or wait, since that would end the subscription.
    checkpointReached: (of: AllStreamSubscription, { commit }: { commit: bigint }): void => {
      if (commit !== NOWHERE) of.push({ reached: commit } satisfies Checkpoint)
    },
  }
  const filter = categories
    ? streamNameFilter({ prefixes: categories.map((category) => `${category}-`), ...checkpoints })
    : streamNameFilter({ regex: '^[a-z]', ...checkpoints })
  const subscription = client.subscribeToAll({ fromPosition: place(after), filter }, { highWaterMark: maxBatch })
  const end = (error?: Error): void => {
    fault ??= error ?? new Error('The subscription ended.')
    wake()
  }
  subscription
    .on('error', end)
    .on('end', () => end())
    .on('close', () => end())
    .on('confirmation', () => {
      confirmed = true
    })
    .on('caughtUp', () => {
      caughtUp = true
      wake()
    })
    .on('readable', wake)

  return {
    wake,
    confirmed: () => confirmed,
    /** True if the node has reported the end of the log since the last call. */
    caughtUp: () => {
      const said = caughtUp
      caughtUp = false
      return said
    },
    /** The fault that ended the subscription, once its buffer is empty. */
    ended: (): Error | undefined => (subscription.readableLength === 0 ? fault : undefined),
    /** Takes the buffered events, with the position that they reach. */
    take: (): Readonly<{ events: readonly RecordedEvent[]; reached: Position }> => {
      const events: RecordedEvent[] = []
      while (events.length < maxBatch) {
        const next = subscription.read() as ResolvedEvent | Checkpoint | null
        if (!next) break
        const event = 'reached' in next ? undefined : next.event
        const position = 'reached' in next ? next.reached : (event?.position?.commit ?? START)
        if (position > reached) reached = position
        if (event && concerns(event, categories)) events.push(recorded(event))
      }
      return { events, reached }
    },
    more: (ms: number): Promise<void> =>
      new Promise((done) => {
        const timer = setTimeout(done, ms)
        resolve = () => {
          clearTimeout(timer)
          done()
        }
      }),
    close: (): void => void subscription.unsubscribe().catch(() => {}),
  }
}
