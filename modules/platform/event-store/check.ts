import type { Append, Position } from './event-store.ts'

/** An append with its events as JSON. An event that is not JSON is refused before anything is sent. */
export type Encoded = Append & Readonly<{ texts: readonly { data: string; metadata: string }[]; size: number }>

const STREAM = /^[a-z]+-[\x21-\x7e]{1,200}$/
const TYPE = /^[A-Za-z][\x21-\x7e]{0,199}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** @throws TypeError for an append that no store may write, since that is a bug in the caller */
export const checkAppend = ({ stream, events, expect }: Append): void => {
  if (!STREAM.test(stream)) throw wrong(stream, 'a stream is named category-id, in ASCII without spaces.')
  if (expect !== 'none' && !(Number.isSafeInteger(expect) && expect >= 0)) throw wrong(stream, `${String(expect)} is no revision.`)
  if (events.length === 0) throw wrong(stream, 'there are no events.')
  for (const event of events) {
    if (!TYPE.test(event.type)) throw wrong(stream, `${JSON.stringify(event.type)} is no event type.`)
    if (!UUID.test(event.id)) throw wrong(stream, `${JSON.stringify(event.id)} is no uuid in lower case.`)
  }
  if (events.length > 1 && new Set(events.map(({ id }) => id)).size < events.length) throw wrong(stream, 'an id is there twice.')
}

/** @throws TypeError also for a value that is not JSON, such as a bigint */
export const encode = (append: Append): Encoded => {
  checkAppend(append)
  return encodeChecked(append)
}

export const encodeChecked = (append: Append): Encoded => {
  const { stream, events, expect } = append
  let size = 0
  const texts = events.map((event) => {
    const text = { data: JSON.stringify(event.data), metadata: JSON.stringify(event.metadata) }
    if (text.data?.[0] !== '{' || text.metadata?.[0] !== '{') throw wrong(stream, 'data and metadata are JSON objects.')
    size += text.data.length + text.metadata.length
    return text
  })
  return { stream, events, expect, texts, size }
}

const wrong = (stream: string, what: string): TypeError => new TypeError(`Append to ${JSON.stringify(stream)}: ${what}`)

/**
 * Groups appends into rounds: the nth append to each stream is in the nth round, so that appends to one stream keep
 * their order.
 */
export const inRounds = <Item extends Append>(appends: readonly Item[]): { index: number; append: Item }[][] => {
  const rounds: { index: number; append: Item }[][] = []
  const count = new Map<string, number>()
  for (const [index, append] of appends.entries()) {
    const round = count.get(append.stream) ?? 0
    count.set(append.stream, round + 1)
    rounds[round] ??= []
    rounds[round].push({ index, append })
  }
  return rounds
}

/** A position beyond the head comes from another log, or from before a restore; waiting would skip events. */
export const beyondTheEnd = (after: Position, head: Position): Error =>
  new Error(`A follower stands at position ${after}, but the event log ends at ${head}: rebuild what it maintains.`)
