import { afterEach, expect, test, vi } from 'vitest'
import { endOfDay, type LocalDate, momentIn } from '../../../modules/kernel/dates.ts'
import { addressAsOf, withAsOf } from './as-of.ts'
import { apiUrl, get, post } from './client.ts'

const MOMENT = '2026-04-01T03:59:59.999Z'
const ENCODED = encodeURIComponent(MOMENT)
const standAt = (search: string) => vi.stubGlobal('location', { pathname: '/dashboard', search, assign: vi.fn() })
const answering = () => {
  const fetching = vi.fn((_url: string) => Promise.resolve(new Response('{}', { status: 200 })))
  vi.stubGlobal('fetch', fetching)
  return fetching
}
afterEach(() => vi.unstubAllGlobals())

test('keeps the moment in every address, unless the address names another or today', () => {
  standAt('')
  expect(withAsOf('/payors?tab=assessment-bills')).toBe('/payors?tab=assessment-bills')
  standAt(`?asOf=${ENCODED}`)
  expect(withAsOf('/payors?tab=assessment-bills')).toBe(`/payors?tab=assessment-bills&asOf=${ENCODED}`)
  expect(withAsOf('/members#top')).toBe(`/members?asOf=${ENCODED}#top`)
  expect(withAsOf(addressAsOf('/dashboard?x=1', '2026-01-01T00:00:00.000Z'))).toBe('/dashboard?x=1&asOf=2026-01-01T00%3A00%3A00.000Z')
  expect(withAsOf(addressAsOf('/dashboard?x=1', null))).toBe('/dashboard?x=1')
})

test.each([
  '/assessments',
  '/assessments/p1',
  '/assessment-programs/p1/count',
  '/assessment-bills',
  '/assessment-bills/b1',
  '/assessment-bills/b1/payments',
  '/bill-counts',
  '/payments',
  '/members',
  '/members/m1',
  '/dashboard/summary',
  '/dashboard/recent-payments',
  '/reports/payments',
  '/reports/aging',
  '/exports/bills.csv',
])('queries %s as of the moment shown', (path) => {
  standAt('')
  expect(apiUrl(path, { page: 2 })).toBe(`/api${path}?page=2`)
  standAt(`?asOf=${ENCODED}`)
  expect(apiUrl(path, { page: 2 })).toBe(`/api${path}?page=2&asOf=${ENCODED}`)
  expect(apiUrl(path, { asOf: '2026-01-01T00:00:00.000Z' })).toBe(`/api${path}?asOf=2026-01-01T00%3A00%3A00.000Z`)
})

test('as of an earlier moment, refuses commands and today-only queries', async () => {
  standAt(`?asOf=${ENCODED}`)
  const fetching = answering()
  for (const path of ['/credits', '/payouts', '/messages', '/assessments/p1/campaign', '/find', '/payment-profiles'])
    await expect(get(path), path).rejects.toThrow('This can be viewed for today only. Go back to today to see it.')
  await expect(post('/assessment-bills/b1/receipts', {})).rejects.toThrow('nothing can be changed')
  expect(fetching).not.toHaveBeenCalled()
  for (const path of ['/auth/verify', '/audit/events', '/assessment-bills/b1/history', '/networks/n1/people']) await get(path)
  await get('/messages', { query: { billId: 'b1' } })
  expect(fetching.mock.calls.map(([url]) => url).filter((url) => url.includes('asOf'))).toEqual([])
  expect(fetching).toHaveBeenCalledTimes(5)
})

test("reads a time of day in the network's zone, also when clocks change", () => {
  const at = (zone: string, day: string, time: string) => momentIn(zone, day as LocalDate, time)
  expect(at('America/New_York', '2026-01-15', '16:15')).toBe('2026-01-15T21:15:00.000Z')
  expect(at('America/New_York', '2026-03-08', '03:30')).toBe('2026-03-08T07:30:00.000Z')
  expect(at('America/New_York', '2026-11-01', '00:30')).toBe('2026-11-01T04:30:00.000Z')
  expect(at('Pacific/Kiritimati', '2026-06-01', '08:00')).toBe('2026-05-31T18:00:00.000Z')
  expect(at('UTC', '2026-06-01', '23:59') < endOfDay('UTC', '2026-06-01' as LocalDate)).toBe(true)
})
