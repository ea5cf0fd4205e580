import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, startApp, startNetwork, terms } from '../../scripts/testing/app.ts'
import type { CampaignRun } from '../campaigns/contract.ts'
import type { Member } from '../payors/contract.ts'
import type { HistoryRow } from '../shared/history.ts'
import type { Bill } from './contract.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

type Answer = { data: Bill | null; billGenerationError: string | null; code: string; message: string }
const bill = (client: Client, programId: string, json: object, key?: string) =>
  client.send<Answer>('post', `/api/assessment-programs/${programId}/bills`, { json, ...(key ? { headers: { 'idempotency-key': key } } : {}) })

const nora = { kind: 'individual', firstName: 'Nora', lastName: 'Hand', email: 'nora@hand.example' }
let people = 0
/** A network with a program, and a payor outside it. */
const started = async (made: Parameters<typeof startNetwork>[1] = {}) => {
  people += 1
  const network = await startNetwork(app, made)
  const email = `nora${people}@hand.example`
  const member = await network.admin.post<Member>('/api/members', { ...nora, email })
  return { ...network, member, email }
}

describe('[d] a bill issued by hand', () => {
  test('is issued at once and shows that it was issued by hand', async () => {
    const { admin, programId, member } = await started()
    const { status, body } = await bill(admin, programId, { memberId: member.id, amount: 5 })
    expect([status, body]).toMatchObject([
      201,
      {
        data: { status: 'Unpaid', amount: 100, balance: 100, dueDate: '2150-06-30T00:00:00.000Z', individualMember: { id: member.id } },
        billGenerationError: null,
      },
    ])
    expect((await admin.bills(programId)).map(({ id }) => id)).toContain(body.data?.id)
    expect(await admin.get(`/api/members/${member.id}`)).toMatchObject({ balance: 100, bills: [{ id: body.data?.id }] })
    const { data } = await admin.get<{ data: HistoryRow[] }>(`/api/assessment-bills/${body.data?.id}/history`)
    expect(data.map(({ type, cause, actor }) => [type, cause, actor.name])).toEqual([['BillIssued', 'by hand', 'Ada Example']])
  })

  test('takes an amount only in a Custom program', async () => {
    const { admin, programId, member, bills } = await started({ terms: { type: 'Custom' } })
    expect((await bill(admin, programId, { memberId: member.id, amount: 42.5 })).body.data?.amount).toBe(42.5)
    await admin.put(`/api/assessment-bills/${bills[0]?.id}/archive`, {})
    const again = await bill(admin, programId, { memberId: bills[0]?.individualMember?.id })
    expect(again.body.data?.amount, 'the default').toBe(100)
  })

  test('is the only one of its payor and period until it is archived', async () => {
    const { admin, programId, member } = await started()
    const first = await bill(admin, programId, { memberId: member.id }, 'one-bill')
    const repeated = await bill(admin, programId, { memberId: member.id }, 'one-bill')
    expect([repeated.status, repeated.body.data?.id]).toEqual([201, first.body.data?.id])
    // Simulates a first try that crashed before its answer was stored.
    await app.pool.query('delete from idempotency_keys')
    const cut = await bill(admin, programId, { memberId: member.id }, 'one-bill')
    expect([cut.status, cut.body.data?.id]).toEqual([201, first.body.data?.id])
    for (const _ of [1, 2]) {
      const { status, body } = await bill(admin, programId, { memberId: member.id })
      expect([status, body.code]).toEqual([409, 'already-billed'])
    }
    const { body: uploaded } = await admin.upload(programId, `firstName,lastName,email\nNora,Hand,${member.email}\n`)
    expect(uploaded.billGeneration).toEqual({ created: 0, duplicates: 1, skipped: 0 })
    await admin.put(`/api/assessment-bills/${first.body.data?.id}/archive`, {})
    const next = await bill(admin, programId, { memberId: member.id })
    expect(next.status).toBe(201)
    expect(next.body.data?.id).not.toBe(first.body.data?.id)
    const replaced = async (id: string | undefined) => (await admin.get<{ data: Bill }>(`/api/assessment-bills/${id}`)).data.replaced
    expect([await replaced(first.body.data?.id), await replaced(next.body.data?.id)]).toEqual([true, undefined])
    const back = await admin.send<{ code: string }>('put', `/api/assessment-bills/${first.body.data?.id}/mark-as-paid`, { json: {} })
    expect(back.status, 'the place is taken').toBe(409)
  })

  test.each([
    ['Yearly', '2150-11-30', '2151-04-30'],
    ['OneTime', '2159-01-01', '2170-01-01'],
  ])('is the only one of its payor and period after any changes of the due date: %s', async (frequency, ...dueDates) => {
    const csv = 'firstName,lastName\nRuth,One\nOle,Two\n'
    const { admin, programId, bills } = await started({ csv, terms: { frequency } })
    const [first] = bills
    const payor = { memberId: first?.individualMember?.id }
    let former = first?.id
    for (const dueDate of dueDates) {
      await admin.put(`/api/assessments/${programId}`, { ...terms, frequency, dueDate })
      expect((await bill(admin, programId, payor)).body.code).toBe('already-billed')
      if (former === first?.id) {
        const { body: uploaded } = await admin.upload(programId, csv)
        expect(uploaded.billGeneration).toEqual({ created: 0, duplicates: 2, skipped: 0 })
      }
      await admin.put(`/api/assessment-bills/${former}/archive`, {})
      const next = await bill(admin, programId, payor)
      expect(next.body.data).toMatchObject({ dueDate: `${dueDate}T00:00:00.000Z`, period: first?.period })
      const back = await admin.send('put', `/api/assessment-bills/${former}/mark-as-paid`, { json: {} })
      expect(back.status, 'the place is taken').toBe(409)
      former = next.body.data?.id
    }
    expect((await bill(admin, programId, payor)).body.code).toBe('already-billed')
  })

  test('is not refused for a monthly bill after the program has become yearly', async () => {
    const { admin, programId, bills } = await started({ terms: { frequency: 'Monthly' } })
    // The job that bills after the profile was attached reads the program when it runs, so it must run before the
    // change.
    await app.written()
    await admin.put(`/api/assessments/${programId}`, { ...terms, frequency: 'Yearly', dueDate: '2150-09-30' })
    const { body } = await bill(admin, programId, { memberId: bills[0]?.individualMember?.id })
    expect(body).toMatchObject({ data: { dueDate: '2150-09-30T00:00:00.000Z' } })
  })

  test('is issued once by simultaneous requests', async () => {
    const { admin, programId, member } = await started()
    const answers = await Promise.all(Array.from({ length: 5 }, () => bill(admin, programId, { memberId: member.id })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect((await admin.bills(programId)).filter(({ individualMember }) => individualMember?.id === member.id)).toHaveLength(1)
  })

  test('also enrolls the payor for later periods', async () => {
    const today = new Date()
    const due = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + 10)).toISOString().slice(0, 10)
    const { admin, programId, member } = await started({ terms: { frequency: 'Monthly', dueDate: due } })
    await bill(admin, programId, { memberId: member.id })
    await admin.put(`/api/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
    const move = (days: number) =>
      app.guest().send('post', '/api/sandbox/clock', { json: { now: new Date(today.getTime() + days * 86_400_000).toISOString() } })
    await move(15)
    const ofNora = async () => (await admin.bills(programId)).filter(({ individualMember }) => individualMember?.id === member.id)
    await expect.poll(async () => (await ofNora()).length).toBe(2)
    await move(0)
  })
})

describe('[d] the mail of a bill issued by hand', () => {
  test('waits for the launch, and goes out in a separate run while the campaign is Active', async () => {
    const { admin, programId, member, email } = await started()
    const second = await admin.post<Member>('/api/members', { ...nora, firstName: 'Ola', email: `ola.${email}` })
    const mailed = async (to: string) => (await app.mailsTo(to, /./)).length
    await bill(admin, programId, { memberId: member.id })
    await app.written()
    expect(await mailed(email)).toBe(0)
    await admin.put(`/api/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
    await expect.poll(() => mailed(email)).toBe(1)
    await bill(admin, programId, { memberId: second.id })
    await expect.poll(() => mailed(`ola.${email}`)).toBe(1)
    const runs = async () => (await admin.get<{ data: CampaignRun[] }>(`/api/assessment-programs/${programId}/runs`)).data
    await expect
      .poll(async () => (await runs()).map(({ status, totalCount }) => [status, totalCount]))
      .toEqual([
        ['Completed', 1],
        ['Completed', 3],
      ])
    expect(await mailed(email), 'nobody twice').toBe(1)
  })
})

describe('[d] a bill by hand is refused', () => {
  test('for a payor or program of another network, or an unknown one, as if it were absent', async () => {
    const mine = await started()
    const theirs = await started()
    const forgotten = await mine.admin.post<Member>('/api/members', { ...nora, firstName: 'Gone' })
    await mine.admin.send('delete', `/api/members/${forgotten.id}`)
    for (const memberId of [theirs.member.id, forgotten.id, 'nonsense', '01a1fe3c-e23a-7240-b021-56c9a778f0fa']) {
      const { status, body } = await bill(mine.admin, mine.programId, { memberId })
      expect([status, body.message]).toEqual([404, 'Member not found or you do not have access to it.'])
    }
    for (const programId of [theirs.programId, 'nonsense', '01a1fe3c-e23a-7240-b021-56c9a778f0fa']) {
      const { status, body } = await bill(mine.admin, programId, { memberId: mine.member.id })
      expect([status, body.message]).toEqual([404, 'Assessment program not found or you do not have access to it.'])
    }
  })

  test('in a Completed or Archived program', async () => {
    const { admin, programId, member } = await started()
    for (const status of ['Completed', 'Archived']) {
      await admin.put(`/api/assessment-programs/${programId}/status`, { status })
      const answer = await bill(admin, programId, { memberId: member.id })
      expect([answer.status, answer.body.code]).toEqual([409, 'not-active'])
    }
  })
})

test('without a payment profile the payor is only enrolled, and is billed once one is attached', async () => {
  const { admin, networkId, profileId, member } = await started()
  const program = await admin.post(`/api/networks/${networkId}/assessments`, { ...terms, name: 'Later', type: 'Custom' })
  for (const amount of [30, 70]) {
    const { status, body } = await bill(admin, program.id, { memberId: member.id, amount })
    expect([status, body]).toEqual([
      201,
      { data: null, billGenerationError: 'Bills could not be generated. Please make sure a payment profile is set up and attached.' },
    ])
  }
  expect(await admin.bills(program.id)).toEqual([])
  await admin.put(`/api/assessment-programs/${program.id}/payment-profile`, { paymentProfileId: profileId })
  expect((await admin.bills(program.id)).map(({ amount, individualMember }) => [amount, individualMember?.id])).toEqual([[70, member.id]])
})
