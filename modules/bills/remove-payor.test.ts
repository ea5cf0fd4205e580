import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, type Client, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { readPdf } from '../../scripts/testing/pdf-text.ts'
import { addDays, type Instant, type LocalDate } from '../kernel/dates.ts'
import type { MemberLedger } from '../payors/contract.ts'
import type { HistoryRow } from '../shared/history.ts'
import type { Bill, BilledOne, RemovedPayor } from './contract.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const CSV = 'firstName,lastName,email\nRuth,One,ruth@removal.example\nOle,Two,ole@removal.example\n'

const monthly = async () => {
  const today = app.clock.now().slice(0, 10) as LocalDate
  const made = await startNetwork(app, { csv: CSV, terms: { frequency: 'Monthly', dueDate: addDays(today, 5) } })
  await made.admin.put(`/api/assessment-programs/${made.programId}/campaign/status`, { status: 'Active' })
  const ruth = made.bills.find(({ individualMember }) => individualMember?.firstName === 'Ruth')
  const memberId = ruth?.individualMember?.id ?? expect.fail('no member')
  const path = `/api/assessment-programs/${made.programId}`
  return {
    ...made,
    today,
    memberId,
    ruth: ruth?.id ?? '',
    remove: (body: object) => made.admin.send<{ data: RemovedPayor; code: string }>('post', `${path}/removals`, { json: { memberId, ...body } }),
    again: () => made.admin.send<BilledOne>('post', `${path}/bills`, { json: { memberId } }),
    left: async () => (await made.admin.get<MemberLedger>(`/api/members/${memberId}`)).leftPrograms.map(({ name }) => name),
  }
}
const moveTo = (day: LocalDate) => app.guest().post('/api/sandbox/clock', { now: `${day}T15:00:00.000Z` as Instant })
const billsOf = async (admin: Client, programId: string, name: string): Promise<Bill[]> =>
  (await admin.bills(programId)).filter(({ individualMember }) => individualMember?.firstName === name)

test('a payor removed from a recurring program gets no later bill and no mail, and still owes the open bills', async () => {
  const { admin, programId, today, memberId, remove, left } = await monthly()
  await app.mailTo('ruth@removal.example', /./)
  expect((await remove({ openBills: 'keep' })).body).toEqual({ data: { archived: 0, kept: 1 } })
  expect(await left()).toEqual(['Dues'])
  expect((await remove({ openBills: 'keep' })).body, 'a repeat').toEqual({ data: { archived: 0, kept: 1 } })
  const mailed = async (to: string) => (await app.mailsTo(to, /./)).length
  const before = await mailed('ruth@removal.example')
  await moveTo(addDays(today, 9))
  await moveTo(addDays(today, 40))
  await expect.poll(async () => (await billsOf(admin, programId, 'Ole')).length).toBeGreaterThan(1)
  await expect.poll(() => mailed('ole@removal.example')).toBeGreaterThan(2)
  expect(await billsOf(admin, programId, 'Ruth')).toMatchObject([{ status: 'Overdue' }])
  expect(await mailed('ruth@removal.example')).toBe(before)
  const { data } = await admin.get<{ data: { type: string }[] }>('/api/audit/events?pageSize=100')
  expect(data.filter(({ type }) => type === 'PayorRemoved')).toHaveLength(1)
  const [kept] = await billsOf(admin, programId, 'Ruth')
  expect((await admin.send('put', `/api/assessment-bills/${kept?.id}/mark-as-paid`, { json: { method: 'check' } })).status).toBe(200)
  expect(memberId).toBeTruthy()
})

test('archives open bills with the reason; a later upload enrolls the payor again with a bill of the current period', async () => {
  const { admin, programId, ruth, remove, left } = await monthly()
  expect((await remove({ openBills: 'archive', reason: 'Moved to Ohio' })).body).toEqual({ data: { archived: 1, kept: 0 } })
  const { data: history } = await admin.get<{ data: { type: string; reason: string | null }[] }>(`/api/assessment-bills/${ruth}/history`)
  expect(history.at(-1)).toMatchObject({ type: 'BillArchived', reason: 'Moved to Ohio' })
  await admin.upload(programId, CSV)
  expect(await left()).toEqual([])
  expect((await billsOf(admin, programId, 'Ruth')).map(({ status }) => status).sort()).toEqual(['Archived', 'Unpaid'])
})

test('billing a removed payor by hand enrolls them again, but issues no second bill if the first was kept', async () => {
  const { admin, programId, today, remove, again, left } = await monthly()
  await remove({ openBills: 'keep' })
  const { status, body } = await again()
  expect([status, body.data, body.billGenerationError]).toEqual([
    201,
    null,
    'They are on the program again. Their bill for this period already exists.',
  ])
  expect(await left()).toEqual([])
  expect((await again()).status).toBe(409)
  await moveTo(addDays(today, 40))
  await expect.poll(async () => (await billsOf(admin, programId, 'Ruth')).length).toBeGreaterThan(1)
})

test('refuses to remove a payor who was never enrolled, or belongs to another network', async () => {
  const { admin, remove } = await monthly()
  const other = await startNetwork(app, { csv: 'firstName,lastName\nNora,New\n' })
  const nora = other.bills[0]?.individualMember?.id
  expect((await remove({ memberId: nora, openBills: 'keep' })).status).toBe(404)
  const added = await admin.post<{ id: string }>('/api/members', { kind: 'individual', firstName: 'Ada', lastName: 'Solo' })
  expect((await remove({ memberId: added.id, openBills: 'keep' })).status).toBe(409)
})

test("prints an open bill that a removed payor still owes with the program's other bills", async () => {
  const { admin, programId, remove } = await monthly()
  const printed = async () => {
    const answer = await fetch(`${app.base}/api/assessment-programs/${programId}/bills.pdf`, { headers: { cookie: admin.cookie() } })
    return readPdf(Buffer.from(await answer.arrayBuffer())).map((page) => /Ole|Ruth/.exec(JSON.stringify(page))?.[0])
  }
  await remove({ openBills: 'keep' })
  expect(await printed()).toEqual(['Ruth', 'Ole'])
  await remove({ openBills: 'archive' })
  expect(await printed()).toEqual(['Ole'])
})

test("a payor's history shows each removal and each return, only to their network", async () => {
  const { admin, programId, memberId, bills, remove, again } = await monthly()
  const history = async (of: string) =>
    (await admin.get<{ data: HistoryRow[] }>(`/api/members/${of}/history`)).data.map(({ summary, actor, cause }) => [summary, actor.name, cause])
  await remove({ openBills: 'keep' })
  await remove({ openBills: 'keep' })
  await admin.put(`/api/members/${memberId}`, { phone: '(320) 555-0199' })
  await admin.upload(programId, CSV)
  await admin.upload(programId, CSV)
  await remove({ openBills: 'keep' })
  await again()
  const expected = [
    ['Registered', 'Ada Example', 'from row 2 of an upload of members'],
    ['Removed from Dues', 'Ada Example', null],
    ['Details changed', 'Ada Example', null],
    ['Came back to Dues', 'Ada Example', 'by an upload'],
    ['Removed from Dues', 'Ada Example', null],
    ['Came back to Dues', 'Ada Example', 'by hand'],
  ]
  expect(await history(memberId)).toEqual(expected)
  const { data } = await admin.get<{ data: HistoryRow[] }>(`/api/members/${memberId}/history`)
  for (const [i, { at, before }] of data.entries()) if (i > 0) expect([before, at >= (data[i - 1]?.at ?? '')]).toEqual([data[i - 1]?.after, true])
  const ole = bills.find(({ individualMember }) => individualMember?.firstName === 'Ole')?.individualMember?.id ?? ''
  expect(await history(ole)).toEqual([['Registered', 'Ada Example', 'from row 3 of an upload of members']])

  // The journal shows an upload as one event, even if a payor's own event is next to it.
  const journal = await admin.get<{ data: HistoryRow[] }>('/api/audit/events?pageSize=100')
  expect(journal.data.find(({ position }) => position === data[3]?.position)?.summary).toBe('Payors enrolled in the program by an upload')

  const other = await startNetwork(app, { csv: CSV })
  expect((await other.admin.send('get', `/api/members/${memberId}/history`)).status).toBe(404)
  const theirs = other.bills[0]?.individualMember?.id ?? ''
  const { data: others } = await other.admin.get<{ data: HistoryRow[] }>(`/api/members/${theirs}/history`)
  expect(others.map(({ summary }) => summary)).toEqual(['Registered'])

  await admin.send('delete', `/api/members/${memberId}`)
  expect((await history(memberId)).map(([summary]) => summary)).toEqual([...expected.map(([summary]) => summary), 'Forgotten'])
})
