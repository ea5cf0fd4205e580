import { randomUUID } from 'node:crypto'
import type { ServerWritableStream } from '@grpc/grpc-js'
import type { Log, LogRecord } from './log.ts'
import { checkpointMessage, eventMessage, identifier, nameOf, noRecord, streamDeleted, streams } from './messages.ts'

type Call = ServerWritableStream<InstanceType<typeof streams.ReadReq>, Response>
type Response = InstanceType<typeof streams.ReadResp>
type Options = InstanceType<typeof streams.ReadReq.Options>

const BACKWARDS = 1
const DEFAULT_WINDOW = 32
const NOWHERE = 18_446_744_073_709_551_615n

/** One call for everything that reads: a stream, the whole log, or a subscription to the whole log. */
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

/** Respects flow control: a slow client slows the sender down. */
const send = async (call: Call, message: Response): Promise<void> => {
  if (call.write(message)) return
  await new Promise<void>((resolve) => {
    const go = (): void => {
      call.off('drain', go).off('cancelled', go)
      resolve()
    }
    call.on('drain', go).on('cancelled', go)
  })
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
  if (position !== undefined && !log.holds(position)) throw noRecord(position)
  // Forwards a position is where reading begins; backwards the first record is the one before it.
  const start = position === undefined ? (all?.hasEnd() ? log.records.length : 0) : log.after(position) - 1
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

const matcher = (options: Options): ((record: LogRecord) => boolean) => {
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

const subscribe = async (log: Log, call: Call, options: Options): Promise<void> => {
  const all = options.getAll()
  const filter = options.getFilter()
  const matches = matcher(options)
  const window = filter ? (filter.hasMax() ? filter.getMax() : DEFAULT_WINDOW) * filter.getCheckpointintervalmultiplier() : Number.POSITIVE_INFINITY
  let cursor = all?.hasPosition() ? BigInt(all.getPosition()?.getCommitPosition() ?? 0) : all?.hasEnd() ? (log.records.at(-1)?.position ?? -1n) : -1n
  if (all?.hasPosition() && !log.holds(cursor)) throw noRecord(cursor)
  let wake = (): void => {}
  const forget = log.listen(() => wake())
  call.once('cancelled', () => {
    forget()
    wake()
  })
  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID())
  await send(call, new streams.ReadResp().setConfirmation(confirmation))
  let considered = 0
  let sent = 0
  for (let live = false; !call.cancelled; live = true) {
    for (let index = log.after(cursor); index < log.records.length && !call.cancelled; index++) {
      const record = log.records[index] as LogRecord
      cursor = record.position
      if (matches(record)) {
        sent++
        await send(call, eventMessage(record))
      }
      if (++considered % window === 0) await send(call, checkpointMessage(cursor))
    }
    // Versions differ in what they say on going live: this is the least helpful of each, and the trap of 24.4.
    if (!live && filter && all?.hasStart() && sent === 0) await send(call, checkpointMessage(NOWHERE))
    await send(call, new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()))
    if (log.after(cursor) < log.records.length) continue
    await new Promise<void>((resolve) => {
      wake = resolve
      if (call.cancelled) resolve()
    })
  }
}
