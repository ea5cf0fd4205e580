import type { LogFile } from './log-file.ts'

/** A record as the server keeps it. Positions are byte offsets: ordered, not dense. */
export type LogRecord = Readonly<{
  id: string
  stream: string
  revision: bigint
  position: bigint
  type: string
  contentType: string
  data: Uint8Array
  metadata: Uint8Array
  created: bigint
}>

export type Proposed = Pick<LogRecord, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>
/** A revision, or -1 for a stream that must not exist. */
export type Expected = number | 'any' | 'exists'
export type Verdict =
  | Readonly<{ outcome: 'written'; last: LogRecord }>
  | Readonly<{ outcome: 'wrong'; current: number }>
  | Readonly<{ outcome: 'deleted' }>

const TOMBSTONE = 9_223_372_036_854_775_807n
const TICKS_PER_MILLISECOND = 10_000n

export class Log {
  readonly records: LogRecord[] = []
  readonly #streams = new Map<string, LogRecord[]>()
  readonly #tombstones = new Set<string>()
  readonly #listeners = new Set<(record: LogRecord) => void>()
  readonly #file: LogFile | undefined
  // The end of the node's own records, which precede the first event.
  #end = 548n

  /** The log is in memory, and also in the file if one is given. */
  constructor(file?: LogFile) {
    this.#file = file
    for (const record of file?.kept ?? []) this.#take(record)
    // A real log is never empty: a node writes at each start.
    const started = this.#next('$scavenges', 0n, {
      id: crypto.randomUUID(),
      type: '$start',
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: Buffer.alloc(0),
    })
    this.#write([started])
  }

  isDeleted(stream: string): boolean {
    return this.#tombstones.has(stream)
  }

  stream(stream: string): readonly LogRecord[] {
    return this.#streams.get(stream) ?? []
  }

  append(stream: string, expected: Expected, proposed: readonly Proposed[]): Verdict {
    if (this.isDeleted(stream)) return { outcome: 'deleted' }
    const past = this.stream(stream)
    const current = past.length - 1
    const repeated = this.#repeated(past, expected, proposed)
    if (repeated) return { outcome: 'written', last: repeated }
    const stands = expected === 'any' || (expected === 'exists' ? current >= 0 : expected === current)
    if (!stands) return { outcome: 'wrong', current }
    const records = proposed.map((event, index) => this.#next(stream, BigInt(past.length + index), event))
    this.#write(records)
    return { outcome: 'written', last: records.at(-1) as LogRecord }
  }

  /** The events stay in the log until a scavenge; only the stream is closed. */
  tombstone(stream: string): bigint {
    const record = this.#next(stream, TOMBSTONE, {
      id: crypto.randomUUID(),
      type: '$streamDeleted',
      contentType: 'application/octet-stream',
      data: Buffer.alloc(0),
      metadata: Buffer.alloc(0),
    })
    this.#write([record])
    return record.position
  }

  /** Position of the next record. */
  get end(): bigint {
    return this.#end
  }

  /** Position of the last record. */
  get last(): bigint {
    return this.records.at(-1)?.position ?? 0n
  }

  /** Index of the first record at or after a position. */
  from(position: bigint): number {
    let low = 0
    let high = this.records.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.records[middle]?.position ?? 0n) < position) low = middle + 1
      else high = middle
    }
    return low
  }

  /** A valid start for a read: a record, the start of the log, or its end. */
  holds(position: bigint): boolean {
    return position === 0n || position >= this.#end || this.records[this.from(position)]?.position === position
  }

  /** Calls the listener with each new record; returns a function that stops it. */
  listen(listener: (record: LogRecord) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #repeated(past: readonly LogRecord[], expected: Expected, proposed: readonly Proposed[]): LogRecord | undefined {
    if (typeof expected !== 'number') {
      const known = proposed.map(({ id }) => past.find((record) => record.id === id))
      return known.every(Boolean) ? known.at(-1) : undefined
    }
    const same = proposed.every(({ id }, index) => past[expected + 1 + index]?.id === id)
    return same ? past[expected + proposed.length] : undefined
  }

  #next(stream: string, revision: bigint, event: Proposed): LogRecord {
    const position = this.#end
    this.#end += lengthOf(stream, event)
    return { ...event, stream, revision, position, created: BigInt(Date.now()) * TICKS_PER_MILLISECOND }
  }

  /** Records written together are kept before any listener gets them. */
  #write(records: readonly LogRecord[]): void {
    this.#file?.keep(records)
    for (const record of records) this.#take(record)
    for (const record of records) for (const listener of this.#listeners) listener(record)
  }

  #take(record: LogRecord): void {
    const { stream, revision, position } = record
    this.#end = position + lengthOf(stream, record)
    this.records.push(record)
    if (revision === TOMBSTONE) {
      this.#tombstones.add(stream)
      return
    }
    const past = this.#streams.get(stream)
    if (past) past.push(record)
    else this.#streams.set(stream, [record])
  }
}

const lengthOf = (stream: string, { data, metadata }: Proposed): bigint => BigInt(90 + stream.length + data.length + metadata.length)
