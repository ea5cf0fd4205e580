import { afterEach, expect, test, vi } from 'vitest'
import { withDatabase } from '../../scripts/testing/database.ts'
import { atOnce } from '../platform/http/limits.ts'
import { openLocks } from '../platform/postgres/locks.ts'
import { auditRoutes } from './routes.ts'

afterEach(() => void vi.useRealTimers())

test('packs use at most four connections of a process; further requests are asked to retry', async () => {
  vi.useFakeTimers()
  const released: string[] = []
  let making = 0
  const routes = auditRoutes({
    costly: {},
    perUser: () => async (who: string) => () => released.push(who),
    timeZoneOf: async () => 'UTC',
    onRecord: () => {
      making += 1
      return new Promise(() => {})
    },
  } as never)
  const pack = routes.find(({ path }) => path === '/api/audit/pack')
  const call = (id: string) => ({
    query: { from: '2030-01-01', to: '2030-01-31' },
    now: '2030-03-01T00:00:00.000Z',
    res: {},
    visitor: { user: null, key: { id, scope: 'read' }, network: `network ${id}` },
  })
  const refused: string[] = []
  for (const id of ['1', '2', '3', '4', '5', '6']) pack?.handle(call(id) as never).catch(({ reason }: { reason: string }) => refused.push(reason))
  await vi.advanceTimersByTimeAsync(10_000)
  expect([making, refused, released]).toEqual([4, ['unavailable', 'unavailable'], ['network 5', 'key:5', 'network 6', 'key:6']])
})

const database = withDatabase(2)

/** The pack and proof routes of a process with real locks, and a latch that holds up all their work. */
const auditCalls = async () => {
  const stop = new AbortController()
  const making: Array<() => void> = []
  const routes = auditRoutes({
    costly: {},
    perUser: atOnce(await openLocks(database.url, stop.signal), 1),
    timeZoneOf: async () => 'UTC',
    proofs: { read: async (networkId: string) => ({ networkId, paymentId: 'payment' }) },
    onRecord: () => new Promise((done) => making.push(() => done({ proven: true }))),
  } as never)
  const ask = (path: string, visitor: object, more: object = {}) =>
    (async () => routes.find((route) => route.path === path)?.handle({ res: { setHeader: () => {} }, visitor, query: {}, ...more } as never))().then(
      () => 'made',
      ({ code }: { code: string }) => code,
    )
  const query = { paymentId: '0198c0de-0000-7000-8000-000000000000' }
  return {
    making,
    end: () => stop.abort(),
    proof: (network: string, id: string) => ask('/api/audit/proof', { user: null, key: { id, scope: 'read' }, network }, { query }),
    pack: (network: string, id: string) => {
      const span = { from: '2030-01-01', to: '2030-01-31' }
      return ask('/api/audit/pack', { user: null, key: { id, scope: 'read' }, network }, { query: span, now: '2030-03-01T00:00:00.000Z' })
    },
    byLink: (network: string) => ask('/api/proofs/:token', {}, { params: { token: network } }),
  }
}

test('a network makes one pack or proof at a time; further requests are asked to retry (R120)', async () => {
  const { making, end, proof, pack } = await auditCalls()
  const first = proof('one', 'ada')
  await expect.poll(() => making.length).toBe(1)
  expect([await pack('one', 'ben'), await proof('one', 'cleo'), await proof('two', 'ada')]).toEqual(['slow-down', 'slow-down', 'slow-down'])
  const elsewhere = proof('two', 'dan')
  await expect.poll(() => making.length).toBe(2)
  for (const done of making) done()
  expect(await Promise.all([first, elsewhere])).toEqual(['made', 'made'])
  const next = proof('one', 'ben')
  await expect.poll(() => making.length).toBe(3)
  making[2]?.()
  expect(await next).toBe('made')
  end()
})

test('receipt links of a network make one proof at a time; a second one waits, but other networks do not (R120)', async () => {
  const { making, end, byLink } = await auditCalls()
  const first = byLink('one')
  await expect.poll(() => making.length).toBe(1)
  const second = byLink('one')
  const elsewhere = byLink('two')
  await expect.poll(() => making.length).toBe(2)
  making[1]?.()
  expect(await elsewhere).toBe('made')
  expect(making).toHaveLength(2)
  making[0]?.()
  expect(await first).toBe('made')
  await expect.poll(() => making.length).toBe(3)
  making[2]?.()
  expect(await second).toBe('made')
  end()
})
