import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import type { Member, MemberLedger } from './contract.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const csv = 'firstName,lastName,email,phone\nRuth,One,ruth@details.example,(320) 555-0101\nOle,Two,ole@details.example,\n'
const started = async () => {
  const made = await startNetwork(app, { csv, terms: { type: 'Custom' } })
  const [first] = made.bills.filter(({ individualMember }) => individualMember?.firstName === 'Ruth')
  const id = first?.individualMember?.id ?? ''
  return { ...made, id, billId: first?.id ?? '', path: `/api/members/${id}`, ledger: () => made.admin.get<MemberLedger>(`/api/members/${id}`) }
}

describe('[d] the details of a payor', () => {
  test('are shown with all bills and payments', async () => {
    const { admin, billId, ledger } = await started()
    await admin.post(`/api/assessment-bills/${billId}/receipts`, { amount: 30, method: 'check', reference: '1201' })
    expect(await ledger()).toMatchObject({
      name: 'Ruth One',
      email: 'ruth@details.example',
      balance: 70,
      bills: [{ id: billId, status: 'Partial', balance: 70 }],
      payments: [{ billId, amount: 30, method: 'check' }],
    })
  })

  test('change only in the given fields, and only against the version that was read', async () => {
    const { admin, path, ledger } = await started()
    const first = await admin.send('get', path)
    const changed = await admin.send<Member>('put', path, {
      json: { email: 'Ruth.New@Details.example', phone: '', lastName: 'Uno', kind: 'congregation', balance: 5 },
      headers: { 'if-match': first.headers.get('etag') ?? '' },
    })
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { name: 'Ruth Uno', email: 'ruth.new@details.example', phone: null, kind: 'individual', balance: 100 },
    ])
    expect((await admin.send('put', path, { json: { gender: 'f' }, headers: { 'if-match': first.headers.get('etag') ?? '' } })).status).toBe(412)
    expect((await admin.send('put', path, { json: { gender: 'f' }, headers: { 'if-match': changed.headers.get('etag') ?? '' } })).status).toBe(200)
    expect(await ledger()).toMatchObject({ name: 'Ruth Uno', gender: 'f', phone: null })
  })

  test('lose double spaces in names, as they do when added or uploaded', async () => {
    const { admin, path } = await started()
    expect((await admin.send<Member>('put', path, { json: { firstName: 'Ruth  Ann' } })).body.name).toBe('Ruth Ann One')
    const grace = await admin.post<Member>('/api/members', { kind: 'congregation', name: 'Grace Chapel' })
    expect((await admin.send<Member>('put', `/api/members/${grace.id}`, { json: { name: 'Grace  Church' } })).body.name).toBe('Grace Church')
  })

  test('allow only congregations of the same network, or none', async () => {
    const { admin, path, ledger, id } = await started()
    const grace = await admin.post<Member>('/api/members', { kind: 'congregation', name: 'Grace Chapel' })
    const changed = await admin.send<Member>('put', path, { json: { congregationId: grace.id } })
    expect([changed.status, changed.body.congregation]).toEqual([200, { id: grace.id, name: 'Grace Chapel' }])
    expect(await ledger()).toMatchObject({ congregation: { name: 'Grace Chapel' }, email: 'ruth@details.example' })
    const elsewhere = await started()
    const foreign = await elsewhere.admin.post<Member>('/api/members', { kind: 'congregation', name: 'Foreign Chapel' })
    for (const congregationId of [foreign.id, id, 'x']) expect((await admin.send('put', path, { json: { congregationId } })).status).toBe(404)
    // A missing field stays as it is; a congregation never has a congregation.
    expect((await admin.send<Member>('put', path, { json: { gender: 'f' } })).body.congregation).toMatchObject({ id: grace.id })
    expect((await admin.send<Member>('put', `/api/members/${grace.id}`, { json: { congregationId: grace.id } })).body.congregation).toBeNull()
    expect((await admin.send<Member>('put', path, { json: { congregationId: '' } })).body.congregation).toBeNull()
  })

  test('keep each of many concurrent changes', async () => {
    const { admin, path } = await started()
    const changes = [
      { gender: 'f' },
      { phone: '320 555 0199' },
      { lastName: 'Uno' },
      { dob: '1980-02-29T00:00:00.000Z' },
      { email: 'uno@details.example' },
    ]
    const answers = await Promise.all(changes.map((json) => admin.send<Member>('put', path, { json })))
    for (const [i, { status, body }] of answers.entries()) expect([status, body]).toMatchObject([200, changes[i]])
    expect(await admin.get(path)).toMatchObject(Object.assign({}, ...changes))
  })

  test('are matched by an upload under the new name', async () => {
    const { admin, path, programId, id } = await started()
    await admin.put(path, { lastName: 'Uno' })
    const { body } = await admin.upload(programId, 'firstName,lastName,email\nRuth,Uno,ruth@details.example\n')
    expect(body.billGeneration).toEqual({ created: 0, duplicates: 1, skipped: 0 })
    const { data } = await admin.get<{ data: Member[] }>('/api/members?search=Uno')
    expect(data.map((member) => member.id)).toEqual([id])
  })

  test('are gone for good after forgetting: no readable name is left in tables or log, and the money stays', async () => {
    const { admin, path, billId, ledger, id } = await started()
    await admin.put(path, { email: 'secret.address@details.example' })
    await admin.put(`/api/assessment-bills/${billId}/mark-as-paid`, {})
    for (let times = 0; times < 2; times += 1) expect((await admin.send('delete', path)).status).toBe(204)
    expect(await ledger()).toMatchObject({
      name: 'Forgotten member',
      firstName: null,
      email: null,
      bills: [{ status: 'Paid', amount: 100 }],
      payments: [{ amount: 100 }],
    })
    expect((await admin.get<{ data: Member[] }>('/api/members?search=secret')).data).toEqual([])
    const { rows } = await app.pool.query(`select wrapped from person_keys where owner = $1`, [id])
    expect(rows).toEqual([{ wrapped: null }])
    const log = await app.pool.query<{ written: string }>(`select string_agg(data::text, ' ') as written from events where stream = $1`, [
      `member-${id}`,
    ])
    expect(log.rows[0]?.written).not.toContain('secret')
  })
})

describe('a new amount', () => {
  test('is previewed, then applied only to Unpaid bills', async () => {
    const { admin, programId, bills } = await started()
    const path = `/api/assessment-programs/${programId}`
    const { name, frequency, type, dueDate } = await admin.get<Record<string, string>>(`/api/assessments/${programId}`)
    await admin.put(`/api/assessments/${programId}`, { name, frequency, type, dueDate, amount: 120 })
    expect(
      (await admin.bills(programId)).map(({ amount }) => amount),
      'issued bills keep their amount',
    ).toEqual([100, 100])
    await admin.put(`/api/assessment-bills/${bills[0]?.id}/mark-as-paid`, {})
    const preview = { data: { bills: 1, before: 100, after: 120 } }
    expect(await admin.post(`${path}/reprice`, { dryRun: true })).toEqual(preview)
    expect((await admin.bills(programId)).map(({ amount }) => amount)).toEqual([100, 100])
    expect(await admin.post(`${path}/reprice`)).toEqual(preview)
    expect((await admin.bills(programId)).map(({ amount }) => amount).sort()).toEqual([100, 120])
    expect(await admin.post(`${path}/reprice`)).toEqual({ data: { bills: 0, before: 0, after: 0 } })
  })
})
