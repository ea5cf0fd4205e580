import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn, type Instant, instantOf } from '../../modules/kernel/dates.ts'
import { ReceiptNumber } from '../../modules/kernel/ids.ts'
import type { NetworkEvent } from '../../modules/networks/events.ts'
import type { Payment } from '../../modules/payments/contract.ts'
import { READ_SCHEMA } from '../../modules/platform/postgres/database.ts'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import type { Recorded } from '../projection.ts'
import { numberReceipts, receiptNumberOf } from './receipt-numbers.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const A = '0197c7a0-0000-7000-8000-00000000000a'
const B = '0197c7a0-0000-7000-8000-00000000000b'

type Row = { id: string; remittanceId: string; networkId: string; createdAt: Instant; position: bigint; receiptNumber: string }
const paid = (networkId: string, createdAt: string, position: number, remittanceId = `payment ${position}`): Row => ({
  id: `payment ${position}`,
  remittanceId,
  networkId,
  createdAt: createdAt as Instant,
  position: BigInt(position),
  receiptNumber: '',
})
const zoned = (networkId: string, timeZone: string, position: number, type: NetworkEvent['type'] = 'NetworkSettingsChanged') =>
  ({ type, data: { networkId, timeZone }, position: BigInt(position) }) as unknown as Recorded<NetworkEvent>

/** Gives numbers to each batch, in a transaction that is rolled back at the end. */
const numbered = async (batches: readonly (readonly [Row[], ReturnType<typeof zoned>[]])[]) => {
  const client = await app.pool.connect()
  try {
    await client.query(`begin; set local search_path to ${READ_SCHEMA}`)
    for (const [payments, networks] of batches) await numberReceipts(client, payments, networks)
    await client.query('rollback')
  } finally {
    client.release()
  }
  return batches.map(([payments]) => payments.map(({ receiptNumber }) => receiptNumber))
}

test('a number is a year and a count, which may have more than five digits', () => {
  expect([receiptNumberOf(2026, 42), receiptNumberOf(2026, 123_456)]).toEqual(['2026-00042', '2026-123456'])
  expect(ReceiptNumber.parse(' 2026-00042 ')).toBe('2026-00042')
  for (const typed of ['', '2026', '2026-42', '26-00042', '2026-0004x']) expect(ReceiptNumber.safeParse(typed).success, typed).toBe(false)
})

test('each network counts separately for each year, without gaps, for batches of any size (R74)', async () => {
  const payments = () => [
    paid(A, '2026-12-31T22:00:00.000Z', 2),
    paid(A, '2026-12-31T23:00:00.000Z', 3),
    paid(B, '2026-12-31T23:00:00.000Z', 4),
    paid(A, '2027-01-01T05:30:00.000Z', 5),
    paid(B, '2027-01-01T05:30:00.000Z', 6),
    paid(A, '2027-01-01T06:30:00.000Z', 7),
  ]
  const zones = () => [zoned(A, 'America/Chicago', 0, 'NetworkCreated'), zoned(B, 'Europe/Berlin', 1, 'NetworkCreated')]
  const expected = ['2026-00001', '2026-00002', '2027-00001', '2026-00003', '2027-00002', '2027-00001']
  expect((await numbered([[payments(), zones()]])).flat()).toEqual(expected)
  const one = payments()
  const each = await numbered([[[], zones()], ...one.map((payment) => [[payment], []] as [Row[], ReturnType<typeof zoned>[]])])
  expect(each.flat()).toEqual(expected)
})

test("the year is that of the network's time zone at the time, also if the zone changes at the turn of the year", async () => {
  const turn = '2026-12-31T20:00:00.000Z'
  const payments = () => [paid(A, turn, 2), paid(A, turn, 4), paid(A, turn, 6), paid(A, turn, 8)]
  const changes = () => [
    zoned(A, 'America/Chicago', 1, 'NetworkCreated'),
    zoned(A, 'Asia/Tokyo', 3),
    zoned(B, 'America/Chicago', 5),
    zoned(A, 'America/Chicago', 7),
  ]
  const expected = ['2026-00001', '2027-00001', '2027-00002', '2026-00002']
  expect((await numbered([[payments(), changes()]])).flat()).toEqual(expected)
  const [[first = [], ...others] = []] = [payments().map((payment) => [payment])]
  const [one, two, three, four] = changes()
  expect(
    (
      await numbered([
        [[], one ? [one] : []],
        [first, two ? [two] : []],
        [others.slice(0, 2).flat(), [three, four].flatMap((zone) => zone ?? [])],
        [others.slice(2).flat(), []],
      ])
    ).flat(),
  ).toEqual(expected)
})

test('a payment keeps its number after a reversal, and can be found by it', async () => {
  const { admin, bills } = await startNetwork(app)
  const pay = (n: number, amount: number) =>
    admin.post(`/api/assessment-bills/${bills[n]?.id}/receipts`, { amount, method: 'check', reference: `check ${n}` })
  await pay(0, 10)
  await pay(1, 20)
  await pay(0, 30)
  const listed = async (query = '') => (await admin.get<{ data: Payment[] }>(`/api/payments${query}`)).data
  const year = Number(dayIn('America/New_York', instantOf(Date.now())).slice(0, 4))
  const before = await listed()
  expect(before.map(({ receiptNumber, amount }) => [receiptNumber, amount])).toEqual([
    [receiptNumberOf(year, 3), 30],
    [receiptNumberOf(year, 2), 20],
    [receiptNumberOf(year, 1), 10],
  ])
  expect(before[0]?.reference).toBe('check 0')
  await admin.post(`/api/assessment-bills/${bills[0]?.id}/reversals`, { paymentId: before[2]?.id, reason: 'bounced' })
  await pay(1, 40)
  expect((await listed()).map(({ receiptNumber, status }) => [receiptNumber, status])).toEqual([
    [receiptNumberOf(year, 4), 'Completed'],
    [receiptNumberOf(year, 3), 'Completed'],
    [receiptNumberOf(year, 2), 'Completed'],
    [receiptNumberOf(year, 1), 'Reversed'],
  ])
  expect((await listed(`?search=${receiptNumberOf(year, 2)}`)).map(({ amount }) => amount)).toEqual([20])
  expect(await listed(`?search=${receiptNumberOf(year, 9)}`)).toEqual([])
  const { data } = await admin.get<{ data: { kind: string; subtitle: string }[] }>(`/api/find?q=${receiptNumberOf(year, 2)}`)
  expect(data).toMatchObject([{ kind: 'payment', subtitle: expect.stringContaining(`receipt ${receiptNumberOf(year, 2)}`) }])
  expect((await admin.send('get', '/api/exports/payments.csv')).text).toContain(`,Completed,${receiptNumberOf(year, 4)}`)
  const asOf = encodeURIComponent(new Date().toISOString())
  expect((await listed(`?asOf=${asOf}`)).map(({ receiptNumber }) => receiptNumber)).toEqual([4, 3, 2, 1].map((n) => receiptNumberOf(year, n)))
})
