import { once } from 'node:events'
import { beyondTheEnd, checkAppend, encode } from './check.ts'
import {
  type Append,
  type Appended,
  type Batch,
  type Category,
  Conflict,
  categoryOf,
  type EventStore,
  type FollowOptions,
  type RecordedEvent,
  START,
  type StreamName,
} from './event-store.ts'

export const memoryEventStore = (): EventStore => {
  const log: (RecordedEvent | undefined)[] = []
  const streams = new Map<StreamName, RecordedEvent[]>()
  const buried = new Set<StreamName>()
  const growth = new EventTarget()
  const closing = new AbortController()

  const write = (asked: Append): Appended | Conflict => {
    const { stream, events, expect, texts } = encode(asked)
    const past = streams.get(stream) ?? []
    const current = past.length - 1
    const expected = expect === 'none' ? -1 : expect
    if (buried.has(stream)) return new Conflict(stream, expect, null)
    if (expected !== current) {
      const last = past[expected + events.length]
      if (last && events.every(({ id }, index) => past[expected + 1 + index]?.id === id)) return placeOf(last)
      return new Conflict(stream, expect, current < 0 ? 'none' : current)
    }
    for (const [index, { id, type }] of events.entries()) {
      // Events pass through JSON as in every store, so that tests see the same data as production.
      const data = JSON.parse(texts[index]?.data ?? '') as RecordedEvent['data']
      const metadata = JSON.parse(texts[index]?.metadata ?? '') as RecordedEvent['metadata']
      const event = { id, type, data, metadata, stream, revision: past.length, position: BigInt(log.length) }
      past.push(event)
      log.push(event)
    }
    streams.set(stream, past)
    growth.dispatchEvent(new Event('grown'))
    return placeOf(past.at(-1) as RecordedEvent)
  }

  async function* follow({ after, categories, maxBatch = 2_000, signal: asked }: FollowOptions): AsyncGenerator<Batch, void, undefined> {
    const signal = AbortSignal.any([asked, closing.signal])
    if (after >= log.length) throw beyondTheEnd(after, BigInt(log.length) - 1n)
    const wanted = (event: RecordedEvent | undefined): event is RecordedEvent => event !== undefined && isOf(event, categories)
    for (let previous = after; !signal.aborted; ) {
      const page = log.slice(Number(previous) + 1, Number(previous) + 1 + maxBatch)
      const position = previous + BigInt(page.length)
      if (page.length > 0) yield { events: page.filter(wanted), previous, position }
      else await once(growth, 'grown', { signal }).catch(() => {})
      previous = position
    }
  }

  return {
    append: async (stream, events, expect) => {
      const answer = write({ stream, events, expect })
      if (answer instanceof Conflict) throw answer
      return answer
    },
    appendEach: async (appends) => {
      for (const append of appends) checkAppend(append)
      return appends.map(write)
    },
    appendInOrder: async (appends) => {
      for (const append of appends) checkAppend(append)
      return appends.map((append) => {
        const answer = write(append)
        if (answer instanceof Conflict) throw answer
        return answer
      })
    },
    read: async (stream) => (buried.has(stream) ? [] : [...(streams.get(stream) ?? [])]),
    follow,
    head: async (category, after = START) => {
      const last = BigInt(log.findLastIndex((event) => !category || (event && categoryOf(event.stream) === category)))
      return last > after ? last : after
    },
    bury: async (stream) => {
      buried.add(stream)
      for (const { position } of streams.get(stream) ?? []) log[Number(position)] = undefined
      streams.delete(stream)
    },
    buried: async () => [...buried],
    close: async () => closing.abort(),
    positionsPerEvent: 1,
  }
}

const placeOf = ({ stream, revision, position }: RecordedEvent): Appended => ({ stream, revision, position })

const isOf = ({ stream }: RecordedEvent, categories: readonly Category[] | undefined): boolean =>
  !categories || categories.includes(categoryOf(stream))
