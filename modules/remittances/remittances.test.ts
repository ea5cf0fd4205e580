import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moneyAgrees } from '../../scripts/invariants.ts'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import type { Bill } from '../bills/contract.ts'
import { billStream } from '../bills/events.ts'
import type { BillId, PaymentId } from '../kernel/ids.ts'
import type { HistoryRow } from '../shared/history.ts'
import type { Remittance } from './contract.ts'
import { remittanceStream } from './events.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

type Answered = { data: Remittance; code?: string; message?: string; issues?: { path: string; message: string }[] }
const csv = 'firstName,lastName,email\nRuth,One,ruth@many.example\nOle,Two,ole@many.example\nAda,Three,\n'

/** A network of three members with a bill of $100 each; Ruth has a second one of $40, due earlier. */
const started = async () => {
  const made = await startNetwork(app, { csv })
  const { admin, networkId, profileId } = made
  const camp = await admin.post(`/api/networks/${networkId}/assessments`, {
    ...{ name: 'Camp', frequency: 'OneTime', type: 'Uniform', amount: 40, dueDate: '2149-06-30' },
  })
  await admin.put(`/api/assessment-programs/${camp.id}/payment-profile`, { paymentProfileId: profileId })
  await admin.upload(camp.id, 'firstName,lastName,email\nRuth,One,ruth@many.example\n')
  const of = (name: string, bills: readonly Bill[]) => bills.find(({ individualMember }) => individualMember?.firstName === name) ?? expect.fail(name)
  const [early] = await admin.bills(camp.id)
  const [ruth, ole, ada] = [of('Ruth', made.bills), of('Ole', made.bills), of('Ada', made.bills)]
  const payor = (bill: Bill) => bill.individualMember?.id ?? ''
  const record = (json: object, headers = {}) =>
    admin.send<Answered>('post', '/api/remittances', { json: { method: 'check', reference: 'No. 12', ...json }, headers })
  return {
    ...made,
    ...{ early: early ?? expect.fail(), ruth, ole, ada, payor, record },
    bill: async (id: string) => (await admin.get<{ data: Bill }>(`/api/assessment-bills/${id}`)).data,
    reverse: (id: string, json: object = {}) =>
      admin.send<Answered>('post', `/api/remittances/${id}/reversals`, { json: { reason: 'It bounced', ...json } }),
  }
}
const split = ({ allocations, unapplied }: Remittance) => [...allocations.map(({ billId, amount }) => [billId, amount]), unapplied]

describe('recording a remittance', () => {
  test('pays the open bills of the payer, oldest due date first, and keeps the rest as credit', async () => {
    const { record, ruth, early, ada, payor, bill, admin } = await started()
    const { status, body } = await record({ payerId: payor(ruth), amount: 150, receivedOn: '2026-01-05' })
    expect(status).toBe(201)
    expect(split(body.data)).toEqual([[early.id, 40], [ruth.id, 100], 10])
    expect(body.data).toMatchObject({
      ...{ amount: 150, method: 'check', reference: 'No. 12', receivedOn: '2026-01-05T00:00:00.000Z', status: 'Completed', depositId: null },
      payer: { kind: 'individual', id: payor(ruth), name: 'Ruth One' },
      receiptNumber: expect.stringMatching(/^\d{4}-\d{5}$/),
    })
    for (const one of [early, ruth]) expect(await bill(one.id)).toMatchObject({ status: 'Paid', balance: 0 })
    const payments = (await admin.get<{ data: { remittanceId: string; receiptNumber: string }[] }>('/api/payments')).data
    expect(new Set(payments.map(({ receiptNumber }) => receiptNumber)).size, 'one receipt number').toBe(1)
    expect(payments.map(({ remittanceId }) => remittanceId)).toEqual([body.data.id, body.data.id])
    await admin.post(`/api/assessment-bills/${ada.id}/receipts`, { amount: 5, method: 'cash' })
    expect((await admin.get<{ data: object[] }>('/api/payments')).data[0]).not.toHaveProperty('remittanceId')
    expect(await admin.get<{ data: Remittance }>(`/api/remittances/${body.data.id}`)).toEqual({ data: body.data })
    expect((await admin.get<{ unappliedCredit: number }>('/api/dashboard/summary')).unappliedCredit).toBe(10)
  })

  test('pays bills of other payors by id or code, with or without amounts', async () => {
    const { record, ruth, ole, ada, bill } = await started()
    const allocations = [{ billId: ole.id, amount: 60 }, { code: ruth.code.toLowerCase() }, { code: ada.code }]
    const { body } = await record({ amount: 180, allocations })
    expect(split(body.data)).toEqual([[ole.id, 60], [ruth.id, 100], [ada.id, 20], 0])
    expect(body.data.payer).toBeNull()
    expect(await bill(ole.id)).toMatchObject({ status: 'Partial', balance: 40 })
    expect(await bill(ada.id)).toMatchObject({ status: 'Partial', balance: 80 })
  })

  test('a preview shows the same and records nothing', async () => {
    const { record, ruth, payor, bill, admin } = await started()
    const preview = await record({ payerId: payor(ruth), amount: 150, dryRun: true })
    expect(preview.status).toBe(200)
    expect(preview.body.data.receiptNumber).toBeNull()
    expect(await bill(ruth.id)).toMatchObject({ status: 'Unpaid' })
    expect((await admin.get<{ data: Remittance[] }>('/api/remittances')).data).toEqual([])
    const { body } = await record({ payerId: payor(ruth), amount: 150 })
    expect(split(body.data)).toEqual(split(preview.body.data))
  })

  test('a repeated request records once', async () => {
    const { record, ruth, payor, admin } = await started()
    const once = { 'idempotency-key': 'a-check' }
    const answers = await Promise.all([1, 2, 3].map(() => record({ payerId: payor(ruth), amount: 50 }, once)))
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id)).size).toBe(1)
    expect((await admin.get<{ data: Remittance[] }>('/api/remittances')).data.map(({ amount }) => amount)).toEqual([50])
  })

  test('keeps the whole amount as credit if the payer owes nothing', async () => {
    const { record, ada, payor } = await started()
    await record({ payerId: payor(ada), amount: 100 })
    const { body } = await record({ payerId: payor(ada), amount: 30 })
    expect(split(body.data)).toEqual([[ada.id, 0], 30])
  })

  test('refuses bad input with a clear sentence, and records nothing', async () => {
    const { record, ruth, ole, payor, admin } = await started()
    const other = await started()
    const answer = async (json: object) => {
      const { status, body } = await record(json)
      return [status, body.code, body.issues?.[0]?.path ?? null, body.issues?.[0]?.message ?? body.message]
    }
    const of = (...allocations: object[]) => ({ amount: 100, allocations })
    expect(await answer(of({ billId: ole.id, amount: 60 }, { billId: ruth.id, amount: 50 }))).toEqual([
      ...[400, 'invalid', 'allocations', 'The allocations exceed the amount by $10.00'],
    ])
    expect(await answer(of({ billId: ole.id, amount: 60 }))).toEqual([201, undefined, null, undefined])
    expect(await answer(of({ billId: ruth.id, amount: 60 }, { billId: ole.id, amount: 10 }))).toEqual([
      ...[400, 'invalid', 'allocations', 'Allocate the remaining $30.00, or choose the payor who keeps it as credit.'],
    ])
    expect(await answer(of({ billId: other.ruth.id }))).toEqual([400, 'invalid', 'allocations.0', 'This bill was not found.'])
    expect(await answer(of({ code: 'NOSUCH22' }))).toEqual([400, 'invalid', 'allocations.0', 'No bill has the code NOSUCH22.'])
    expect(await answer(of({ billId: ole.id, amount: 10 }, { code: ole.code }))).toEqual([
      ...[400, 'invalid', 'allocations.1', `Bill ${ole.code} of Ole Two is listed twice.`],
    ])
    expect((await answer(of({ billId: ole.id, amount: -1 })))[2]).toBe('allocations.0.amount')
    expect((await answer(of({ amount: 1 })))[2]).toBe('allocations.0')
    expect((await answer({ amount: 1 }))[2]).toBe('payerId')
    expect((await answer({ amount: 1, payerId: other.payor(other.ruth) }))[0]).toBe(404)
    expect((await answer({ amount: 1, payerId: payor(ruth), receivedOn: '2199-01-01' }))[2]).toBe('receivedOn')
    await admin.put(`/api/assessment-bills/${ruth.id}/archive`, { reason: 'Moved' })
    expect(await answer(of({ billId: ruth.id }))).toEqual([
      ...[409, 'not-allowed', null, `Bill ${ruth.code} of Ruth One is archived. Restore it, or leave it out.`],
    ])
    expect((await admin.get<{ data: Remittance[] }>('/api/remittances')).data.map(({ amount }) => amount)).toEqual([100])
    expect(await moneyAgrees(app.pool)).toEqual([])
  })
})

describe('a remittance that was interrupted', () => {
  /** Starts a remittance as a process does that dies after `held` of its bills have taken their parts. */
  const interrupted = async (held: number) => {
    const made = await started()
    const { record, ruth, ole, admin } = made
    const { store } = app
    const append = store.append.bind(store)
    let left = held
    const failing = async (...[stream, events, expect]: Parameters<typeof append>) => {
      if (events[0]?.type === 'PaymentHeld' && left-- <= 0) throw new Error('the process died')
      return append(stream, events, expect)
    }
    Object.assign(store, { append: failing })
    const { status } = await record({
      amount: 160,
      allocations: [
        { billId: ruth.id, amount: 100 },
        { billId: ole.id, amount: 60 },
      ],
    })
    expect(status).toBe(500)
    return {
      ...made,
      heal: () => Object.assign(store, { append }),
      list: async () => (await admin.get<{ data: Remittance[] }>('/api/remittances')).data,
    }
  }

  test.each([0, 1])('shows no part after %i of its bills took theirs, and is completed by a job', async (held) => {
    const { bill, ruth, ole, list, heal } = await interrupted(held)
    expect(await list()).toEqual([])
    for (const one of [ruth, ole]) expect(await bill(one.id)).toMatchObject({ status: 'Unpaid', balance: 100 })
    heal()
    await expect.poll(list, { timeout: 20_000 }).toMatchObject([{ amount: 160, status: 'Completed' }])
    expect([(await bill(ruth.id)).balance, (await bill(ole.id)).balance]).toEqual([0, 40])
    expect(await moneyAgrees(app.pool)).toEqual([])
  })

  test('is completed first by the next command on one of its bills', async () => {
    const { admin, ruth, list, heal } = await interrupted(1)
    heal()
    const { body } = await admin.send<{ data: Bill }>('post', `/api/assessment-bills/${ruth.id}/adjustments`, {
      json: { amount: 25, reason: 'Late' },
    })
    expect(body.data).toMatchObject({ amount: 125, balance: 25 })
    expect(await list()).toMatchObject([{ amount: 160 }])
  })
})

test('records nothing if a bill is archived between the preview and the recording', async () => {
  const { record, ruth, ole, admin, bill } = await started()
  const { store } = app
  const append = store.append.bind(store)
  // The archive command runs after the bills were checked, before they take their parts.
  Object.assign(store, {
    append: async (...[stream, events, expect]: Parameters<typeof append>) => {
      const appended = await append(stream, events, expect)
      if (events[0]?.type !== 'RemittanceStarted') return appended
      Object.assign(store, { append })
      await admin.put(`/api/assessment-bills/${ole.id}/archive`, { reason: 'Moved' })
      return appended
    },
  })
  const { status, body } = await record({
    amount: 160,
    allocations: [
      { billId: ruth.id, amount: 100 },
      { billId: ole.id, amount: 60 },
    ],
  })
  expect([status, body.code]).toEqual([409, 'not-allowed'])
  expect(body.message).toContain(`Bill ${ole.code} of Ole Two takes no payment, so nothing was recorded.`)
  expect((await admin.get<{ data: Remittance[] }>('/api/remittances')).data).toEqual([])
  expect(await bill(ruth.id)).toMatchObject({ status: 'Unpaid', balance: 100 })
  const again = await record({ amount: 100, allocations: [{ billId: ruth.id }] })
  expect(again.body.data.allocations).toMatchObject([{ amount: 100 }])
})

describe('reversing', () => {
  test('takes back one allocation, then the rest', async () => {
    const { record, reverse, ruth, ole, bill } = await started()
    const { data } = (await record({ amount: 160, allocations: [{ billId: ruth.id }, { billId: ole.id, amount: 60 }] })).body
    const one = await reverse(data.id, { billIds: [ole.id] })
    expect(one.body.data).toMatchObject({ status: 'PartiallyReversed', amount: 160 })
    expect(one.body.data.allocations.map(({ status, amount }) => [status, amount])).toEqual([
      ['Completed', 100],
      ['Reversed', 60],
    ])
    expect(await bill(ole.id)).toMatchObject({ status: 'Unpaid', balance: 100 })
    expect(await bill(ruth.id)).toMatchObject({ status: 'Paid' })
    expect((await reverse(data.id)).body.data).toMatchObject({ status: 'Reversed', unapplied: 0 })
    expect((await reverse(data.id)).body.data, 'a second time').toMatchObject({ status: 'Reversed' })
    expect(await bill(ruth.id)).toMatchObject({ status: 'Unpaid', balance: 100 })
    expect(await moneyAgrees(app.pool)).toEqual([])
  })

  test('refuses a bill that the remittance has not paid, and credit that was used', async () => {
    const { record, reverse, ruth, ole, early, payor, admin } = await started()
    const { data } = (await record({ payerId: payor(ruth), amount: 50, allocations: [{ billId: early.id }] })).body
    expect((await reverse(data.id, { billIds: [ole.id] })).status).toBe(400)
    await admin.post(`/api/assessment-bills/${ruth.id}/credits`, { paymentId: data.id, reason: 'Theirs' })
    expect((await reverse(data.id)).body).toMatchObject({ code: 'not-allowed' })
  })

  test('reverses a receipt of one bill, which is a remittance, too', async () => {
    const { admin, reverse, ruth } = await started()
    await admin.post(`/api/assessment-bills/${ruth.id}/receipts`, { amount: 30, method: 'cash' })
    const [receipt] = (await admin.get<{ data: Remittance[] }>('/api/remittances')).data
    expect(receipt).toMatchObject({ amount: 30, method: 'cash', payer: { name: 'Ruth One' }, allocations: [{ billId: ruth.id, amount: 30 }] })
    expect((await reverse(receipt?.id ?? '')).body.data.status).toBe('Reversed')
  })
})

test('the history and the list tell of a remittance', async () => {
  const { record, reverse, ruth, ole, payor, admin } = await started()
  const { data } = (await record({ payerId: payor(ruth), amount: 160, allocations: [{ billId: ruth.id }, { billId: ole.id }] })).body
  await reverse(data.id, { billIds: [ole.id] })
  const { data: rows } = await admin.get<{ data: HistoryRow[] }>(`/api/remittances/${data.id}/history`)
  expect(rows.map(({ summary, reason }) => [summary, reason])).toEqual([
    ['Recording of $160.00 (Check) for 2 bills begun', null],
    ['$160.00 (Check) recorded for 2 bills', null],
    ['Payment of one bill reversed', 'It bounced'],
    ['Payment of $60.00 reversed', 'It bounced'],
  ])
  const found = async (query: string) => (await admin.get<{ data: Remittance[] }>(`/api/remittances?${query}`)).data.length
  const today = new Date().toISOString().slice(0, 10)
  expect(await Promise.all(['', 'search=Ruth', `search=${ole.code}`, 'search=No. 12', `search=${data.receiptNumber}`].map(found))).toEqual([
    1, 1, 1, 1, 1,
  ])
  expect(await Promise.all(['search=Nobody', 'method=cash', 'to=2020-01-01', `from=2199-01-01`].map(found))).toEqual([0, 0, 0, 0])
  expect(await found(`method=check&from=2020-01-01&to=${today}`)).toBe(1)
})

test('the log has one event that moves the money of all bills', async () => {
  const { record, ruth, ole } = await started()
  const { data } = (await record({ amount: 160, allocations: [{ billId: ruth.id }, { billId: ole.id }] })).body
  const typesIn = async (stream: Parameters<App['store']['read']>[0]) => (await app.store.read(stream)).map(({ type }) => type)
  expect(await typesIn(remittanceStream(data.id as PaymentId))).toEqual(['RemittanceStarted', 'RemittanceRecorded'])
  for (const { id } of [ruth, ole]) expect(await typesIn(billStream(id as BillId))).toEqual(['BillIssued', 'PaymentHeld'])
})
