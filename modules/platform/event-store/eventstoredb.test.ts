import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventStoreContract } from '../../../scripts/testing/contract-suite.ts'
import { startWireProcess } from '../../../scripts/testing/eventstoredb/process.ts'
import { instantOf } from '../../kernel/dates.ts'
import { Conflict, Unavailable } from './event-store.ts'
import { eventStoreDbEventStore } from './eventstoredb.ts'

const someEvent = () => ({
  id: randomUUID(),
  type: 'SomethingHappened',
  data: {},
  metadata: { $correlationId: 'r', $causationId: 'c', actor: 'system:test', schema: 1, at: instantOf(0) },
})

eventStoreContract('the event store in EventStoreDB, over the wire', async () => {
  const server = await startWireProcess()
  const store = eventStoreDbEventStore({ connectionString: server.connectionString })
  return {
    store,
    cut: server.cut,
    close: async () => {
      await store.close()
      await server.stop()
    },
  }
})

test('keeps acknowledged events through kills and a full disk, and drops a torn write', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'vestry-node-'))
  const server = await startWireProcess({ logFile: join(dir, 'log') })
  const store = eventStoreDbEventStore({ connectionString: server.connectionString })
  const first = someEvent()
  const { position } = await store.append('bill-1', [first, someEvent()], 'none')
  await store.bury('bill-1')
  const second = someEvent()
  await store.append('bill-2', [second], 'none')
  await server.restart()
  await expect.poll(() => store.read('bill-2').then((events) => events.map(({ id }) => id), String)).toEqual([second.id])
  expect(await store.buried()).toEqual(['bill-1'])
  await expect(store.append('bill-1', [someEvent()], 1)).rejects.toBeInstanceOf(Conflict)

  await server.fill()
  const third = someEvent()
  await expect(store.append('bill-2', [third], 0)).rejects.toBeInstanceOf(Unavailable)
  expect(await server.restart()).toBe(false)
  server.free()
  expect(await server.restart()).toBe(true)
  await expect.poll(() => store.append('bill-2', [third], 0).then(({ revision }) => revision, String)).toBe(1)
  await server.restart()
  await expect.poll(() => store.read('bill-2').then((events) => events.map(({ id }) => id), String)).toEqual([second.id, third.id])
  expect((await store.head()) > position).toBe(true)
  await store.close()
  await server.stop()
  rmSync(dir, { recursive: true })
})

test('never moves an idle follower beyond the end of the log', async () => {
  const server = await startWireProcess()
  const store = eventStoreDbEventStore({ connectionString: server.connectionString })
  const stop = new AbortController()
  const positions: bigint[] = []
  const events: string[] = []
  const following = (async () => {
    for await (const batch of store.follow({ after: -1n, categories: ['run'], signal: stop.signal })) {
      positions.push(batch.position)
      events.push(...batch.events.map(({ stream }) => stream))
      if (events.length > 0) stop.abort()
    }
  })()
  // Waits longer than a follower idles before it gets the log's position.
  await pause(600)
  const { position } = await store.append('run-1', [someEvent()], 'none')
  await following
  expect(events).toEqual(['run-1'])
  expect(positions.at(-1)).toBe(position)
  expect(positions.every((at) => at <= position)).toBe(true)
  await store.close()
  await server.stop()
})

test('refuses every call to a frozen node within 2.5 s, and neither loses nor doubles events afterwards', { timeout: 60_000 }, async () => {
  const server = await startWireProcess()
  const store = eventStoreDbEventStore({ connectionString: server.connectionString })
  const [known, fresh, buried] = ['bill-1', 'bill-2', 'bill-3'] as const
  await store.append(known, [someEvent()], 'none')
  await store.append(buried, [someEvent()], 'none')
  const before = await store.head()
  const stop = new AbortController()
  const seen: string[] = []
  const follow = async (): Promise<void> => {
    for await (const { events } of store.follow({ after: before, categories: ['bill'], signal: stop.signal }))
      seen.push(...events.map(({ id }) => id))
  }
  const following = follow()
  await pause(300)

  server.freeze()
  const begun = follow()
  const appends = [known, fresh].map((stream) => ({ stream, events: [someEvent()], expect: stream === known ? (0 as const) : ('none' as const) }))
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    read: () => store.read(known),
    head: () => store.head(),
    'head of a category': () => store.head('bill'),
    'append to a stream': () => store.append(known, appends[0]?.events ?? [], 0),
    'the same append again': () => store.append(known, appends[0]?.events ?? [], 0),
    'append to a new stream': () => store.append(fresh, appends[1]?.events ?? [], 'none'),
    bury: () => store.bury(buried),
  }
  for (const round of ['first', 'second'])
    await Promise.all(
      Object.entries(calls).map(async ([name, call]) => {
        const started = performance.now()
        await expect(call(), `${round} ${name}`).rejects.toBeInstanceOf(Unavailable)
        expect(performance.now() - started, `${round} ${name}`).toBeLessThan(2_500)
      }),
    )
  const started = performance.now()
  const rows = Array.from({ length: 300 }, (_, n) => ({ stream: `member-${n}` as const, events: [someEvent()], expect: 'none' as const }))
  await expect(store.appendEach(rows)).rejects.toBeInstanceOf(Unavailable)
  expect(performance.now() - started, 'an import').toBeLessThan(7_500)
  const ended = new AbortController()
  const short = (async () => {
    for await (const _ of store.follow({ after: before, signal: ended.signal }));
  })()
  setTimeout(() => ended.abort(), 100)
  const aborted = performance.now()
  await short
  expect(performance.now() - aborted).toBeLessThan(2_500)

  server.thaw()
  const thawed = performance.now()
  for (const { stream, events, expect: expected } of appends)
    await expect.poll(() => store.append(stream, events, expected).then(({ revision }) => revision, String)).toBe(stream === known ? 1 : 0)
  expect(performance.now() - thawed).toBeLessThan(3_000)
  for (const { stream, events } of appends) expect((await store.read(stream)).filter(({ id }) => id === events[0]?.id)).toHaveLength(1)
  const ids: unknown[] = appends.map(({ events }) => events[0]?.id)
  // Two followers have seen the events: the earlier one, and the one started on the frozen node.
  await expect.poll(() => seen.filter((id) => ids.includes(id)).sort()).toEqual([...ids, ...ids].sort())
  stop.abort()
  await Promise.all([following, begun])
  await store.close()
  await server.stop()
})

test('resumes a busy follower soon after each lost connection', { timeout: 60_000 }, async () => {
  const server = await startWireProcess()
  const store = eventStoreDbEventStore({ connectionString: server.connectionString })
  const stop = new AbortController()
  let arrived = (): void => {}
  const following = (async () => {
    for await (const { events } of store.follow({ after: -1n, categories: ['bill'], signal: stop.signal })) if (events.length > 0) arrived()
  })()
  const delays: number[] = []
  for (let n = 0; n < 8; n++) {
    await server.cut()
    const there = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const started = performance.now()
    await expect
      .poll(() =>
        store.append(`bill-${n}`, [someEvent()], 'none').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await there
    delays.push(performance.now() - started)
  }
  expect(delays.sort((a, b) => a - b)[delays.length / 2]).toBeLessThan(1_500)
  expect(delays.at(-1)).toBeLessThan(10_000)
  stop.abort()
  await following
  await store.close()
  await server.stop()
})

const real = process.env.EVENTSTORE_TEST_URL
if (real) {
  eventStoreContract('the event store in a real EventStoreDB', async () => {
    const store = eventStoreDbEventStore({ connectionString: real })
    return { store, close: () => store.close() }
  })
} else {
  process.stdout.write("Not run against a real EventStoreDB: start one and set EVENTSTORE_TEST_URL='esdb://localhost:2113?tls=false'.\n")
}
