import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Instant } from '../../modules/kernel/dates.ts'
import { countsAgree, moneyAgrees } from '../../scripts/invariants.ts'
import { type App, type Client, PASSWORD, startApp } from '../../scripts/testing/app.ts'
import { payingAt, startPayableNetwork } from '../../scripts/testing/paying.ts'
import { readPdf } from '../../scripts/testing/pdf-text.ts'

type Part = { n: number; amount: number; dueDate: string; paid: number; status: string }
type Plan = { parts: Part[]; chosenBy: string }
type Bill = {
  id: string
  status: string
  balance: number
  nextDue?: { amount: number; dueDate: string } | null
  plan?: Plan
  plansOffered?: number[]
}

const DUE = '2026-01-31'
const api = (day: string) => `${day}T00:00:00.000Z`

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** A program that offers plans, with two bills of $240 due on Jan 31. `id`: the bill of this address. */
const started = async (email = 'ole@example.org') => {
  app.clock.moveTo('2026-01-10T15:00:00.000Z' as Instant)
  const made = await startPayableNetwork(app, {
    csv: `firstName,lastName,email\nRuth,One,ruth@example.org\nOle,Two,${email}\n`,
    terms: { amount: 240, dueDate: DUE },
  })
  const { admin, programId, bills } = made
  const offered = await admin.put<{ data: { plans: number[] } }>(`/api/assessment-programs/${programId}/plans`, { counts: [12, 4, 3, 4] })
  expect(offered.data.plans).toEqual([3, 4, 12])
  const [{ id } = expect.fail('no bill'), other = expect.fail('no bill')] = bills
  const billOf = async (by: Client, bill = id) => (await by.get<{ data: Bill }>(`/api/assessment-bills/${bill}`)).data
  const choose = (by: Client, count: number, bill = id) =>
    by.send<{ data: Plan; code: string }>('post', `/api/assessment-bills/${bill}/plan`, { json: { count } })
  /** Moves the clock, and signs in again, since a session expires within two idle months. */
  const goTo = async (at: string) => {
    app.clock.moveTo(at as Instant)
    await admin.post('/api/auth/login', { email: admin.email, password: PASSWORD })
  }
  return { ...made, id, other: other.id, billOf, choose, goTo }
}

describe('a payment plan', () => {
  test('is chosen by a guest, and the bill is overdue only with the parts that are missed (R138)', async () => {
    const { admin, programId, id, billOf, choose, goTo } = await started()
    const guest = app.guest()
    expect(await billOf(guest)).toMatchObject({ plansOffered: [3, 4, 12] })
    expect(await billOf(guest)).not.toHaveProperty('nextDue')
    expect(await guest.get(`/api/assessment-bills/${id}/plan`)).toEqual({ data: null })
    const made = await choose(guest, 3)
    expect([made.status, made.body.data]).toEqual([
      201,
      {
        parts: [
          { n: 1, amount: 80, dueDate: api(DUE), paid: 0, status: 'open' },
          { n: 2, amount: 80, dueDate: api('2026-02-28'), paid: 0, status: 'open' },
          { n: 3, amount: 80, dueDate: api('2026-03-31'), paid: 0, status: 'open' },
        ],
        chosenBy: 'payor',
      },
    ])
    expect(await guest.get(`/api/assessment-bills/${id}/plan`)).toEqual({ data: made.body.data })
    expect((await billOf(guest)).plansOffered).toBeUndefined()

    const seen = async () => {
      const { membersPastDue: pastDue } = await admin.get<{ membersPastDue: number }>('/api/dashboard/summary')
      const { totalOverdue } = await admin.get<{ totalOverdue: number }>(`/api/assessment-programs/${programId}/count`)
      const { data: ages } = await admin.get<{ data: Record<string, number> }>(`/api/reports/aging?assessmentProgramId=${programId}`)
      const { data: counts } = await admin.get<{ data: Record<string, number> }>(`/api/bill-counts?assessmentProgramId=${programId}`)
      const late = await admin.get<{ data: { id: string }[] }>(`/api/assessment-bills?status=Overdue&assessmentProgramId=${programId}`)
      const { status, nextDue } = await billOf(admin)
      expect((await admin.bills(programId)).find((bill) => bill.id === id)?.status).toBe(status)
      expect(late.data.some((bill) => bill.id === id)).toBe(status === 'Overdue')
      return { status, next: nextDue && [nextDue.amount, nextDue.dueDate.slice(0, 10)], totalOverdue, counts, ages, pastDue }
    }
    // The other bill, without a plan, is due on Jan 31 with its whole balance.
    await goTo('2026-02-10T15:00:00.000Z')
    expect(await seen()).toMatchObject({
      ...{ status: 'Overdue', next: [80, DUE], totalOverdue: 320, counts: { Overdue: 2 }, pastDue: 2 },
      ages: { current: 160, days1to30: 320, days31to60: 0, total: 480 },
    })
    const paid = await admin.post<{ data: Bill }>(`/api/assessment-bills/${id}/receipts`, { amount: 100, method: 'check' })
    expect(paid.data).toMatchObject({ status: 'Partial', nextDue: { amount: 60, dueDate: api('2026-02-28') } })
    expect(await seen()).toMatchObject({
      ...{ status: 'Partial', next: [60, '2026-02-28'], totalOverdue: 240, counts: { Overdue: 1, Partial: 1 }, pastDue: 1 },
      ages: { current: 140, days1to30: 240, total: 380 },
    })
    await goTo('2026-04-05T15:00:00.000Z')
    expect(await seen()).toMatchObject({
      ...{ status: 'Overdue', next: [60, '2026-02-28'], totalOverdue: 380, pastDue: 2 },
      ages: { current: 0, days1to30: 80, days31to60: 60, days61to90: 240, total: 380 },
    })
    expect((await admin.get<{ data: Plan }>(`/api/assessment-bills/${id}/plan`)).data.parts.map(({ paid, status }) => [paid, status])).toEqual([
      [80, 'paid'],
      [20, 'overdue'],
      [0, 'overdue'],
    ])
    const then = await admin.get<{ data: Plan }>(`/api/assessment-bills/${id}/plan?asOf=2026-02-01T00:00:00.000Z`)
    expect(then.data.parts.map(({ paid, status }) => [paid, status])).toEqual([
      [0, 'open'],
      [0, 'open'],
      [0, 'open'],
    ])
  })

  test('is refused with a reason, and only an Admin replaces or cancels it', async () => {
    const { admin, programId, id, other, billOf, choose, goTo } = await started()
    const guest = app.guest()
    const refusal = async (answer: Promise<{ status: number; body: { code: string } }>) => answer.then(({ status, body }) => [status, body.code])
    expect(await refusal(choose(guest, 6))).toEqual([409, 'plan-not-offered'])
    await admin.post(`/api/assessment-bills/${other}/adjustments`, { amount: -130, reason: 'Agreed' })
    expect((await billOf(guest, other)).plansOffered).toEqual([3, 4])
    expect(await refusal(choose(guest, 12, other))).toEqual([409, 'part-too-small'])
    expect((await guest.send('delete', `/api/assessment-bills/${id}/plan`)).status).toBe(401)
    await choose(guest, 3)
    expect(await refusal(choose(guest, 4))).toEqual([409, 'not-allowed'])

    await goTo('2026-02-10T15:00:00.000Z')
    const replaced = await choose(admin, 4)
    expect(replaced.body.data).toMatchObject({ chosenBy: 'admin', parts: [{ amount: 60, dueDate: api('2026-02-10') }, {}, {}, {}] })
    expect((await admin.send('delete', `/api/assessment-bills/${id}/plan`)).status).toBe(204)
    expect(await billOf(admin)).toMatchObject({ status: 'Overdue', balance: 240, dueDate: api(DUE) })
    expect(await billOf(admin)).not.toHaveProperty('nextDue')
    expect((await admin.send('delete', `/api/assessment-bills/${id}/plan`)).status).toBe(204)
    const { data: history } = await admin.get<{ data: { summary: string }[] }>(`/api/assessment-bills/${id}/history`)
    expect(history.map(({ summary }) => summary).slice(1)).toEqual([
      'Payment plan of 3 monthly parts chosen, the first due Jan 31, 2026',
      'Payment plan of 4 monthly parts chosen, the first due Feb 10, 2026',
      'Payment plan cancelled',
    ])
    await admin.put(`/api/assessment-programs/${programId}/plans`, { counts: [] })
    expect(await refusal(choose(guest, 3))).toEqual([409, 'plan-not-offered'])
    expect((await admin.send('put', `/api/assessment-programs/${programId}/plans`, { json: { counts: [5] } })).status).toBe(400)
  })

  test('is paid part by part: by card, by bank debit, or by a claim (R139)', async () => {
    const { admin, id, billOf, choose } = await started()
    const payor = app.guest()
    const { intend, pay, confirm, settle } = payingAt(payor)
    await choose(payor, 4)
    const next = await intend(id)
    expect(next.body.amount).toBe(60)
    const all = await intend(id, { pays: 'all' })
    expect(all.body.amount).toBe(240)
    const card = await intend(id)
    await pay(card.body.paymentIntentId, { card: '4242424242424242' })
    await confirm(id, card.body.paymentIntentId)
    expect(await billOf(payor)).toMatchObject({ status: 'Partial', balance: 180, nextDue: { amount: 60, dueDate: api('2026-02-28') } })

    const { data: claim } = await payor.post<{ data: { status: string } }>(`/api/assessments/${id}/mark-as-paid`, { paymentMethod: 'zelle' })
    expect(claim.status).toBe('PendingConfirmation')
    expect(await admin.put(`/api/assessment-bills/${id}/mark-as-paid`, {})).toMatchObject({
      data: { status: 'Partial', balance: 120, nextDue: { amount: 60, dueDate: api('2026-03-31') } },
    })
    const debit = await intend(id, { method: 'ach' })
    await pay(debit.body.paymentIntentId, { accountNumber: '000123456789' })
    await confirm(id, debit.body.paymentIntentId)
    expect((await billOf(payor)).status).toBe('PendingConfirmation')
    expect((await choose(admin, 3)).body.code).toBe('not-payable')
    await settle(debit.body.paymentIntentId)
    await expect.poll(async () => (await billOf(payor)).balance).toBe(60)
    await payor.post(`/api/assessments/${id}/mark-as-paid`, { paymentMethod: 'zelle', pays: 'all' })
    expect(await admin.put(`/api/assessment-bills/${id}/mark-as-paid`, {})).toMatchObject({ data: { status: 'Paid', nextDue: null } })
  })
})

describe('the next part of a plan', () => {
  const paper = async (path: string, by?: Client): Promise<string> => {
    const answer = await fetch(app.base + path, { headers: { cookie: by?.cookie() ?? '' } })
    return readPdf(Buffer.from(await answer.arrayBuffer()))[0]?.text ?? ''
  }

  test('is on the bill and the receipt in mails, on pages and on paper', async () => {
    const { admin, programId, id, choose } = await started('mailed@example.org')
    await choose(app.guest(), 4)
    await admin.put(`/api/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
    const { text } = await app.mailTo('mailed@example.org', /^Dues: \$60\.00 due Jan 31, 2026$/)
    expect(text).toContain('$60.00\nNext payment, due Jan 31, 2026\n$240.00 total, $0.00 paid, $240.00 open')
    await admin.post(`/api/assessment-bills/${id}/receipts`, { amount: 60, method: 'check' })
    const next = 'Next payment: $60.00, due Feb 28, 2026.'
    const receipt = await app.mailTo('mailed@example.org', /^Receipt: \$60\.00/)
    expect(receipt.text).toContain(`$240.00 total, $60.00 paid, $180.00 open. ${next}`)

    const [bill, spanish] = [await paper(`/api/assessment-bills/${id}/bill.pdf`, admin), await paper(`/pay/${id}/bill.pdf?lang=es`)]
    for (const words of ['Next payment, due Feb 28, 2026', '$60.00', 'Open', '$180.00']) expect(bill).toContain(words)
    expect(spanish).toContain('Próximo pago, vence el 28 feb 2026')
    const path = new URL(/View your receipt: (\S+)/.exec(receipt.text)?.[1] ?? '').pathname
    expect(await (await fetch(app.base + path)).text()).toContain(`$180.00 of this bill is still open. ${next}`)
    expect(await paper(`${path}/receipt.pdf`)).toContain(`$180.00 of this bill is still open. ${next}`)
  })

  test("is in search, in a payor's found bills, and in the lines of a remittance", async () => {
    const { admin, id, other, networkId, choose } = await started('found@example.org')
    await choose(app.guest(), 4)
    const next = { amount: 60, dueDate: api(DUE) }
    const found = await admin.get<{ data: { id: string; subtitle: string }[] }>(`/api/find?q=${id}`)
    expect(found.data).toMatchObject([{ id, subtitle: '$240.00 open · next payment $60.00 due Jan 31, 2026' }])

    await app.guest().send('post', '/api/find-my-bill', { json: { network: networkId, email: 'found@example.org' } })
    const mail = await app.mailTo('found@example.org', /^Your open bills/)
    const link = new URL(/https?:\/\/\S+\/find\/\S+/.exec(mail.text)?.[0] ?? '').pathname
    const form = { raw: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const guest = app.guest()
    const pressed = await guest.send('post', link, form)
    const list = (await guest.send('get', pressed.headers.get('location') ?? link)).text
    for (const words of ['Jan 31, 2026', 'Next payment: $60.00', '$240.00']) expect(list).toContain(words)

    const money = {
      amount: 100,
      method: 'check',
      allocations: [
        { billId: id, amount: 60 },
        { billId: other, amount: 40 },
      ],
    }
    type Seen = { data: { id: string; allocations: { nextDue?: unknown }[] } }
    const preview = await admin.post<Seen>('/api/remittances', { ...money, dryRun: true })
    expect(preview.data.allocations[0]).toMatchObject({ billId: id, balance: 240, nextDue: next })
    expect(preview.data.allocations[1]).not.toHaveProperty('nextDue')
    const { data } = await admin.post<Seen>('/api/remittances', money)
    const [paid] = (await admin.get<Seen>(`/api/remittances/${data.id}`)).data.allocations
    expect(paid).toMatchObject({ billId: id, balance: 180, nextDue: { amount: 60, dueDate: api('2026-02-28') } })
  })

  test('is the amount of a claim, unless the payor sent the whole balance (R139)', async () => {
    const { admin, id, other, choose } = await started('claims@example.org')
    const payor = app.guest()
    await choose(payor, 4)
    type Waiting = { data: { bill: Bill; amount?: number }[] }
    type Claimed = { data: { claimed?: { amount?: number } } }
    const claim = (bill: string, pays: string) =>
      payor.post<{ data: { withdrawToken: string } }>(`/api/assessments/${bill}/mark-as-paid`, { paymentMethod: 'zelle', pays })
    const amounts = async () => {
      const waiting = (await admin.get<Waiting>('/api/claims')).data.map(({ bill, amount }) => [bill.id, amount])
      const claimed = async (by: Client) => (await by.get<Claimed>(`/api/assessment-bills/${id}`)).data.claimed?.amount
      return { waiting, claimed: [await claimed(payor), await claimed(admin)] }
    }
    await claim(other, 'next')
    const { data } = await claim(id, 'next')
    expect(await amounts()).toEqual({
      waiting: [
        [other, undefined],
        [id, 60],
      ],
      claimed: [60, 60],
    })
    expect((await app.mailTo('claims@example.org', /^You marked your payment/)).text).toContain('$60.00\nSent, not confirmed yet')
    expect(await paper(`/pay/${id}/bill.pdf`)).toContain('You told us that you sent $60.00.')
    await payor.send('delete', `/api/assessments/${id}/mark-as-paid`, { json: data })
    expect((await amounts()).claimed).toEqual([undefined, undefined])
    await claim(id, 'all')
    expect((await amounts()).claimed).toEqual([240, 240])
  })
})

test('the sums and counts agree with the bills after plans were chosen, paid and cancelled', async () => {
  expect(await moneyAgrees(app.pool)).toEqual([])
  expect(await countsAgree(app.pool)).toEqual([])
})
