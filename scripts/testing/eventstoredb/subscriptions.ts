import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Log, LogRecord } from './log.ts'
import { checkpointMessage, eventMessage, noRecord, type Place, type ReadCall, type ReadOptions, send, streams } from './messages.ts'

const PAGE = 32
const LIVE_BUFFER = 32
const BEFORE_ALL: Place = { commit: -1n, prepare: -1n }

type Matcher = (record: LogRecord) => boolean
type Live = Readonly<{ sequence: number; place: Place; record?: LogRecord }>

const placeOf = ({ position }: LogRecord): Place => ({ commit: position, prepare: position })
const beyond = (a: Place, b: Place): boolean => a.commit > b.commit || (a.commit === b.commit && a.prepare > b.prepare)
/** Positions are unsigned on the wire, so the place before the log's start (-1) compares as beyond everything. */
const unsigned = ({ commit, prepare }: Place): Place => ({ commit: BigInt.asUintN(64, commit), prepare: BigInt.asUintN(64, prepare) })

const matcherOf = (options: ReadOptions): Matcher => {
  const filter = options.getFilter()
  const expression = filter?.getStreamIdentifier() ?? filter?.getEventType()
  if (!filter || !expression) return () => true
  const onStream = filter.hasStreamIdentifier()
  const prefixes = expression.getPrefixList()
  const regex = expression.getRegex() ? new RegExp(expression.getRegex()) : undefined
  return ({ stream, type }) => {
    const text = onStream ? stream : type
    return regex ? regex.test(text) : prefixes.some((prefix) => text.startsWith(prefix))
  }
}

/**
 * New matching records for one subscription, and a checkpoint each interval. At an overflow, the oldest waiting ones
 * are dropped.
 */
const liveFeed = (log: Log, matches: Matcher, interval: number) => {
  const waiting: Live[] = []
  let sequence = 0
  let considered = 0
  let wake = (): void => {}
  const put = (live: Omit<Live, 'sequence'>): void => {
    sequence++
    waiting.push({ ...live, sequence })
    if (waiting.length > LIVE_BUFFER) waiting.shift()
    wake()
  }
  const end = log.listen((record) => {
    if (matches(record)) put({ place: placeOf(record), record })
    considered++
    if (considered < interval) return
    considered = 0
    put({ place: placeOf(record) })
  })
  return {
    next: async (call: ReadCall): Promise<Live | undefined> => {
      while (waiting.length === 0 && !call.cancelled)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return call.cancelled ? undefined : waiting.shift()
    },
    end: () => {
      end()
      wake()
    },
  }
}

/**
 * A subscription to the whole log that behaves like EventStoreDB 24.4 and 24.10. It reads pages to the end, then passes
 * on new records; a client that is too slow falls behind and catches up by reading again. A checkpoint is sent after
 * each interval of considered records. When a read reaches the end, another is sent for the last record that was sent.
 * Later records that the filter leaves out get a checkpoint only once they fill an interval.
 */
export const subscribe = async (log: Log, call: ReadCall, options: ReadOptions): Promise<void> => {
  const all = options.getAll()
  const filter = options.getFilter()
  const matches = matcherOf(options)
  const window = filter?.hasMax() ? filter.getMax() : PAGE
  const interval = filter ? window * filter.getCheckpointintervalmultiplier() : Number.POSITIVE_INFINITY
  const live = liveFeed(log, matches, interval)
  call.once('cancelled', live.end)
  const last = { commit: log.last, prepare: log.last }
  let sent: Place | undefined
  let sequence = 0

  /** Checkpoints only move forward. */
  const notify = async (place: Place): Promise<void> => {
    if (!filter || (sent && !beyond(unsigned(place), sent))) return
    sent = unsigned(place)
    await send(call, checkpointMessage(sent))
  }

  const catchUp = async (from: Place): Promise<Place> => {
    let at = from
    let considered = 0
    for (let start = from; !call.cancelled; ) {
      await setImmediate()
      const page = pageOf(log, start, window, matches)
      for (const record of page.found) {
        if (!beyond(placeOf(record), at)) continue
        await send(call, eventMessage(record))
        at = placeOf(record)
      }
      considered += page.considered
      if (page.ended) {
        await notify(at)
        return at
      }
      if (considered >= interval) {
        considered %= interval
        if (beyond(start, at)) at = start
        await notify(at)
      }
      start = page.next
    }
    return at
  }

  const goLive = async (from: Place): Promise<Place> => {
    let at = from
    await send(call, new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()))
    for (let next = await live.next(call); next; next = await live.next(call)) {
      const whole = next.sequence === sequence + 1
      sequence = next.sequence
      if (next.record ? !beyond(next.place, at) : beyond(at, next.place)) continue
      if (!whole) {
        await notify(at)
        return at
      }
      if (next.record) await send(call, eventMessage(next.record))
      else await notify(next.place)
      at = next.place
    }
    return at
  }

  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID())
  await send(call, new streams.ReadResp().setConfirmation(confirmation))
  const asked = all?.getPosition()
  let at = asked ? { commit: BigInt(asked.getCommitPosition()), prepare: BigInt(asked.getPreparePosition()) } : all?.hasEnd() ? last : BEFORE_ALL
  // A position beyond the end is no error: records before it are silently skipped.
  if (!beyond(last, at)) at = await goLive(at)
  while (!call.cancelled) {
    at = await catchUp(at)
    if (!call.cancelled) at = await goLive(at)
  }
}

/** The records from a position, up to a window of matching or considered ones. */
const pageOf = (log: Log, { commit }: Place, window: number, matches: Matcher) => {
  const from = commit < 0n ? 0n : commit
  if (!log.holds(from)) throw noRecord()
  const found: LogRecord[] = []
  const first = log.from(from)
  let index = first
  while (index < log.records.length && found.length < PAGE && index - first < window) {
    const record = log.records[index] as LogRecord
    if (matches(record)) found.push(record)
    index++
  }
  return {
    found,
    considered: index - first,
    ended: index - first < window && found.length < PAGE,
    next: { commit: log.records[index]?.position ?? log.end, prepare: 0n },
  }
}
