import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, type Client, startApp } from '../../scripts/testing/app.ts'
import { payingAt, startPayableNetwork } from '../../scripts/testing/paying.ts'
import type { Bill } from '../bills/contract.ts'
import type { Remittance } from '../remittances/contract.ts'
import type { SettledPayment } from './contract.ts'

const CARD = { card: '4242424242424242' }
const BANK = { accountNumber: '000123456789' }

let app: App
let made: Awaited<ReturnType<typeof startPayableNetwork>>
let paying: ReturnType<typeof payingAt>
let others: ReturnType<typeof payingAt>
let unused: Bill[]
let ruth: Client
beforeAll(async () => {
  app = await startApp()
  const email = 'ruth@example.org'
  const csv = `firstName,lastName,email\n${Array.from({ length: 60 }, (_, i) => `Ruth,Row${i},${email}`).join('\n')}\n`
  made = await startPayableNetwork(app, { csv, terms: { type: 'Custom' } })
  ruth = await app.join('Ruth', email)
  paying = payingAt(ruth)
  others = payingAt(app.guest())
  unused = [...made.bills]
})
afterAll(() => app.stop())
beforeEach(async () => void (await paying.chaos({ duplicate: 0, reorder: 0, drop: 0, failRate: 0, loseAnswers: 0, delayMs: 0 })))

const next = (count = 3): string[] => unused.splice(0, count).map(({ id }) => id)
const bill = async (id: string): Promise<Bill> => (await made.admin.get<{ data: Bill }>(`/api/assessment-bills/${id}`)).data
const statuses = (ids: readonly string[]): Promise<string[]> => Promise.all(ids.map(async (id) => (await bill(id)).status))
const become = (ids: readonly string[], wanted: string) => expect.poll(() => statuses(ids), { interval: 50 }).toEqual(ids.map(() => wanted))
const paymentsOn = async (id: string): Promise<SettledPayment[]> =>
  (await made.admin.get<{ data: SettledPayment[] }>(`/api/assessment-bills/${id}/payments`)).data
const remittance = async (id: string): Promise<Remittance> => (await made.admin.get<{ data: Remittance }>(`/api/remittances/${id}`)).data
const typesOf = async (id: string): Promise<string[]> => (await app.store.read(`bill-${id}`)).map(({ type }) => type)
const refused = ({ status: code, body }: { status: number; body: { code: string } }) => [code, body.code]

const paidByCard = async (by: Record<string, unknown> = CARD) => {
  const ids = next()
  const { body } = await paying.intend(ids)
  await paying.pay(body.paymentIntentId, by)
  await paying.confirm(ids, body.paymentIntentId)
  const [payment] = await paymentsOn(ids[0] ?? '')
  return { ids, intentId: body.paymentIntentId, id: payment?.remittanceId ?? '' }
}

describe('one card payment for several bills', () => {
  test('takes the sum by one intent, and records one remittance with one receipt', async () => {
    const ids = next()
    const { status, body } = await paying.intend(ids)
    expect([status, body.amount, body.connectedAccountId]).toEqual([200, 300, made.accountId])
    expect((await paying.pay(body.paymentIntentId, CARD)).status).toBe('succeeded')
    expect((await paying.confirm(ids, body.paymentIntentId)).body).toEqual({ data: { status: 'Paid' } })
    expect(await statuses(ids)).toEqual(['Paid', 'Paid', 'Paid'])
    const payments = (await Promise.all(ids.map(paymentsOn))).flat()
    expect(payments.map(({ amount, method, description }) => [amount, method, description])).toEqual(
      ids.map(() => [100, 'credit', 'Dues (Visa 4242)']),
    )
    const [id, ...more] = new Set(payments.map(({ remittanceId }) => remittanceId))
    expect(more).toEqual([])
    expect(await remittance(id ?? '')).toMatchObject({ amount: 300, method: 'credit', reference: 'Visa 4242', status: 'Completed', unapplied: 0 })
    expect(new Set(payments.map(({ receiptNumber }) => receiptNumber)).size).toBe(1)
    expect(payments.reduce((sum, { settlement }) => sum + Math.round((settlement?.fee ?? 0) * 100), 0)).toBe(Math.round(300 * 2.9) + 30)
  })

  test('gives two tabs the same intent, and records every report of it once', async () => {
    const ids = next()
    const answers = await Promise.all(Array.from({ length: 5 }, () => paying.intend(ids)))
    const given = answers.flatMap(({ status, body }) => (status === 200 ? [body.paymentIntentId] : []))
    expect(new Set([...given, (await paying.intend(ids.toReversed())).body.paymentIntentId]).size).toBe(1)
    await paying.chaos({ duplicate: 1, reorder: 1 })
    await paying.pay(given[0] ?? '', CARD)
    await Promise.all(Array.from({ length: 20 }, () => paying.confirm(ids, given[0] ?? '')))
    await become(ids, 'Paid')
    await app.written()
    for (const id of ids) expect((await typesOf(id)).filter((type) => type === 'PaymentHeld')).toHaveLength(1)
  })

  test('is recorded by webhook alone if the browser crashed, and by the comparison if the webhook was lost, too', async () => {
    const ids = next()
    const { body } = await paying.intend(ids)
    await paying.pay(body.paymentIntentId, CARD)
    await become(ids, 'Paid')
    const silent = next()
    await paying.chaos({ drop: 1 })
    await paying.pay((await paying.intend(silent)).body.paymentIntentId, CARD)
    const { data } = await made.admin.post<{ data: { settled: number; differences: unknown[] }[] }>('/api/reconciliations')
    expect(data).toMatchObject([{ settled: 1, differences: [] }])
    expect(await statuses(silent)).toEqual(['Paid', 'Paid', 'Paid'])
  })

  test('a bank debit is under way on every bill, and fails or clears on all', async () => {
    const ids = next()
    const { body } = await paying.intend(ids, { method: 'ach' })
    expect((await paying.pay(body.paymentIntentId, BANK)).status).toBe('processing')
    await paying.confirm(ids, body.paymentIntentId)
    expect(await Promise.all(ids.map(async (id) => (await bill(id)).debit))).toEqual(['underway', 'underway', 'underway'])
    expect(refused(await others.intend(ids[1] ?? '')), 'while it is under way').toEqual([409, 'not-payable'])
    await paying.settle(body.paymentIntentId)
    await become(ids, 'Paid')

    const returned = next()
    const second = (await paying.intend(returned, { method: 'ach' })).body.paymentIntentId
    await paying.pay(second, { accountNumber: '000111111116' })
    await paying.confirm(returned, second)
    await paying.settle(second)
    await expect.poll(async () => Promise.all(returned.map(async (id) => (await bill(id)).debit))).toEqual(['failed', 'failed', 'failed'])
    expect((await paying.intend(returned)).body.paymentIntentId).not.toBe(second)
  })

  test('ends when one of its bills changes, and when one is paid alone', async () => {
    const ids = next()
    const { body } = await paying.intend(ids)
    await made.admin.put(`/api/assessment-bills/${ids[1]}/amount`, { amount: 40 })
    expect((await paying.pay(body.paymentIntentId, CARD)).error?.code, 'after one amount has changed').toBe('payment_intent_unexpected_state')
    const again = (await paying.intend(ids)).body
    expect(again.amount).toBe(240)
    const alone = (await others.intend(ids[2] ?? '')).body
    expect(alone.paymentIntentId).not.toBe(again.paymentIntentId)
    expect((await paying.pay(again.paymentIntentId, CARD)).error?.code, 'while one is paid alone').toBe('payment_intent_unexpected_state')
    await others.pay(alone.paymentIntentId, CARD)
    await become(ids.slice(2), 'Paid')
    expect(await statuses(ids)).toEqual(['Unpaid', 'Unpaid', 'Paid'])
    expect(refused(await paying.intend(ids)), 'with a paid one').toEqual([409, 'not-payable'])
    expect((await paying.intend(ids.slice(0, 2))).body.amount).toBe(140)
  })

  test('is refunded bill by bill or whole, and a dispute takes the money of all bills until it is won', async () => {
    const { ids, id, intentId } = await paidByCard()
    await made.admin.post(`/api/assessment-bills/${ids[1]}/refunds`, { paymentId: (await paymentsOn(ids[1] ?? ''))[0]?.id, reason: 'Twice' })
    expect(await statuses(ids)).toEqual(['Paid', 'Unpaid', 'Paid'])
    await made.admin.post(`/api/remittances/${id}/refunds`, { reason: 'Moved away' })
    expect(await statuses(ids)).toEqual(['Unpaid', 'Unpaid', 'Unpaid'])
    expect(await remittance(id)).toMatchObject({ status: 'Refunded' })
    expect((await made.admin.get<{ data: { differences: unknown[] }[] }>('/api/reconciliations')).data[0]?.differences ?? []).toEqual([])

    const disputed = await paidByCard()
    await paying.dispute(disputed.intentId)
    await become(disputed.ids, 'Unpaid')
    await paying.dispute(disputed.intentId, 'won')
    await become(disputed.ids, 'Paid')
    expect(intentId).not.toBe(disputed.intentId)
  })
})

describe('access to several bills', () => {
  test('only their signed-in payor, or the holder of the mailed list', async () => {
    const ids = next()
    expect(refused(await others.intend(ids)), 'a guest').toEqual([403, 'forbidden'])
    expect(refused(await others.intend(ids, { token: 'forged' })), 'a forged list').toEqual([403, 'forbidden'])
    const stranger = payingAt(await app.join('Bob'))
    expect(refused(await stranger.intend(ids)), 'another payor').toEqual([403, 'forbidden'])
    expect((await others.intend(ids.slice(0, 1))).status, 'one bill is paid as before').toBe(200)
  })

  test('not more than fifty, and not to two accounts', async () => {
    expect((await paying.intend(Array.from({ length: 51 }, (_, i) => `${'A'.repeat(20)}${String(i).padStart(2, '0')}`))).status).toBe(400)
    const other = await startPayableNetwork(app, { csv: 'firstName,lastName,email\nRuth,Row,ruth@example.org\n' })
    const ids = [...next(1), other.bills[0]?.id ?? '']
    expect(refused(await paying.intend(ids))).toEqual([409, 'different-accounts'])
  })
})

describe('one claim for several bills', () => {
  test('makes all of them wait, is withdrawn from all by its token, and refused by none or all', async () => {
    const ids = next()
    const claim = () =>
      ruth.send<{ data: { status: string; withdrawToken: string } }>('post', '/api/claims', { json: { billIds: ids, paymentMethod: 'zelle' } })
    const { status, body } = await claim()
    expect([status, body.data.status]).toEqual([201, 'PendingConfirmation'])
    expect(await statuses(ids)).toEqual(ids.map(() => 'PendingConfirmation'))
    expect((await app.guest().send('delete', `/api/claims/${body.data.withdrawToken}`)).status).toBe(204)
    expect(await statuses(ids)).toEqual(ids.map(() => 'Unpaid'))
    await made.admin.put(`/api/assessment-bills/${ids[2]}/mark-as-paid`, {})
    const { status: code } = await claim()
    expect([code, await statuses(ids)]).toEqual([409, ['Unpaid', 'Unpaid', 'Paid']])
    expect((await app.guest().send('post', '/api/claims', { json: { billIds: ids.slice(0, 2), paymentMethod: 'zelle' } })).status).toBe(403)
  })
})
