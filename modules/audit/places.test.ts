import { afterEach, expect, test, vi } from 'vitest'
import { auditRoutes } from './routes.ts'

afterEach(() => void vi.useRealTimers())

test('packs take four connections of a process at most, whoever asks; the others are told to come again', async () => {
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
