import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tablesAreTheLog } from '../../scripts/invariants.ts'
import { type App, type Client, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { openReadSide } from '../../scripts/with-log.ts'
import type { HistoryRow } from '../shared/history.ts'
import type { Member } from './contract.ts'

type Refusal = { code: string; message: string; matches?: Member[]; issues?: { path: string; message: string }[] }

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const nora = {
  ...{ kind: 'individual', firstName: ' Nora ', lastName: 'van  Dahl', email: 'Nora@Hand.example', phone: '(320) 555-0101' },
  ...{ dob: '1980-02-29', gender: 'f', memberSince: '2020-05-01' },
}
const add = (client: Client, json: object, key?: string) =>
  client.send<Member & Refusal>('post', '/api/members', { json, ...(key ? { headers: { 'idempotency-key': key } } : {}) })
const everybody = async (client: Client) => (await client.get<{ data: Member[] }>('/api/members?pageSize=100')).data

describe('adding one payor by hand', () => {
  test('shows all given details at once, encrypts them in the log, and allows later changes', async () => {
    const { admin, programId } = await startNetwork(app)
    await admin.upload(programId, 'name\nFirst Church\n', { type: 'congregations' })
    const church = (await everybody(admin)).find(({ name }) => name === 'First Church')
    const { status, body, headers } = await add(admin, { ...nora, congregationId: church?.id, balance: 5, name: 'ignored', contactName: 'ignored' })
    expect([status, body]).toMatchObject([
      201,
      {
        ...{
          kind: 'individual',
          firstName: 'Nora',
          lastName: 'van  Dahl',
          name: 'Nora van Dahl',
          email: 'nora@hand.example',
          phone: '(320) 555-0101',
        },
        ...{ dob: '1980-02-29T00:00:00.000Z', gender: 'f', memberSince: '2020-05-01T00:00:00.000Z', balance: 0 },
        congregation: { id: church?.id, name: 'First Church' },
      },
    ])
    const path = `/api/members/${body.id}`
    expect(await admin.get(path)).toMatchObject({ ...body, bills: [], payments: [] })
    expect((await everybody(admin)).map(({ id }) => id)).toContain(body.id)
    const changed = await admin.send<Member>('put', path, { json: { lastName: 'Dahl' }, headers: { 'if-match': headers.get('etag') ?? '' } })
    expect([changed.status, changed.body.name]).toEqual([200, 'Nora Dahl'])
    const { data } = await admin.get<{ data: HistoryRow[] }>(`${path}/history`)
    expect(data.map(({ type, summary, cause, revision, actor }) => [type, summary, cause, revision, actor.name])).toEqual([
      ['MemberAdded', 'Registered', 'by hand', 0, 'Ada Example'],
      ['MemberChanged', 'Details changed', null, 1, 'Ada Example'],
    ])
    const log = await app.pool.query<{ written: string }>(`select string_agg(data::text, ' ') as written from events where stream = $1`, [
      `member-${body.id}`,
    ])
    expect(log.rows[0]?.written).not.toMatch(/\b(nora|dahl)\b|555-0101/i)
    await openReadSide({ url: app.database.url, masterKeys: [app.masterKey] }, async (opened) => expect(await tablesAreTheLog(opened)).toEqual([]))
  })

  test('adds a congregation by its name', async () => {
    const { admin } = await startNetwork(app)
    const { status, body } = await add(admin, { kind: 'congregation', name: 'Grace Chapel', contactName: 'Ruth Bell', firstName: 'ignored' })
    expect([status, body]).toMatchObject([201, { kind: 'congregation', name: 'Grace Chapel', firstName: null, lastName: null, congregation: null }])
    expect(await admin.get(`/api/members/${body.id}`)).toMatchObject({ contactName: 'Ruth Bell' })
  })

  test('the next upload matches the person', async () => {
    const { admin, programId } = await startNetwork(app)
    const { body } = await add(admin, nora)
    const before = (await everybody(admin)).length
    const upload = await admin.upload(programId, 'firstName,lastName,email\nNORA,van Dahl,nora@hand.example\n')
    expect(upload.body.billGeneration).toEqual({ created: 1, duplicates: 0, skipped: 0 })
    expect(await everybody(admin)).toHaveLength(before)
    expect(await admin.get(`/api/members/${body.id}`)).toMatchObject({ balance: 100 })
  })

  test('can be forgotten without a trace', async () => {
    const { admin } = await startNetwork(app)
    const { body } = await add(admin, { ...nora, lastName: 'Untraceable' }, 'forget-me')
    expect((await admin.send('delete', `/api/members/${body.id}`)).status).toBe(204)
    expect(await admin.get(`/api/members/${body.id}`)).toMatchObject({ name: 'Forgotten member', email: null })
    expect(JSON.stringify(await admin.get(`/api/members/${body.id}/history`))).not.toMatch(/untraceable/i)
    const again = await add(admin, { ...nora, lastName: 'Untraceable' }, 'forget-me')
    expect(again.status, 'the request itself, once more: nothing can be written of them').toBe(404)
    expect((await add(admin, { ...nora, lastName: 'Untraceable' })).status, 'somebody new').toBe(201)
  })
})

describe('[d] adding a possible duplicate', () => {
  const csv = 'firstName,lastName,email,phone\nRuth,One,ruth@hand.example,(320) 555-0101\nOle,Two,,(320) 555-0103\nOle,Two,,(320) 555-0102\n'

  test.each([
    ['the e-mail address', { firstName: 'ruth', lastName: 'ONE', email: 'Ruth@hand.example' }, ['Ruth One']],
    ['the phone number', { firstName: 'Ruth', lastName: 'Oné', phone: '320.555.0101' }, ['Ruth One']],
    ['the name alone', { firstName: 'Ruth', lastName: 'One' }, ['Ruth One']],
    ['a name that several payors have', { firstName: 'Ole', lastName: 'Two' }, ['Ole Two', 'Ole Two']],
  ])('matched by %s is refused and lists the matches, until the caller confirms it', async (_, given, names) => {
    const { admin } = await startNetwork(app, { csv })
    const before = await everybody(admin)
    const refused = await add(admin, { kind: 'individual', ...given })
    expect([refused.status, refused.body.code]).toEqual([409, 'possible-duplicate'])
    expect(refused.body.matches?.map(({ name }) => name)).toEqual(names)
    for (const match of refused.body.matches ?? []) expect(match).toEqual(before.find(({ id }) => id === match.id))
    expect(await everybody(admin)).toEqual(before)
    const confirmed = await add(admin, { kind: 'individual', ...given, confirm: true })
    expect(confirmed.status).toBe(201)
    expect(before.map(({ id }) => id)).not.toContain(confirmed.body.id)
    expect(await everybody(admin)).toHaveLength(before.length + 1)
  })

  test('is not reported for another address, kind of payor or network', async () => {
    const { admin } = await startNetwork(app, { csv })
    expect((await add(admin, { kind: 'individual', firstName: 'Ruth', lastName: 'One', email: 'another@hand.example' })).status).toBe(201)
    expect((await add(admin, { kind: 'congregation', name: 'Ruth One' })).status).toBe(201)
    const { admin: elsewhere } = await startNetwork(app, { csv: '' })
    expect((await add(elsewhere, { kind: 'individual', firstName: 'Ruth', lastName: 'One' })).status).toBe(201)
  })
})

describe('[d] a repeated request', () => {
  test('with the same key gets the first answer and adds nobody', async () => {
    const { admin } = await startNetwork(app)
    const before = (await everybody(admin)).length
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(admin, nora, 'same-key')))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(await everybody(admin)).toHaveLength(before + 1)
    // Simulates a first try that crashed before its answer was stored.
    await app.pool.query('delete from idempotency_keys')
    const again = await add(admin, nora, 'same-key')
    expect([again.status, again.body.id]).toEqual([201, answers[0]?.body.id])
  })

  test('without a key, sent at the same time, adds one person', async () => {
    const { admin } = await startNetwork(app)
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(admin, nora)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })
})

describe('[d] adding a payor is refused', () => {
  test('for a congregation of another network, or an unknown one, as if it were absent', async () => {
    const { admin } = await startNetwork(app)
    const theirs = await startNetwork(app, { csv: 'name\nTheir Church\n', type: 'congregations' })
    const ruth = (await everybody(admin))[0]?.id
    for (const congregationId of [(await everybody(theirs.admin))[0]?.id, ruth, 'nonsense', '01a1fe3c-e23a-7240-b021-56c9a778f0fa']) {
      const { status, body } = await add(admin, { ...nora, congregationId })
      expect([status, body.message]).toEqual([404, 'Member not found or you do not have access to it.'])
    }
    expect((await add(admin, { ...nora, congregationId: '' })).status, 'none').toBe(201)
  })

  test('without the names that its kind needs, or for names without letters', async () => {
    const { admin } = await startNetwork(app)
    const issues = async (json: object) => (await add(admin, json)).body.issues?.map(({ path, message }) => [path, message])
    expect(await issues({ kind: 'individual', name: 'One' })).toEqual([
      ['firstName', 'First name is required'],
      ['lastName', 'Last name is required'],
    ])
    expect(await issues({ kind: 'congregation', firstName: 'One', lastName: 'Two' })).toEqual([['name', 'Name is required']])
    expect(await issues({ kind: 'congregation', name: '\u0301' })).toEqual([['name', 'Enter a name that contains letters']])
  })

  test('for users without a network', async () => {
    const { status } = await add(await app.join('Lone'), nora)
    expect(status).toBe(403)
  })
})
