import { afterEach, expect, test, vi } from 'vitest'
import type { JournalRow } from '../../../modules/audit/contract.ts'
import { setNetworkClock } from '../api/network-clock.ts'
import { filterOf, journalFile, queryOf, thingOf } from './journal.ts'

afterEach(() => vi.unstubAllGlobals())
setNetworkClock(`${new Date().toISOString()}[America/New_York]`)

test("links a row to its record's page as of that moment, or to the current page if the record has no past", () => {
  const at = '2026-03-10T12:02:00.000Z'
  const hrefOf = (stream: string) => thingOf({ stream, at } as JournalRow)
  expect(hrefOf('bill-a-b_c')).toEqual({ label: 'Bill', href: '/payors/bills/a-b_c?asOf=2026-03-10T12%3A02%3A00.000Z' })
  expect(hrefOf('profile-p1')).toEqual({ label: 'Payment profile', href: '/settings/payments?asOf=' })
  expect(hrefOf('upload-u1.0')).toEqual({ label: 'Upload' })
  const mail = { stream: 'message-m1', at, about: { name: 'Ruth Berg, Dues', stream: 'member-p1' } } as JournalRow
  expect(thingOf(mail)).toEqual({ label: 'Mail', href: '/members/p1?asOf=2026-03-10T12%3A02%3A00.000Z' })
})

test("filters by days in the network's time zone, up to the moment shown", () => {
  const filter = filterOf(new URLSearchParams('type=BillIssued&from=2026-03-01&to=2026-03-31'))
  expect(queryOf(filter, null)).toEqual({
    actor: '',
    type: 'BillIssued',
    stream: '',
    from: '2026-03-01T05:00:00.000Z',
    to: '2026-04-01T03:59:59.999Z',
  })
  expect(queryOf(filter, '2026-03-15T12:00:00.000Z').to).toBe('2026-03-15T12:00:00.000Z')
  expect(queryOf(filterOf(new URLSearchParams('from=yesterday')), null)).toMatchObject({ from: null, to: null })
})

test('exports every page, and escapes formulas', async () => {
  const row = (page: number): JournalRow =>
    ({
      position: page,
      revision: page,
      type: 'BillAdjusted',
      at: '2026-03-10T12:02:00.000Z',
      actor: { kind: 'user', name: 'Ada' },
      summary: '$5.00 more is owed',
      reason: '=1+1',
      cause: 'by a re-price of the program',
      before: { status: 'Unpaid', amount: 100, balance: 100 },
      after: { status: 'Unpaid', amount: 105, balance: 105 },
      stream: `bill-b${page}`,
      about: { name: 'Ruth Berg, Dues', stream: `bill-b${page}` },
    }) as unknown as JournalRow
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    const page = Number(new URL(url, 'http://x').searchParams.get('page'))
    return Promise.resolve(Response.json({ data: [row(page)], pagination: { page, pageSize: 100, totalPages: 2, totalItems: 2 } }))
  })
  const text = await (await journalFile({ type: 'BillAdjusted', to: null }, '2026-04-01T00:00:00.000Z')).text()
  expect(asked).toHaveLength(2)
  for (const url of asked) expect(url).toContain('to=2026-04-01T00%3A00%3A00.000Z')
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toBe(
    `"Mar 10, 2026, 8:02 AM",Ada,by a re-price of the program,$5.00 more is owed,Bill,"Ruth Berg, Dues",$100.00 → $105.00,'=1+1,BillAdjusted,bill-b1`,
  )
})
