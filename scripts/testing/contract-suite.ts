import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantOf } from '../../modules/kernel/dates.ts'
import {
  type Append,
  type Batch,
  type Category,
  Conflict,
  type EventStore,
  type NewEvent,
  type Position,
  type StreamName,
} from '../../modules/platform/event-store/event-store.ts'

export type OpenEventStore = Readonly<{
  store: EventStore
  /** Breaks every connection to the store, which then recovers. */
  cut?: () => Promise<void>
  close: () => Promise<void>
}>

/** Makes a category that the product does not use, since the product may run on the same log. */
const unknown = (category: Category): Category => `test${category}` as Category
const someStream = (category: Category = 'bill'): StreamName => `${unknown(category)}-${randomUUID()}`

const someEvent = (data: Record<string, unknown> = {}): NewEvent => ({
  id: randomUUID(),
  type: 'SomethingHappened',
  data,
  metadata: { $correlationId: 'request-1', $causationId: 'command-1', actor: 'system:test', schema: 1, at: instantOf(Date.UTC(2026, 0, 31)) },
})
const someEvents = (count: number): NewEvent[] => Array.from({ length: count }, (_, n) => someEvent({ n }))

const conflictOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => 'no conflict',
    (error: unknown) => error,
  )

/** The contract of every event store. The log may hold other events, so tests use new ids and follow from its head. */
export const eventStoreContract = (name: string, open: () => Promise<OpenEventStore>) =>
  describe(name, () => {
    let opened: OpenEventStore
    let store: EventStore
    beforeAll(async () => {
      opened = await open()
      store = opened.store
    })
    afterAll(() => opened?.close())

    const ids = async (stream: StreamName) => (await store.read(stream)).map(({ id }) => id)

    /** Follows until `enough` returns true, and checks that batches join without a gap. */
    const followUntil = async (
      after: Position,
      enough: (batches: readonly Batch[]) => boolean,
      more: { categories?: readonly Category[]; maxBatch?: number; each?: (batch: Batch) => Promise<void> } = {},
    ): Promise<Batch[]> => {
      const { each, categories, ...options } = more
      const stop = new AbortController()
      const batches: Batch[] = []
      for await (const batch of store.follow({
        after,
        signal: stop.signal,
        ...options,
        ...(categories && { categories: categories.map(unknown) }),
      })) {
        expect(batch.previous, 'a batch follows on the one before').toBe(batches.at(-1)?.position ?? after)
        expect(batch.position > batch.previous, 'a batch moves forward').toBe(true)
        batches.push(batch)
        if (enough(batches)) stop.abort()
        await each?.(batch)
      }
      return batches
    }
    const seen = (batches: readonly Batch[], streams: readonly StreamName[]) =>
      batches.flatMap(({ events }) => events).filter(({ stream }) => streams.includes(stream))

    describe('append', () => {
      test('starts a stream and continues it', async () => {
        const stream = someStream()
        const [first, second, third] = someEvents(3) as [NewEvent, NewEvent, NewEvent]
        const started = await store.append(stream, [first, second], 'none')
        const continued = await store.append(stream, [third], 1)
        expect(started).toEqual({ stream, revision: 1, position: expect.any(BigInt) })
        expect(continued.revision).toBe(2)
        expect(continued.position > started.position).toBe(true)
        const events = await store.read(stream)
        expect(events.map(({ revision }) => revision)).toEqual([0, 1, 2])
        expect(events.map(({ position }) => position).at(-1)).toBe(continued.position)
        expect(events[2]).toEqual({ ...third, stream, revision: 2, position: continued.position })
      })

      test('refuses an append at another revision than expected', async () => {
        const stream = someStream()
        expect(await conflictOf(store.append(stream, someEvents(1), 0))).toMatchObject({ name: 'Conflict', stream, expected: 0, current: 'none' })
        await store.append(stream, someEvents(2), 'none')
        expect(await conflictOf(store.append(stream, someEvents(1), 'none'))).toMatchObject({ expected: 'none', current: 1 })
        expect(await conflictOf(store.append(stream, someEvents(1), 0))).toMatchObject({ expected: 0, current: 1 })
        expect(await conflictOf(store.append(stream, someEvents(1), 7))).toMatchObject({ expected: 7, current: 1 })
        expect(await store.read(stream)).toHaveLength(2)
      })

      test('succeeds again for the same ids at the same expectation, and writes nothing', async () => {
        const stream = someStream()
        const [alone, pair, later] = [someEvents(1), someEvents(2), someEvents(1)]
        const first = await store.append(stream, alone, 'none')
        expect(await store.append(stream, alone, 'none')).toEqual(first)
        const second = await store.append(stream, pair, 0)
        await store.append(stream, later, 2)
        expect(await store.append(stream, alone, 'none'), 'after others wrote').toEqual(first)
        expect(await store.append(stream, pair, 0), 'several events, after others wrote').toEqual(second)
        expect(await ids(stream)).toEqual([...alone, ...pair, ...later].map(({ id }) => id))
      })

      test('does not treat other ids or another order as a repetition', async () => {
        const stream = someStream()
        const [first, second] = someEvents(2) as [NewEvent, NewEvent]
        await store.append(stream, [first, second], 'none')
        expect(await conflictOf(store.append(stream, [first, someEvent()], 'none'))).toBeInstanceOf(Conflict)
        expect(await conflictOf(store.append(stream, [second, first], 'none'))).toBeInstanceOf(Conflict)
        expect(await conflictOf(store.append(stream, [first, second, someEvent()], 'none'))).toBeInstanceOf(Conflict)
        expect(await conflictOf(store.append(stream, [first, second], 0))).toBeInstanceOf(Conflict)
        expect(await ids(stream)).toEqual([first.id, second.id])
      })

      test('writes once when the same append is sent concurrently', async () => {
        const stream = someStream()
        const events = someEvents(2)
        const answers = await Promise.all(Array.from({ length: 5 }, () => store.append(stream, events, 'none')))
        expect(new Set(answers.map(({ position }) => position)).size).toBe(1)
        expect(await ids(stream)).toHaveLength(2)
      })

      test('lets exactly one of 32 writers win a revision', async () => {
        const stream = someStream()
        for (let revision = -1; revision < 4; revision++) {
          const expected = revision < 0 ? 'none' : revision
          const answers = await Promise.allSettled(Array.from({ length: 32 }, () => store.append(stream, someEvents(1), expected)))
          expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
          for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(Conflict)
        }
        expect(await store.read(stream)).toHaveLength(5)
      })

      test('accepts 32 writers on separate streams', async () => {
        const streams = Array.from({ length: 32 }, () => someStream())
        await Promise.all(
          streams.map(async (stream) => {
            for (let n = 0; n < 10; n++) await store.append(stream, someEvents(1), n === 0 ? 'none' : n - 1)
          }),
        )
        for (const stream of streams) expect((await store.read(stream)).map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
      })

      test('keeps the order of appends that were sent without waiting', async () => {
        const stream = someStream()
        const events = someEvents(3)
        await Promise.all(events.map((event, n) => store.append(stream, [event], n === 0 ? 'none' : n - 1)))
        expect(await ids(stream)).toEqual(events.map(({ id }) => id))
      })

      test('accepts 2,000 events at once', async () => {
        const stream = someStream()
        expect((await store.append(stream, someEvents(2_000), 'none')).revision).toBe(1_999)
        expect((await store.read(stream)).map(({ data }) => data.n)).toEqual(Array.from({ length: 2_000 }, (_, n) => n))
      })

      test('accepts events of 900 kB', async () => {
        const stream = someStream('upload')
        const text = 'x'.repeat(900_000)
        const before = await store.head()
        for (let n = 0; n < 3; n++) await store.append(stream, [someEvent({ n, text })], n === 0 ? 'none' : n - 1)
        expect((await store.read(stream)).map(({ data }) => data.text === text)).toEqual([true, true, true])
        const batches = await followUntil(before, (all) => seen(all, [stream]).length === 3, { categories: ['upload'] })
        expect(seen(batches, [stream]).map(({ data }) => data.n)).toEqual([0, 1, 2])
      })

      test('keeps unicode, dates, numbers and unusual keys', async () => {
        const stream = someStream('message')
        const data = {
          text: 'Zoë – Ⅳ 教会 🙏 \u0000 \ud83d "quoted" \\ \t \n {1,2}',
          when: new Date(Date.UTC(2026, 1, 3, 4, 5, 6, 7)),
          numbers: [0, -1, 1.5, 9_007_199_254_740_991, 1e-7],
          nested: { list: [null, true, { deep: [] }], empty: '', __proto: 1 },
        }
        await store.append(stream, [someEvent(data)], 'none')
        expect((await store.read(stream))[0]?.data).toEqual(JSON.parse(JSON.stringify(data)))
      })

      const good = someEvent()
      test.each<[string, Partial<Append>]>([
        ['no events', { events: [] }],
        ['an empty type', { events: [{ ...good, type: '' }] }],
        ['a type of the system', { events: [{ ...good, type: '$deleted' }] }],
        ['an id that is no uuid', { events: [{ ...good, id: 'bill-1' }] }],
        ['an id in upper case', { events: [{ ...good, id: good.id.toUpperCase().replace(/^./, 'A') }] }],
        ['the same id twice', { events: [good, good] }],
        ['data that is no JSON', { events: [{ ...good, data: { cents: 10n } }] }],
        ['a bad event behind a good one', { events: [someEvent(), { ...good, type: '' }] }],
        ['a negative revision', { expect: -1 }],
        ['a stream without a category', { stream: 'bill' as StreamName }],
        ['a stream of the system', { stream: '$bill-1' as StreamName }],
      ])('rejects %s before anything is written', async (_, wrong) => {
        const append: Append = { stream: someStream(), events: [someEvent()], expect: 'none', ...wrong }
        const neighbour: Append = { stream: someStream(), events: [someEvent()], expect: 'none' }
        await expect(store.append(append.stream, append.events, append.expect)).rejects.toThrow(TypeError)
        await expect(store.appendEach([append])).rejects.toThrow(TypeError)
        expect((await store.append(neighbour.stream, neighbour.events, 'none')).revision).toBe(0)
        if (append.stream.startsWith('testbill-')) expect(await store.read(append.stream)).toEqual([])
      })
    })

    describe('appendEach', () => {
      test('returns results in order: written, conflict, repeated, buried', async () => {
        const [fresh, taken, repeated, buried] = [someStream(), someStream(), someStream(), someStream()]
        const before = someEvents(2)
        await store.append(taken, someEvents(3), 'none')
        const original = await store.append(repeated, before, 'none')
        await store.append(buried, someEvents(1), 'none')
        await store.bury(buried)
        const answers = await store.appendEach([
          { stream: fresh, events: someEvents(2), expect: 'none' },
          { stream: taken, events: someEvents(1), expect: 'none' },
          { stream: repeated, events: before, expect: 'none' },
          { stream: buried, events: someEvents(1), expect: 0 },
          { stream: fresh, events: someEvents(1), expect: 1 },
        ])
        expect(answers[0]).toMatchObject({ stream: fresh, revision: 1 })
        expect(answers[1]).toMatchObject({ name: 'Conflict', stream: taken, expected: 'none', current: 2 })
        expect(answers[2]).toEqual(original)
        expect(answers[3]).toMatchObject({ name: 'Conflict', stream: buried, current: null })
        expect(answers[4]).toMatchObject({ stream: fresh, revision: 2 })
        expect(await store.read(fresh)).toHaveLength(3)
        expect(await store.read(repeated)).toHaveLength(2)
      })

      test('returns nothing for no appends', async () => {
        expect(await store.appendEach([])).toEqual([])
      })

      test('accepts 20,000 appends beside another, and repeats them without writing', { timeout: 60_000 }, async () => {
        const before = await store.head()
        const appends = Array.from(
          { length: 20_000 },
          (_, n): Append => ({ stream: someStream('member'), events: [someEvent({ n })], expect: 'none' }),
        )
        const beside = someStream()
        const [answers] = await Promise.all([store.appendEach(appends), store.append(beside, someEvents(1), 'none')])
        expect(answers.filter((answer) => answer instanceof Conflict)).toEqual([])
        expect(answers.map(({ stream }) => stream)).toEqual(appends.map(({ stream }) => stream))
        expect(await store.appendEach(appends.slice(0, 1_000))).toEqual(answers.slice(0, 1_000))
        const mine = new Set(appends.map(({ stream }) => stream))
        const found = new Set<unknown>()
        let count = 0
        const stop = new AbortController()
        for await (const { events } of store.follow({ after: before, categories: [unknown('member')], signal: stop.signal })) {
          expect(events.length).toBeLessThanOrEqual(2_000)
          for (const { stream, data } of events) {
            if (!mine.has(stream)) continue
            count++
            found.add(data.n)
          }
          if (count >= 20_000) stop.abort()
        }
        expect([count, found.size]).toEqual([20_000, 20_000])
      })
    })

    describe('appendInOrder', () => {
      test('restores events in the order of the log, and continues when it is repeated', async () => {
        const streams = Array.from({ length: 60 }, () => someStream('run'))
        const appends = Array.from(
          { length: 1_500 },
          (_, n): Append => ({
            stream: streams[n % 60] as StreamName,
            events: someEvents(1 + (n % 2)),
            expect: n < 60 ? 'none' : Math.floor(n / 60) * (1 + (n % 2)) - 1,
          }),
        )
        const before = await store.head()
        await store.appendInOrder(appends.slice(0, 700))
        const answers = await store.appendInOrder(appends)
        expect(answers.map(({ stream }) => stream)).toEqual(appends.map(({ stream }) => stream))
        const batches = await followUntil(before, (all) => (all.at(-1)?.position ?? -1n) >= (answers.at(-1)?.position ?? 0n), { categories: ['run'] })
        expect(seen(batches, streams).map(({ id }) => id)).toEqual(appends.flatMap(({ events }) => events.map(({ id }) => id)))
        expect(await conflictOf(store.appendInOrder([{ stream: streams[0] as StreamName, events: someEvents(1), expect: 'none' }]))).toBeInstanceOf(
          Conflict,
        )
      })
    })

    describe('read', () => {
      test('returns nothing for a stream that does not exist', async () => {
        expect(await store.read(someStream())).toEqual([])
      })
    })

    describe('follow', () => {
      test('delivers history after a position, each event once, in commit order', async () => {
        const before = await store.head()
        const streams = [someStream(), someStream('program'), someStream()] as const
        for (let n = 0; n < 4; n++) for (const stream of streams) await store.append(stream, someEvents(2), n === 0 ? 'none' : n * 2 - 1)
        const events = seen(await followUntil(before, (all) => seen(all, streams).length === 24, { maxBatch: 5 }), streams)
        expect(events.map(({ position }) => position)).toEqual(events.map(({ position }) => position).sort((a, b) => Number(a - b)))
        for (const stream of streams) expect(events.filter((event) => event.stream === stream)).toEqual(await store.read(stream))
        const [middle] = events.slice(11, 12)
        const rest = seen(await followUntil(middle?.position ?? 0n, (all) => seen(all, streams).length === 12), streams)
        expect(rest).toEqual(events.slice(12))
      })

      test('delivers from the start of the log', async () => {
        const stream = someStream('network')
        await store.append(stream, someEvents(1), 'none')
        const batches = await followUntil(-1n, (all) => seen(all, [stream]).length === 1, { categories: ['network'] })
        expect(seen(batches, [stream])).toHaveLength(1)
      })

      test('delivers only some categories, and moves past the others', async () => {
        const before = await store.head()
        const [slug, run, other] = [someStream('slug'), someStream('run'), someStream('profile')]
        await store.append(slug, someEvents(1), 'none')
        await store.append(other, someEvents(100), 'none')
        await store.append(run, someEvents(1), 'none')
        const { position: end } = await store.append(other, someEvents(50), 99)
        const batches = await followUntil(before, (all) => (all.at(-1)?.position ?? -1n) >= end, { categories: ['slug', 'run'] })
        const events = batches.flatMap(({ events }) => events)
        expect(events.every(({ stream }) => /^test(slug|run)-/.test(stream))).toBe(true)
        expect(seen(batches, [slug, run, other]).map(({ stream }) => stream)).toEqual([slug, run])
      })

      test('delivers new appends soon while it waits', async () => {
        const stream = someStream('campaign')
        const before = await store.head()
        const stop = new AbortController()
        const delays: number[] = []
        let sent = 0
        const following = (async () => {
          for await (const batch of store.follow({ after: before, categories: [unknown('campaign')], signal: stop.signal })) {
            for (const { stream: of } of batch.events) if (of === stream) delays.push(performance.now() - sent)
            if (delays.length === 10) stop.abort()
          }
        })()
        await new Promise((resolve) => setTimeout(resolve, 1_200))
        for (let n = 0; n < 10; n++) {
          sent = performance.now()
          await store.append(stream, someEvents(1), n === 0 ? 'none' : n - 1)
          while (delays.length <= n && performance.now() - sent < 5_000) await new Promise((resolve) => setTimeout(resolve, 2))
        }
        await following
        expect(delays.sort((a, b) => a - b)[5]).toBeLessThan(200)
      })

      test('ends when its signal aborts, also before the first batch', async () => {
        const stop = new AbortController()
        const following = (async () => {
          for await (const _ of store.follow({ after: await store.head(), signal: stop.signal }));
          return 'ended'
        })()
        setTimeout(() => stop.abort(), 50)
        expect(await following).toBe('ended')
        for await (const _ of store.follow({ after: -1n, signal: stop.signal })) throw new Error('a batch came after the end')
      })

      test('delivers everything in order to a slow follower', async () => {
        const stream = someStream()
        const before = await store.head()
        await store.append(stream, someEvents(300), 'none')
        const slow = followUntil(before, (all) => seen(all, [stream]).length === 600, {
          maxBatch: 50,
          each: () => new Promise((resolve) => setTimeout(resolve, 10)),
        })
        await store.append(stream, someEvents(300), 299)
        expect(seen(await slow, [stream]).map(({ revision }) => revision)).toEqual(Array.from({ length: 600 }, (_, n) => n))
      })

      test('passes tens of thousands of foreign events, even with a slow follower', { timeout: 30_000 }, async () => {
        const [own, foreign] = [someStream('profile'), someStream('reminders')]
        const before = await store.head()
        for (let n = 0; n < 3; n++) await store.append(own, someEvents(1_000), n === 0 ? 'none' : n * 1_000 - 1)
        for (let n = 0; n < 12; n++) await store.append(foreign, someEvents(2_000), n === 0 ? 'none' : n * 2_000 - 1)
        const head = await store.head()
        const followers = [0, 20, 60].map((ms) =>
          followUntil(before, (all) => (all.at(-1)?.position ?? -1n) >= head, {
            categories: ['profile'],
            maxBatch: 150,
            each: async ({ events }) => {
              if (events.length > 0) await new Promise((resolve) => setTimeout(resolve, ms))
            },
          }),
        )
        for (const batches of await Promise.all(followers))
          expect(seen(batches, [own, foreign]).map(({ stream, revision }) => `${stream} ${revision}`)).toEqual(
            Array.from({ length: 3_000 }, (_, n) => `${own} ${n}`),
          )
      })

      test('refuses a position beyond the end, which would skip future events', async () => {
        const beyond = (await store.head()) + 1_000_000n
        await expect(followUntil(beyond, () => true)).rejects.toThrow(/stands at position \d+, but the event log ends at \d+/)
      })

      test('continues after lost connections, and so do appends', { timeout: 60_000 }, async ({ skip }) => {
        const { cut } = opened
        if (!cut) return skip()
        const stream = someStream()
        const before = await store.head()
        const following = followUntil(before, (all) => seen(all, [stream]).length === 60)
        for (let n = 0; n < 60; n++) {
          if (n % 20 === 10) await cut()
          const events = someEvents(1)
          for (;;) {
            const answer = await conflictOf(store.append(stream, events, n === 0 ? 'none' : n - 1))
            if (answer === 'no conflict') break
            expect(answer).toMatchObject({ name: 'Unavailable' })
          }
        }
        expect(seen(await following, [stream]).map(({ revision }) => revision)).toEqual(Array.from({ length: 60 }, (_, n) => n))
      })
    })

    describe('head', () => {
      test('is never behind an appended event', async () => {
        const before = await store.head()
        const { position } = await store.append(someStream(), someEvents(3), 'none')
        expect(position > before).toBe(true)
        expect((await store.head()) >= position).toBe(true)
      })

      test('of a category is not behind its events, and can be reached', async () => {
        const bill = await store.append(someStream('bill'), someEvents(2), 'none')
        const { position } = await store.append(someStream('run'), someEvents(1), 'none')
        const head = await store.head(unknown('bill'))
        expect(head >= bill.position).toBe(true)
        expect(head <= position).toBe(true)
        const { position: next } = await store.append(someStream('bill'), someEvents(1), 'none')
        expect((await store.head(unknown('bill'))) >= next).toBe(true)
      })

      test('of a category is its last event, or the given position if that is later', async () => {
        const { position: first } = await store.append(someStream('bill'), someEvents(1), 'none')
        const { position: last } = await store.append(someStream('bill'), someEvents(1), 'none')
        const { position: foreign } = await store.append(someStream('upload'), someEvents(40), 'none')
        expect(await store.head(unknown('bill'))).toBe(last)
        expect(await store.head(unknown('bill'), first)).toBe(last)
        expect(await store.head(unknown('bill'), last)).toBe(last)
        expect(await store.head(unknown('bill'), foreign)).toBe(foreign)
      })

      test('is reached by a follower without matching events', async () => {
        const before = await store.head()
        await store.append(someStream('profile'), someEvents(3), 'none')
        const head = await store.head()
        const batches = await followUntil(before, (all) => (all.at(-1)?.position ?? -1n) >= head, { categories: ['run'] })
        expect(seen(batches, [])).toEqual([])
      })
    })

    describe('bury', () => {
      test('deletes a stream for good', async () => {
        const stream = someStream('profile')
        const before = await store.head()
        const events = someEvents(2)
        await store.append(stream, events, 'none')
        await store.bury(stream)
        expect(await store.read(stream)).toEqual([])
        expect(await conflictOf(store.append(stream, someEvents(1), 'none'))).toMatchObject({ name: 'Conflict', current: null })
        expect(await conflictOf(store.append(stream, someEvents(1), 1))).toMatchObject({ name: 'Conflict', current: null })
        expect(await conflictOf(store.append(stream, events, 'none')), 'nor a repetition').toMatchObject({ name: 'Conflict', current: null })
        await store.bury(stream)
        expect((await store.buried()).filter((name) => name === stream)).toEqual([stream])
        const after = someStream('profile')
        await store.append(after, someEvents(1), 'none')
        const batches = await followUntil(before, (all) => seen(all, [after]).length === 1)
        expect(seen(batches, [after])).toHaveLength(1)
      })
    })
  })
