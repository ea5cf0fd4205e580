import type { Log, LogRecord } from './log.ts'
import {
  type ReadCall as Call,
  eventMessage,
  identifier,
  nameOf,
  noRecord,
  type ReadOptions as Options,
  send,
  streamDeleted,
  streams,
} from './messages.ts'
import { subscribe } from './subscriptions.ts'

const BACKWARDS = 1

/** One call for all reads: a stream, the whole log, or a subscription to the whole log. */
export const read =
  (log: Log) =>
  (call: Call): void => {
    const options = call.request.getOptions()
    if (!options) return
    const answer = options.hasStream()
      ? readStream(log, call, options)
      : options.hasSubscription()
        ? subscribe(log, call, options)
        : readAll(log, call, options)
    answer.catch((error: unknown) => call.emit('error', error))
  }

const readStream = async (log: Log, call: Call, options: Options): Promise<void> => {
  if (options.hasSubscription()) throw new Error('Subscriptions to one stream are not part of this server.')
  const asked = options.getStream()
  const stream = nameOf(asked?.getStreamIdentifier())
  if (log.isDeleted(stream)) throw streamDeleted(stream)
  const records = log.stream(stream)
  if (records.length === 0) {
    const missing = new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier(stream))
    await send(call, new streams.ReadResp().setStreamNotFound(missing))
  } else if (options.getReadDirection() === BACKWARDS) {
    const from = asked?.hasEnd() ? records.length - 1 : Number(asked?.getRevision() || 0)
    await sendAll(call, records.slice(0, from + 1).reverse(), Number(options.getCount()))
  } else if (!asked?.hasEnd()) {
    await sendAll(call, records.slice(Number(asked?.getRevision() || 0)), Number(options.getCount()))
  }
  call.end()
}

const readAll = async (log: Log, call: Call, options: Options): Promise<void> => {
  const all = options.getAll()
  const backwards = options.getReadDirection() === BACKWARDS
  const position = all?.hasPosition() ? BigInt(all.getPosition()?.getCommitPosition() ?? 0) : undefined
  if (position !== undefined && position <= log.end && !log.holds(position)) throw noRecord()
  // Reading forwards begins at a position; reading backwards begins with the record before it.
  const start = position === undefined ? (all?.hasEnd() ? log.records.length : 0) : log.from(position)
  const count = Math.min(Number(options.getCount()), log.records.length)
  const records = backwards ? log.records.slice(Math.max(0, start - count), start).reverse() : log.records.slice(start, start + count)
  await sendAll(call, records, count)
  call.end()
}

const sendAll = async (call: Call, records: readonly LogRecord[], count: number): Promise<void> => {
  for (const record of records.slice(0, count)) {
    if (call.cancelled) return
    await send(call, eventMessage(record))
  }
}
