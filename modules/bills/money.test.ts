import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moneyAgrees } from '../../scripts/invariants.ts'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { instantOf } from '../kernel/dates.ts'
import type { Payment } from '../payments/contract.ts'
import { addJob } from '../platform/jobs.ts'
import type { Bill, Credit } from './contract.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

type Answered = { data: Bill; code?: string; message?: string }
const csv = 'firstName,lastName,email\nRuth,One,ruth@money.example\nOle,Two,ole@money.example\n'
/** A network in which Ruth has a bill of $100 in each of two programs. */
const started = async () => {
  const made = await startNetwork(app, { csv })
  const { admin, networkId, profileId } = made
  const second = await admin.post(`/api/networks/${networkId}/assessments`, {
    name: 'Camp',
    frequency: 'OneTime',
    type: 'Uniform',
    amount: 100,
    dueDate: '2150-06-30',
  })
  await admin.put(`/api/assessment-programs/${second.id}/payment-profile`, { paymentProfileId: profileId })
  await admin.upload(second.id, csv)
  const ruths = (bills: readonly Bill[]) => bills.find(({ individualMember }) => individualMember?.firstName === 'Ruth')?.id ?? ''
  const [dues, camp] = [ruths(made.bills), ruths(await admin.bills(second.id))]
  const oles = made.bills.find(({ individualMember }) => individualMember?.firstName === 'Ole')?.id ?? ''
  const bill = (id: string, path: string, json: object) => admin.send<Answered>('post', `/api/assessment-bills/${id}/${path}`, { json })
  return {
    ...made,
    dues,
    camp,
    oles,
    adjust: (id: string, amount: number) => bill(id, 'adjustments', { amount, reason: 'Agreed' }),
    receive: (id: string, amount: number) => bill(id, 'receipts', { amount, method: 'check' }),
    reverse: (id: string, paymentId: string) => bill(id, 'reversals', { paymentId, reason: 'A mistake' }),
    apply: (id: string, paymentId: string, amount?: number) => bill(id, 'credits', { paymentId, reason: 'Theirs', ...(amount ? { amount } : {}) }),
    payBack: (paymentId: string, amount?: number) =>
      admin.send<Answered>('post', `/api/payments/${paymentId}/credit-refunds`, { json: { reason: 'Asked for', ...(amount ? { amount } : {}) } }),
    payments: async () => (await admin.get<{ data: Payment[] }>('/api/payments')).data,
    credits: async () => (await admin.get<{ data: Credit[] }>('/api/credits')).data,
    summary: () => admin.get<Record<string, number>>('/api/dashboard/summary'),
  }
}
const shown = ({ status, body }: { status: number; body: Answered }) => [status, body.data?.status, body.data?.amount, body.data?.balance]
const refused = ({ status, body }: { status: number; body: Answered }) => [status, body.code]

test('records thirty simultaneous receipts, and answers each with the balance after it', async () => {
  const { dues, receive } = await started()
  const answers = await Promise.all(Array.from({ length: 30 }, () => receive(dues, 3)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(answers.map(({ body }) => body.data.balance).sort((a, b) => b - a)).toEqual(answers.map((_, i) => 97 - 3 * i))
})

describe('an adjustment', () => {
  test('raises or lowers the amount; money above the new amount becomes credit', async () => {
    const { dues, adjust, receive, summary, credits } = await started()
    expect(shown(await adjust(dues, 25.5))).toEqual([201, 'Unpaid', 125.5, 125.5])
    expect(shown(await receive(dues, 125.5))).toEqual([201, 'Paid', 125.5, 0])
    expect(shown(await adjust(dues, -40))).toEqual([201, 'Paid', 85.5, 0])
    expect(await credits()).toMatchObject([{ amount: 40, payor: { name: 'Ruth One' }, program: { name: 'Dues' } }])
    expect(await summary()).toMatchObject({ totalCollected: 85.5, unappliedCredit: 40 })
    expect(shown(await adjust(dues, 10))).toEqual([201, 'Partial', 95.5, 10])
    expect((await adjust(dues, -1000)).body.message).toBe('The credit is larger than the bill')
    expect(shown(await adjust(dues, -95.5))).toEqual([201, 'Paid', 0, 0])
    expect(await moneyAgrees(app.pool)).toEqual([])
  })

  test('is rejected for an archived bill', async () => {
    const { admin, dues, adjust } = await started()
    await admin.put(`/api/assessment-bills/${dues}/archive`, {})
    expect(refused(await adjust(dues, 5))).toEqual([409, 'not-allowed'])
  })
})

describe('a reversal', () => {
  test('undoes a payment with a new event, and the bill is open again', async () => {
    const { admin, dues, reverse, payments, summary } = await started()
    await admin.put(`/api/assessment-bills/${dues}/mark-as-paid`, { method: 'cash' })
    const [paid] = await payments()
    for (let times = 0; times < 2; times += 1) expect(shown(await reverse(dues, paid?.id ?? ''))).toEqual([201, 'Unpaid', 100, 100])
    expect(await payments()).toMatchObject([{ id: paid?.id, status: 'Reversed', amount: 100 }])
    expect(await summary()).toMatchObject({ totalCollected: 0, totalOutstanding: 400 })
    expect(
      refused(await admin.send<Answered>('post', `/api/assessment-bills/${dues}/refunds`, { json: { paymentId: paid?.id, reason: 'x' } })),
    ).toEqual([409, 'not-refundable'])
    expect(shown(await reverse(dues, 'nonsense'))[0]).toBe(404)
    expect(await moneyAgrees(app.pool)).toEqual([])
  })
})

describe('unapplied credit', () => {
  test("settles another bill of the same payor, up to that bill's balance", async () => {
    const { dues, camp, oles, receive, apply, credits, summary, reverse, payments } = await started()
    await receive(dues, 260)
    const [{ id = '' } = {}] = await payments()
    expect(refused(await apply(oles, id))).toEqual([404, 'not-found'])
    expect(refused(await apply(camp, id, 161))).toEqual([409, 'not-enough-credit'])
    expect(shown(await apply(camp, id, 30))).toEqual([201, 'Partial', 100, 70])
    expect(await credits()).toMatchObject([{ amount: 130 }])
    expect(shown(await apply(camp, id))).toEqual([201, 'Paid', 100, 0])
    expect(await credits()).toMatchObject([{ amount: 60 }])
    expect(refused(await apply(camp, id))).toEqual([409, 'not-allowed'])
    expect(await summary()).toMatchObject({ totalCollected: 200, unappliedCredit: 60 })
    expect(
      (await payments()).map(({ amount }) => amount),
      'one payment, whole',
    ).toEqual([260])
    expect(refused(await reverse(dues, id))).toEqual([409, 'not-allowed'])
    expect(await moneyAgrees(app.pool)).toEqual([])
  })

  test('can be taken back after it was used, and then the payment can be reversed', async () => {
    const { dues, camp, receive, apply, credits, reverse, payments, summary } = await started()
    await receive(dues, 150)
    const [{ id = '' } = {}] = await payments()
    await apply(camp, id)
    const [used] = (await app.store.read(`bill-${dues}`)).filter(({ type }) => type === 'CreditUsed')
    const creditId = String(used?.data.creditId)
    for (let times = 0; times < 2; times += 1) expect(shown(await reverse(camp, creditId))).toEqual([201, 'Unpaid', 100, 100])
    await expect.poll(credits).toMatchObject([{ amount: 50 }])
    expect(shown(await reverse(dues, id))).toEqual([201, 'Unpaid', 100, 100])
    expect(await summary()).toMatchObject({ totalCollected: 0, unappliedCredit: 0 })
    expect(await moneyAgrees(app.pool)).toEqual([])
  })

  test('can be refunded, but never more than there is', async () => {
    const { dues, receive, payBack, payments, summary } = await started()
    await receive(dues, 150)
    const [{ id = '' } = {}] = await payments()
    expect(refused(await payBack(id, 51))).toEqual([409, 'not-enough-credit'])
    expect(shown(await payBack(id, 20))).toEqual([201, 'Paid', 100, 0])
    expect(await summary()).toMatchObject({ totalCollected: 100, unappliedCredit: 30 })
    expect(await payments()).toMatchObject([{ status: 'PartiallyRefunded' }])
    expect(shown(await payBack(id))).toEqual([201, 'Paid', 100, 0])
    expect(refused(await payBack(id))).toEqual([409, 'not-enough-credit'])
    expect(await moneyAgrees(app.pool)).toEqual([])
  })

  test('that was reserved before a crash is applied after it', async () => {
    const { dues, camp, receive, payments, admin } = await started()
    await receive(dues, 150)
    const [{ id = '' } = {}] = await payments()
    const stream = `bill-${dues}` as const
    const { length } = await app.store.read(stream)
    const data = { billId: dues, creditId: crypto.randomUUID(), paymentId: id, amount: 5000, toBillId: camp, reason: 'Theirs' }
    const metadata = { $correlationId: 'x', $causationId: 'x', actor: 'user:x', schema: 1, at: app.clock.now() }
    await app.store.append(stream, [{ id: crypto.randomUUID(), type: 'CreditUsed', data, metadata }], length - 1)
    await expect
      .poll(async () => (await admin.get<Bill>(`/api/assessment-bills/${camp}`).then((bill) => (bill as unknown as { data: Bill }).data)).balance)
      .toBe(50)
    expect(await moneyAgrees(app.pool)).toEqual([])
  })
})

describe('credit between two bills', () => {
  type Line = readonly [line: string, appends: number, thenAnswered: boolean]
  const lines: readonly Line[] = [
    ['before the other bill takes it', 1, true],
    ['right after it is reserved', 1, false],
    ['right after the other bill has taken it', 2, false],
    ['before the unused part returns', 2, true],
    ['right after the unused part has returned', 3, false],
  ]
  test.each(lines)('arrives after a crash %s', async (_, appends, thenAnswered) => {
    const { admin, dues, camp, receive, payments, apply, credits } = await started()
    await receive(dues, 260)
    const [{ id = '' } = {}] = await payments()
    const { append } = app.store
    const store = app.store as { append: typeof append }
    let left = appends
    // Simulates a crash at this append: nothing more is written until the restart.
    store.append = async (...args) => {
      if (!args[0].startsWith('bill-')) return append(...args)
      if (left <= 0) throw new Error('killed')
      left -= 1
      const answer = await append(...args)
      if (left === 0 && !thenAnswered) throw new Error('killed')
      return answer
    }
    expect((await apply(camp, id, 150)).status).toBe(500)
    store.append = append
    const balance = async () => (await admin.get<{ data: Bill }>(`/api/assessment-bills/${camp}`)).data.balance
    await expect.poll(balance).toBe(0)
    await expect.poll(credits).toMatchObject([{ amount: 60 }])
    expect(await moneyAgrees(app.pool)).toEqual([])
  })

  test('if it was returned, does not settle the bill when the same job runs again', async () => {
    const { admin, dues, camp, receive, reverse, payments, credits } = await started()
    await receive(dues, 150)
    const [{ id: paymentId = '' } = {}] = await payments()
    await receive(camp, 100)
    const other = (await payments()).find(({ id }) => id !== paymentId)?.id ?? ''
    const stream = `bill-${dues}` as const
    const creditId = crypto.randomUUID()
    const data = { billId: dues, creditId, paymentId, amount: 5000, toBillId: camp, reason: 'Theirs' }
    const metadata = { $correlationId: 'x', $causationId: 'x', actor: 'user:x', schema: 1, at: app.clock.now() }
    await app.store.append(stream, [{ id: crypto.randomUUID(), type: 'CreditUsed', data, metadata }], (await app.store.read(stream)).length - 1)
    // The other bill is paid by now, so the reserved credit returns.
    await expect.poll(async () => (await app.store.read(stream)).at(-1)?.type).toBe('CreditReturned')
    await reverse(camp, other)
    const { toBillId, billId: fromBillId, ...credit } = data
    await addJob(app.pool, { task: 'settle-credit', payload: { ...credit, fromBillId, toBillId } as never })
    await app.written()
    expect((await admin.get<{ data: Bill }>(`/api/assessment-bills/${camp}`)).data.balance).toBe(100)
    expect(await credits()).toMatchObject([{ amount: 50 }])
    expect(await moneyAgrees(app.pool)).toEqual([])
  })
})

test('a claim that is sent again after its answer was lost gets a token that withdraws it', async () => {
  const { dues } = await started()
  const path = `/api/assessments/${dues}/mark-as-paid`
  const claim = () =>
    app.guest().send<{ data: { withdrawToken: string } }>('post', path, { json: { paymentMethod: 'zelle' }, headers: { 'idempotency-key': 'lost' } })
  expect((await claim()).status).toBe(200)
  // Simulates a crash between the append and storing the answer.
  await app.pool.query(`delete from idempotency_keys where key = 'lost'`)
  const { withdrawToken } = (await claim()).body.data
  expect(await app.guest().send('delete', path, { json: { withdrawToken } })).toMatchObject({ status: 200, body: { data: { status: 'Unpaid' } } })
})

test('mails Admins once about claims that have waited for a week', async () => {
  const { admin, dues } = await started()
  await app.guest().post(`/api/assessments/${dues}/mark-as-paid`, { paymentMethod: 'zelle' })
  const nags = async () =>
    (await app.guest().get<{ data: { subject: string; text: string }[] }>(`/api/sandbox/mail?to=${admin.email}`)).data.filter(({ subject }) =>
      subject.includes('waiting'),
    )
  const move = (days: number) => app.guest().post('/api/sandbox/clock', { now: instantOf(Date.now() + days * 86_400_000) })
  await move(6)
  expect(await nags()).toHaveLength(0)
  await move(7.1)
  await expect
    .poll(nags)
    .toMatchObject([{ subject: '1 payment has been waiting for more than a week', text: expect.stringMatching(/\/payors\/claims\s/) }])
  await move(8)
  await app.written()
  expect(await nags()).toHaveLength(1)
  await move(0)
})
