import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import type { PublicBill } from '../bills/contract.ts'
import type { Payment } from '../payments/contract.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const page = (path: string) => fetch(`${app.base}${path}`, { headers: { 'accept-language': 'en' } })
const textOf = async (answer: Response) =>
  (await answer.text()).replace(/<!doctype[\s\S]*<body[^>]*>|<script[\s\S]*<\/script>|<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const pay = (network: Awaited<ReturnType<typeof startNetwork>>, n: number, amount: number, more: object = {}) =>
  network.admin.post(`/api/assessment-bills/${network.bills[n]?.id}/receipts`, { amount, method: 'check', reference: 'No. 1042', ...more })
const paymentsOf = async (network: Awaited<ReturnType<typeof startNetwork>>) =>
  (await network.admin.get<{ data: Payment[] }>('/api/payments?order=asc')).data

test('many payors who open their bills at once each see their payments and network alone', async () => {
  const networks = [await startNetwork(app), await startNetwork(app)]
  const opened = networks.flatMap((network, i) => network.bills.map(({ id }, n) => ({ id, network, n, amount: 10 * i + n + 1 })))
  for (const { network, n, amount } of opened) await pay(network, n, amount)
  const names = await Promise.all(networks.map(async ({ admin }) => (await admin.get<{ user: { email: string } }>('/api/auth/verify')).user.email))
  for (let round = 0; round < 3; round += 1) {
    const ask = ({ id }: { id: string }) => app.guest().send<{ data: PublicBill }>('get', `/api/assessment-bills/${id}`)
    const seen = await Promise.all(opened.map(ask))
    expect(
      seen.map(
        ({
          body: {
            data: { id, payments, contact },
          },
        }) => [id, payments.map(({ amount }) => amount), contact?.email],
      ),
    ).toEqual(opened.map(({ id, network, amount }) => [id, [amount], names[networks.indexOf(network)]]))
  }
})

test("a receipt is open to the readers of its bill's page, at its own bill only (R75)", async () => {
  const network = await startNetwork(app)
  const other = await startNetwork(app)
  const [bill, second] = network.bills
  await pay(network, 0, 40, { receivedOn: '2026-01-05' })
  await pay(network, 1, 10)
  await pay(other, 0, 10)
  const [mine, second1] = await paymentsOf(network)
  const [foreign] = await paymentsOf(other)
  const receipt = await page(`/pay/${bill?.id}/receipts/${mine?.id}`)
  expect([receipt.status, receipt.headers.get('x-robots-tag'), receipt.headers.get('cache-control'), receipt.headers.get('referrer-policy')]).toEqual(
    [200, 'noindex', 'no-store', 'no-referrer'],
  )
  const words = await textOf(receipt)
  for (const said of [
    `Receipt number ${mine?.receiptNumber}`,
    'Date Jan 5, 2026',
    '$40.00',
    'Paid by Check',
    'Reference No. 1042',
    `Bill ${bill?.code}`,
  ])
    expect(words).toContain(said)
  const absent = await page('/pay/AAAAAAAAAAAAAAAAAAAAAA')
  const none = await textOf(absent)
  expect([absent.status, none]).toEqual([404, expect.stringContaining('Assessment not found.')])
  for (const path of [
    `/pay/${bill?.id}/receipts/${second1?.id}`,
    `/pay/${bill?.id}/receipts/${foreign?.id}`,
    `/pay/${bill?.id}/receipts/00000000-0000-4000-8000-000000000000`,
    `/pay/${bill?.id}/receipts/x`,
    `/pay/${second?.id}/receipts/${mine?.id}`,
    `/pay/AAAAAAAAAAAAAAAAAAAAAA/receipts/${mine?.id}`,
    `/pay/x/receipts/${mine?.id}`,
  ]) {
    const answer = await page(path)
    expect([answer.status, await textOf(answer)], path).toEqual([404, none])
  }
})

test('a receipt links to the proof of its payment, and shows a reversal', async () => {
  const network = await startNetwork(app)
  await pay(network, 0, 40)
  const [payment] = await paymentsOf(network)
  const path = `/pay/${network.bills[0]?.id}/receipts/${payment?.id}`
  const [, proof = ''] = /href="([^"]*\/proofs\/[^"]*)"/.exec(await (await page(path)).text()) ?? []
  expect(await textOf(await page(new URL(proof).pathname))).toContain('Proof that this payment is in the books')
  await network.admin.post(`/api/assessment-bills/${network.bills[0]?.id}/reversals`, { paymentId: payment?.id, reason: 'It bounced' })
  const words = await textOf(await page(path))
  expect(words).toContain('This payment was reversed and no longer counts.')
  expect(words, 'the reason is for the books').not.toContain('bounced')
})

test('the public bill lists its payments, and none of an archived bill', async () => {
  const network = await startNetwork(app)
  const id = network.bills[0]?.id
  await pay(network, 0, 40)
  const read = async () => (await app.guest().get<{ data: PublicBill }>(`/api/assessment-bills/${id}`)).data
  const [payment] = await paymentsOf(network)
  const shown = { id: payment?.id, receiptNumber: payment?.receiptNumber, amount: 40, refunded: 0, kept: 0, method: 'check', reference: 'No. 1042' }
  expect((await read()).payments).toMatchObject([{ ...shown, status: 'Completed' }])
  expect(Object.keys((await read()).payments[0] ?? {}).sort()).toEqual([...Object.keys(shown), 'receivedOn', 'status'].sort())
  await network.admin.put(`/api/assessment-bills/${id}/archive`, {})
  expect(await read()).toEqual({ id, status: 'Archived' })
  const receipt = await page(`/pay/${id}/receipts/${payment?.id}`)
  const words = await textOf(receipt)
  expect([receipt.status, words]).toEqual([200, expect.stringContaining('Nothing is due.')])
  for (const kept of ['1042', '40.00', String(payment?.receiptNumber)]) expect(words).not.toContain(kept)
})

test("shows another bill's credit on the bill that it settled", async () => {
  const csv = 'firstName,lastName,email\nRuth,Bell,ruth@credit.example\n'
  const network = await startNetwork(app, { csv })
  const { admin, networkId, profileId } = network
  const fee = { name: 'Fee', frequency: 'OneTime', type: 'Uniform', amount: 60, dueDate: '2150-06-30' }
  const program = await admin.post(`/api/networks/${networkId}/assessments`, fee)
  await admin.put(`/api/assessment-programs/${program.id}/payment-profile`, { paymentProfileId: profileId })
  await admin.upload(program.id, csv)
  const [second] = await admin.bills(program.id)
  await pay(network, 0, 5_000)
  const [payment] = await paymentsOf(network)
  const own = network.bills[0]?.amount ?? 0
  const receipt = `/pay/${network.bills[0]?.id}/receipts/${payment?.id}`
  const kept = (credit: number) =>
    `$${credit.toLocaleString('en-US', { minimumFractionDigits: 2 })} of this payment is kept as credit for your next bill.`
  expect(await textOf(await page(receipt))).toContain(kept(5_000 - own))
  await admin.post(`/api/assessment-bills/${second?.id}/credits`, { paymentId: payment?.id, reason: 'theirs' })
  const paid = await textOf(await page(`/pay/${second?.id}`))
  expect(paid).toContain('Payment Completed')
  expect(paid).toContain('Payments $60.00 From your credit')
  expect(await textOf(await page(receipt)), 'less what another bill has needed').toContain(kept(5_000 - own - 60))
})
