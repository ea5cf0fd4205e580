import { setTimeout } from 'node:timers/promises'
import { Uint8ArrayReader } from '@zip.js/zip.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, startApp, startNetwork, terms } from '../../scripts/testing/app.ts'
import type { JournalRow } from '../audit/contract.ts'
import { verifyFiles } from '../audit/verify/verify-files.ts'
import type { Bill } from '../bills/contract.ts'
import { instantOf } from '../kernel/dates.ts'
import type { Member } from '../payors/contract.ts'
import type { ListOf } from '../shared/api.ts'
import type { HistoryRow } from '../shared/history.ts'
import type { ApiKey, ApiKeySecret } from './contract.ts'
import { keyHash, keySecrets } from './key-secrets.ts'

type Made = Awaited<ReturnType<typeof startNetwork>>

const HOUR_MS = 3_600_000
const INVALID = [401, 'key-invalid']

let app: App
let made: Made
beforeAll(async () => {
  app = await startApp()
  made = await startNetwork(app, { terms: { type: 'Custom' } })
})
afterAll(() => app.stop())

let count = 0
const keysOf = (networkId: string) => `/api/networks/${networkId}/api-keys`
/** A key of the network with a unique name, and a script that uses it. */
const madeKey = async (more: object = {}, of: Made = made, on: App = app) => {
  count += 1
  const answer = await of.admin.post<ApiKeySecret>(keysOf(of.networkId), { name: `Key ${count}`, scope: 'write', ...more })
  const path = `${keysOf(of.networkId)}/${answer.id}`
  return {
    ...answer,
    script: on.withKey(answer.secret),
    end: () => of.admin.send('delete', path),
    replace: () => of.admin.post<ApiKeySecret>(`${path}/replace`),
  }
}
const listed = async (of: Made = made) => (await of.admin.get<{ data: ApiKey[] }>(keysOf(of.networkId))).data
const outcome = async (client: Client, path = '/api/assessment-bills?pageSize=1', headers: Record<string, string> = {}) => {
  const { status, body } = await client.send<{ code?: string }>('get', path, { headers })
  return [status, body?.code]
}
const works = async (client: Client) => expect(await outcome(client)).toEqual([200, undefined])

test('shows a key once, and stores only its hash', async () => {
  const { id, secret, script, end } = await madeKey({ name: 'Accounting', endsAt: '2150-01-31' })
  expect(secret).toMatch(new RegExp(`^vestry_${id.replaceAll('-', '')}_[\\w-]{43}$`))
  await works(script)
  const { rows } = await app.pool.query<{ kept: string }>(
    `select concat_ws(' ', (select json_agg(s) from api_key_secrets s), (select json_agg(e) from events e), (select json_agg(k) from idempotency_keys k)) as kept`,
  )
  expect(rows[0]?.kept ?? secret).not.toContain(secret.slice(40))
  expect(app.noted.join(), 'the security log names the key').toContain(id)
  for (const lines of [app.noted, app.complaints]) expect(lines.join()).not.toContain(secret.slice(40))
  const list = await made.admin.send('get', keysOf(made.networkId))
  expect(list.text).not.toContain(secret.slice(40))
  expect((await listed()).find((key) => key.id === id)).toMatchObject({
    ...{ name: 'Accounting', scope: 'write', createdBy: 'Ada Example', endsAt: '2150-02-01T04:59:59.999Z', replacedUntil: null },
  })
  await end()
  expect((await listed()).map((key) => key.id)).not.toContain(id)
})

test("serves a key's request for the key's network, despite any cookies and origin", async () => {
  const theirs = await startNetwork(app)
  const { script, end } = await madeKey()
  const cookie = theirs.admin.cookie()
  const answer = await script.send<ListOf<Bill>>('get', '/api/assessment-bills', { headers: { cookie, origin: 'https://books.example' } })
  expect(answer.headers.get('vestry-network')).toBe(made.networkId)
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(answer.body.data.map(({ id }) => id).sort()).toEqual(made.bills.map(({ id }) => id).sort())
  const [bill] = made.bills
  const headers = { cookie, origin: 'https://books.example', 'sec-fetch-site': 'cross-site' }
  const paid = await script.send('post', `/api/assessment-bills/${bill?.id}/receipts`, { json: { amount: 1, method: 'check' }, headers })
  expect(paid.status, 'no rule of browsers holds for scripts').toBe(201)
  expect(await outcome(script, `/api/assessments/${theirs.programId}`, { cookie })).toEqual([404, 'not-found'])
  expect(await outcome(script, '/api/assessment-bills', { 'vestry-network': made.networkId.toUpperCase() })).toEqual([200, undefined])
  expect(await outcome(script, '/api/assessment-bills', { 'vestry-network': theirs.networkId })).toEqual([409, 'other-network'])
  await end()
  expect(await outcome(script, '/api/assessment-bills', { cookie: made.admin.cookie() }), 'a wrong key falls back on no session').toEqual(INVALID)
})

test('refuses malformed keys, without falling back on the cookie', async () => {
  const { script, secret, end } = await madeKey()
  const receipt = { json: { amount: 1, method: 'check' } }
  const receipts = `/api/assessment-bills/${made.bills[0]?.id}/receipts`
  const before = await app.written()
  const cookie = made.admin.cookie()
  for (const authorization of ['Bearer', 'Bearer ', 'bearer x', `Bearer ${secret} ${secret}`, `Bearer ${secret}x`, `Bearer ${secret.toUpperCase()}`])
    for (const from of [{}, { origin: 'https://books.example', 'sec-fetch-site': 'cross-site' }]) {
      const answer = await app.guest().send<{ code: string }>('post', receipts, { ...receipt, headers: { authorization, cookie, ...from } })
      expect([answer.status, answer.body.code], authorization).toEqual(INVALID)
    }
  // Requests with another authorization scheme, or outside the API, follow the rules for browsers.
  const elsewhere = { cookie, origin: 'https://books.example', 'sec-fetch-site': 'cross-site' }
  for (const authorization of ['Basic eDp5', `Bearer${secret}`, `Token ${secret}`])
    expect((await app.guest().send('post', receipts, { ...receipt, headers: { authorization, ...elsewhere } })).status, authorization).toBe(403)
  expect((await script.send('post', receipts.toUpperCase(), { ...receipt, headers: elsewhere })).status).toBe(403)
  expect((await script.send('post', `/pay/${made.bills[0]?.id}`, { raw: 'method=check', headers: elsewhere })).status).toBe(403)
  expect(await app.written()).toBe(before)
  await end()
})

test('refuses refunds, launches, mails and repairs even with a key that may write', async () => {
  const { script, end } = await madeKey()
  const [bill] = made.bills
  const program = `/api/assessment-programs/${made.programId}`
  const before = await app.written()
  for (const [method, path, json] of [
    ['post', `/api/assessment-bills/${bill?.id}/refunds`, { paymentId: bill?.id, reason: 'Asked for' }],
    ['post', `/api/payments/${bill?.id}/credit-refunds`, { reason: 'Asked for' }],
    ['put', `${program}/campaign/status`, { status: 'Active' }],
    ['put', `${program}/campaign/status`, { status: 'Paused' }],
    ['put', `${program}/status`, { status: 'Archived' }],
    ['post', `${program}/campaign/test-mail`, {}],
    ['post', `/api/messages/${bill?.id}/retry`, {}],
    ['post', `/api/assessment-bills/${bill?.id}/not-received`, { reason: 'Please pay to another account' }],
    ['post', '/api/claims/not-received', { billIds: [bill?.id], reason: 'Please pay to another account' }],
    ['post', '/api/stripe/events/evt_1/replay', {}],
    ['post', '/api/reconciliations', {}],
    ['delete', `/api/members/${bill?.individualMember?.id}`, undefined],
    ['get', `/api/members/${bill?.individualMember?.id}/data`, undefined],
    ['get', `/api/networks/${made.networkId}/people`, undefined],
    ['get', keysOf(made.networkId), undefined],
    ['get', '/api/profile', undefined],
    ['get', '/api/my/data', undefined],
    ['post', '/api/networks', { name: 'Another' }],
    ['post', '/api/auth/network', { networkId: made.networkId }],
  ] as const) {
    const answer = await script.send<{ code: string }>(method, path, json === undefined ? {} : { json })
    expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([403, 'key-not-allowed'])
  }
  for (const [method, path, json] of [
    ['put', `${program}/payment-profile`, { paymentProfileId: made.profileId }],
    ['post', `/api/payment-profiles/${made.profileId}/reveal`, {}],
    ['put', `/api/payment-profiles/${made.profileId}`, { name: 'Mine', methods: {} }],
    ['post', '/api/audit/unfolded/1/set-aside', { reason: 'No use' }],
    ['delete', '/api/profile', {}],
  ] as const) {
    const answer = await script.send<{ code: string }>(method, path, { json })
    expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([403, 'key-needs-sign-in'])
  }
  expect(await app.written()).toBe(before)
  await end()
})

test('refuses changes with a read-only key, and calls for people or settings with any key', async () => {
  const reading = await madeKey({ scope: 'read' })
  const writing = await madeKey()
  const refusal = async ({ script }: typeof reading, method: string, path: string, json: object = {}) =>
    (await script.send<{ code: string }>(method, path, { json })).body?.code
  const receipts = `/api/assessment-bills/${made.bills[0]?.id}/receipts`
  const before = await app.written()
  expect(await refusal(reading, 'post', receipts, { amount: 1, method: 'check' })).toBe('key-reads-only')
  for (const key of [reading, writing]) {
    expect(await refusal(key, 'post', keysOf(made.networkId), { name: 'More', scope: 'write' })).toBe('key-needs-sign-in')
    expect(await refusal(key, 'post', `/api/networks/${made.networkId}/people`, { email: 'a@example.org', role: 'Admin' })).toBe('key-needs-sign-in')
    expect(await refusal(key, 'put', `/api/networks/${made.networkId}`, { name: 'Other' })).toBe('key-not-allowed')
    expect(await refusal(key, 'post', '/api/auth/login', { email: made.admin.cookie(), password: 'x' })).toBe('key-not-allowed')
  }
  expect(await app.written()).toBe(before)
  expect(await writing.script.get(`/api/networks/${made.networkId}`)).toMatchObject({ id: made.networkId, role: 'Admin' })
  expect(await reading.script.get('/api/networks')).toMatchObject({ data: [{ id: made.networkId, role: 'Auditor' }] })
  expect(await reading.script.get(`/api/assessment-bills/${made.bills[0]?.id}`), 'a bill shows whole').toMatchObject({
    data: { individualMember: { id: expect.any(String) } },
  })
  await Promise.all([reading.end(), writing.end()])
})

test('shows no people, keys or webhooks to a key, nor the histories and journal that name them', async () => {
  const own = await startNetwork(app)
  const network = `/api/networks/${own.networkId}`
  await own.admin.post(`${network}/people`, { email: 'zoe@example.org', role: 'Auditor' })
  await own.admin.post(`${network}/webhooks`, { name: 'Books', url: 'https://hooks.example/secret', happenings: ['bill.paid'] })
  const { script, end } = await madeKey({ name: 'Reader', scope: 'read' }, own)
  expect(await outcome(script, `${network}/history`)).toEqual([403, 'key-not-allowed'])
  const { text, body } = await script.send<ListOf<JournalRow>>('get', '/api/audit/events?stream=network')
  for (const secret of ['zoe@example.org', 'Books', 'hooks.example', '"people"', '"Reader']) expect(text).not.toContain(secret)
  expect(body.data.map(({ type, before, after }) => [type, before, after])).toEqual(
    ['ApiKeyMade', 'WebhookMade', 'PersonInvited', 'NetworkRoleGranted', 'NetworkCreated'].map((type) => [type, null, null]),
  )
  expect((await own.admin.send('get', '/api/audit/events?stream=network')).text).toContain('zoe@example.org')
  await end()
})

test("lets no key change the texts of a running program, or a payor's address (R27)", async () => {
  const own = await startNetwork(app)
  const { script } = await madeKey({}, own)
  const program = `/api/assessments/${own.programId}`
  for (const words of [{ description: 'OUR BANK HAS CHANGED, pay by Zelle to me@example.org' }, { name: 'Pay elsewhere' }]) {
    const refused = await script.send('put', program, { json: { ...terms, ...words } })
    expect([refused.status, refused.body.code]).toEqual([403, 'key-not-these-words'])
  }
  expect((await script.send('put', program, { json: { ...terms, amount: 75 } })).status).toBe(200)
  const payor = await script.post('/api/members', { kind: 'individual', firstName: 'Ada', lastName: 'Byron' })
  const put = (json: object) => script.send('put', `/api/members/${payor.id}`, { json })
  expect((await put({ email: 'ada@example.org' })).status, 'a first address').toBe(200)
  const refused = await put({ email: 'thief@example.org' })
  expect([refused.status, refused.body.code]).toEqual([403, 'key-not-these-words'])
  expect((await put({ email: '' })).status, 'no address, and then another').toBe(403)
  expect((await put({ phone: '+1 202 555 0143' })).status).toBe(200)
})

test("keeps a payor's address if a key's upload has another one, with a note, and adds a missing one (R27)", async () => {
  const csv = (ada: string, ben: string) => `firstName,lastName,email,phone\nAda,Key,${ada},+1 202 555 0143\nBen,Key,${ben},\n`
  const own = await startNetwork(app, { csv: csv('ada.key@example.org', '') })
  const { script } = await madeKey({}, own)
  const emails = async () => {
    const { data } = await own.admin.get<ListOf<Member>>('/api/members?pageSize=10')
    return data.map(({ name, email }) => [name, email])
  }
  const { status, body } = await script.upload(own.programId, csv('thief@example.org', 'ben.key@example.org'))
  expect(status).toBe(200)
  expect(JSON.stringify(body)).toContain('the email stays as it is, since only a person can change it')
  expect(await emails()).toEqual([
    ['Ada Key', 'ada.key@example.org'],
    ['Ben Key', 'ben.key@example.org'],
  ])
  await own.admin.upload(own.programId, csv('ada.new@example.org', ''))
  expect((await emails())[0]?.[1], 'an Admin changes it').toBe('ada.new@example.org')
})

test('refuses links in references and reasons, from any sender (R94)', async () => {
  const own = await startNetwork(app)
  const { script } = await madeKey({}, own)
  const bill = `/api/assessment-bills/${own.bills[0]?.id}`
  for (const client of [script, own.admin]) {
    const refused = await client.send('post', `${bill}/receipts`, { json: { amount: 1, method: 'Check', reference: 'see pay.example.org' } })
    expect([refused.status, refused.body.issues]).toEqual([400, expect.arrayContaining([expect.objectContaining({ path: 'reference' })])])
  }
  expect((await own.admin.send('post', `${bill}/not-received`, { json: { reason: 'https://pay.example' } })).status).toBe(400)
})

test('names the key as actor in the log, histories, the journal, earlier moments and audit packs, even after its end', async () => {
  const own = await startNetwork(app, { terms: { type: 'Custom' } })
  const { id, script, end } = await madeKey({ name: 'Accounting' }, own)
  const bill = `/api/assessment-bills/${own.bills[0]?.id}`
  const early = app.clock.now()
  await setTimeout(2)
  await script.post(`${bill}/receipts`, { amount: 30, method: 'check' })
  await end()
  expect((await app.store.read(`bill-${own.bills[0]?.id}`)).at(-1)?.metadata.actor).toBe(`key:${id}`)
  const { data: history } = await own.admin.get<{ data: HistoryRow[] }>(`${bill}/history`)
  expect(history.at(-1)).toMatchObject({ type: 'PaymentRecorded', actor: { kind: 'key', name: 'Key "Accounting"' }, cause: null })
  const { data: journal } = await own.admin.get<ListOf<JournalRow>>(`/api/audit/events?actor=key:${id}`)
  expect(journal.map(({ type, actor }) => [type, actor.name])).toEqual([['PaymentRecorded', 'Key "Accounting"']])
  const { data: ofNetwork } = await own.admin.get<ListOf<JournalRow>>('/api/audit/events?stream=network')
  expect(ofNetwork.slice(0, 2).map(({ summary, actor }) => [summary, actor.name])).toEqual([
    ['API key "Accounting" ended', 'Ada Example'],
    ['API key "Accounting" made, to read and change', 'Ada Example'],
  ])

  const auditor = await madeKey({ scope: 'read' }, own)
  const balance = async (asOf: string) => (await auditor.script.get<{ data: Bill }>(`${bill}?asOf=${asOf}`)).data.balance
  expect([await balance(early), await balance(app.clock.now())]).toEqual([100, 70])
  const pack = await fetch(`${app.base}/api/audit/pack?from=2020-01-01&to=${app.clock.now()}`, {
    headers: { authorization: `Bearer ${auditor.secret}` },
  })
  const [report] = await verifyFiles([new Uint8ArrayReader(new Uint8Array(await pack.arrayBuffer()))], [])
  expect([pack.status, report?.problems]).toEqual([200, []])
  for (let n = 0; n < 3; n += 1) expect((await auditor.script.send('get', '/api/exports/members.csv')).status).toBe(200)
  await auditor.script.get('/api/members')
  const files = async () => (await own.admin.get<ListOf<JournalRow>>('/api/audit/events?stream=visits')).data
  const taken = ['KeyTookFile', `Key "${(await listed(own)).at(0)?.name}"`]
  await expect.poll(async () => (await files()).map(({ type, actor }) => [type, actor.name])).toEqual([taken, taken])
})

describe('the life of a key', () => {
  test('an ended key is refused at once by every process, and its streams close', async () => {
    const elsewhere = await startApp({}, { on: app })
    try {
      const { secret, script, end } = await madeKey()
      const there = elsewhere.withKey(secret)
      await works(script)
      await works(there)
      const stream = await fetch(`${app.base}/api/events`, { headers: { authorization: `Bearer ${secret}` } })
      expect(stream.status).toBe(200)
      await end()
      expect(await outcome(script)).toEqual(INVALID)
      await expect.poll(() => outcome(there), { interval: 5, timeout: 10_000 }).toEqual(INVALID)
      await stream.text()
    } finally {
      await elsewhere.stop()
    }
  })

  test('a key that ends while it gets a new secret keeps no secret', async () => {
    const { id, script, replace, end } = await madeKey()
    const { query } = app.pool
    let ended: Promise<unknown> | null = null
    app.pool.query = (async (...args: unknown[]) => {
      if (!ended && JSON.stringify(args[0]).includes('insert into api_key_secrets')) {
        ended = end()
        await ended
      }
      return (query as (...given: unknown[]) => unknown).apply(app.pool, args)
    }) as typeof query
    await expect(replace()).rejects.toThrow('api-key-over')
    app.pool.query = query
    expect(await ended).toMatchObject({ status: 204 })
    expect((await app.pool.query('select from api_key_secrets where key_id = $1', [id])).rowCount).toBe(0)
    expect(await outcome(script)).toEqual(INVALID)
  })

  test('a key that the log has ended stays ended, even with a row in the table', async () => {
    const { id, secret, script, end } = await madeKey()
    await end()
    await app.pool.query('insert into api_key_secrets (key_id, hash) values ($1, $2)', [id, keyHash(secret)])
    expect(await outcome(script)).toEqual(INVALID)
    await app.pool.query('delete from api_key_secrets where key_id = $1', [id])
  })

  test('an ended key is refused within a minute even by a process that misses the notification', async () => {
    const { id, script } = await madeKey()
    await works(script)
    await app.pool.query('alter table api_key_secrets disable trigger user')
    await app.pool.query('delete from api_key_secrets where key_id = $1', [id])
    await app.pool.query('alter table api_key_secrets enable trigger user')
    app.clock.moveTo(instantOf(Date.now() + 61_000))
    expect(await outcome(script)).toEqual(INVALID)
    app.clock.moveTo(instantOf(Date.now()))
    await made.admin.send('delete', `${keysOf(made.networkId)}/${id}`)
  })

  test('a key with a new secret keeps its name, and its old secret for 24 hours', async () => {
    const { id, secret, script, replace, end } = await madeKey()
    await works(script)
    const newer = await replace()
    expect([newer.id, newer.secret === secret]).toEqual([id, false])
    const renewed = app.withKey(newer.secret)
    await works(script)
    await works(renewed)
    const at = Date.now()
    app.clock.moveTo(instantOf(at + 24 * HOUR_MS - 60_000))
    await works(script)
    app.clock.moveTo(instantOf(at + 24 * HOUR_MS + 60_000))
    expect(await outcome(script)).toEqual(INVALID)
    await works(renewed)
    app.clock.moveTo(instantOf(Date.now()))
    await works(script)
    await end()
    for (const client of [script, renewed]) expect(await outcome(client), 'both end at once').toEqual(INVALID)
    expect((await made.admin.send<{ code: string }>('post', `${keysOf(made.networkId)}/${id}/replace`)).body.code).toBe('api-key-over')
  })

  test('a key whose secret was replaced twice has two valid secrets, not three', async () => {
    const { script, replace, end } = await madeKey()
    const second = app.withKey((await replace()).secret)
    const third = app.withKey((await replace()).secret)
    expect(await outcome(script)).toEqual(INVALID)
    await works(second)
    await works(third)
    await end()
  })

  test('a key ends with its last day', async () => {
    const { script, end } = await madeKey({ endsAt: instantOf(Date.now() + 2 * HOUR_MS) })
    await works(script)
    app.clock.moveTo(instantOf(Date.now() + 2 * HOUR_MS + 1_000))
    expect(await outcome(script)).toEqual(INVALID)
    app.clock.moveTo(instantOf(Date.now()))
    await end()
  })

  test('a network has at most ten keys, with distinct names; an ended key makes room', async () => {
    const own = await startNetwork(app, { csv: '' })
    const make = (name: string) =>
      own.admin.send<{ code: string; issues?: { path: string }[] }>('post', keysOf(own.networkId), { json: { name, scope: 'read' } })
    const first = await madeKey({ name: 'Books' }, own)
    expect((await make(' books ')).body.issues?.[0]?.path).toBe('name')
    for (let n = 1; n < 10; n += 1) expect((await make(`Script ${n}`)).status).toBe(201)
    const refused = await make('One more')
    expect([refused.status, refused.body.code]).toEqual([409, 'too-many-keys'])
    expect(await listed(own)).toHaveLength(10)
    await first.end()
    expect((await make('Books')).status).toBe(201)
  })

  test('the last use of a key is recorded once a minute at most', async () => {
    const { id, secret, script, end } = await madeKey()
    const used = async () => (await listed()).find((key) => key.id === id)?.lastUsedAt
    expect(await used()).toBeNull()
    await works(script)
    const first = await used()
    expect(Date.parse(first ?? '')).toBeGreaterThan(Date.now() - 10_000)
    for (let n = 0; n < 3; n += 1) await works(script)
    // Another process may not know of that use yet: its `noteUse` succeeds, too, and keeps the earlier time.
    expect(await keySecrets(app.pool).noteUse(id, keyHash(secret), app.clock.now())).toBe(true)
    expect(await used()).toBe(first)
    app.clock.moveTo(instantOf(Date.now() + 61_000))
    await works(script)
    expect(Date.parse((await used()) ?? '')).toBeGreaterThan(Date.parse(first ?? '') + 60_000)
    app.clock.moveTo(instantOf(Date.now()))
    await end()
  })

  test('an Admin whose access ends can make no key that lasts longer, but can end any key', async () => {
    const own = await startNetwork(app, { csv: '' })
    const temporary = await app.join('Tim')
    await app.grantAccess(own.admin, own.networkId, temporary, 'Admin', instantOf(Date.now() + HOUR_MS))
    const { id } = await madeKey({}, own)
    const make = (endsAt: string | null) =>
      temporary.send<{ code: string }>('post', keysOf(own.networkId), { json: { name: 'Mine', scope: 'read', endsAt } })
    expect((await make(null)).body.code).toBe('role-ends')
    expect((await temporary.send<{ code: string }>('post', `${keysOf(own.networkId)}/${id}/replace`)).body.code).toBe('role-ends')
    expect((await make(instantOf(Date.now() + HOUR_MS / 2))).status).toBe(201)
    expect((await temporary.send('delete', `${keysOf(own.networkId)}/${id}`)).status).toBe(204)
  })

  test('every Admin is mailed about a new, replaced or ended key, and the security log records it', async () => {
    const own = await startNetwork(app, { csv: '' })
    const second = await app.join('Bea')
    await app.grantAccess(own.admin, own.networkId, second, 'Admin')
    const owner = (await own.admin.get<{ user: { email: string } }>('/api/auth/verify')).user
    const { id, replace, end } = await madeKey({ name: 'Website', scope: 'read' }, own)
    await replace()
    await end()
    for (const email of [owner.email, second.email])
      for (const [done, words] of [
        ['made', 'Software that has it can read what an Auditor can read, without anybody signing in.'],
        ['replaced', 'Its old secret works for 24 more hours.'],
        ['ended', 'Software that has it gets nothing any more.'],
      ] as const) {
        const { text } = await app.mailTo(email, new RegExp(`^The API key "Website" of Synod was ${done}$`))
        expect(text).toContain(words)
        expect(text).toContain('/settings/api-keys')
      }
    const noted = app.noted.map((line) => JSON.parse(line) as { event: string; key?: string }).filter(({ key }) => key === id)
    expect(noted.map(({ event }) => event)).toEqual(['key-made', 'key-replaced', 'key-ended'])
  })
})

describe('a repeated request', () => {
  test('gets the stored answer only with the same key, and only while the key is valid', async () => {
    const [one, two] = [await madeKey(), await madeKey()]
    const send = ({ script }: typeof one) =>
      script.send<{ id: string; code?: string }>('post', `/api/networks/${made.networkId}/assessments`, {
        json: { ...terms, name: 'By a script' },
        headers: { 'idempotency-key': 'same' },
      })
    const first = await send(one)
    expect([first.status, (await send(one)).body.id]).toEqual([201, first.body.id])
    expect((await send(two)).body.id).not.toBe(first.body.id)
    await one.end()
    expect((await send(one)).body.code).toBe('key-invalid')
    await two.end()
  })
})

test('openapi.json requires a key exactly for the calls that accept one', async () => {
  type Doc = { components: { securitySchemes: object }; paths: Record<string, Record<string, { security?: object[] }>> }
  const { components, paths } = await app.guest().get<Doc>('/api/openapi.json')
  expect(components.securitySchemes).toMatchObject({ apiKey: { type: 'http', scheme: 'bearer' } })
  expect(paths['/api/assessment-bills']?.get?.security).toEqual([{ session: [] }, { apiKey: ['read'] }])
  expect(paths['/api/assessment-bills/{id}']?.get?.security).toEqual([{}, { apiKey: ['read'] }])
  expect(paths['/api/assessment-bills/{id}/receipts']?.post?.security).toEqual([{ session: [] }, { apiKey: ['write'] }])
  for (const [path, method] of [
    ['/api/payment-profiles', 'post'],
    ['/api/profile', 'get'],
    ['/api/networks/{id}/api-keys', 'post'],
  ] as const)
    expect(paths[path]?.[method]?.security, path).toEqual([{ session: [] }])
})

describe('limits', () => {
  let slow: App
  let own: Made
  beforeAll(async () => {
    slow = await startApp({ RATE_LIMIT_FACTOR: '0.1' })
    own = await startNetwork(slow, { csv: '' })
  })
  afterAll(() => slow.stop())
  /** A well-formed key that does not exist. */
  const wrong = (n: number) => slow.withKey(`vestry_${'0'.repeat(32)}_${String(n).padStart(43, 'x')}`)
  const hits = async () => (await slow.pool.query<{ hits: number }>('select sum(hits)::int as hits from limits')).rows[0]?.hits

  test('a key has 600 requests a minute, counted across processes', async () => {
    const { id, secret, script } = await madeKey({}, own, slow)
    const elsewhere = await startApp({ RATE_LIMIT_FACTOR: '0.1' }, { on: slow })
    // On a busy machine the first connection to the database may be slow.
    await elsewhere.pool.query('select 1')
    const scripts = [script, elsewhere.withKey(secret)] as const
    for (let n = 0; n < 60; n += 1) expect((await scripts[n % 2]?.send('get', '/api/networks'))?.status, String(n)).toBe(200)
    for (const one of scripts) {
      const slowed = await one.send<{ code: string }>('get', '/api/networks')
      expect([slowed.status, slowed.body.code, Number(slowed.headers.get('retry-after')) > 0]).toEqual([429, 'slow-down', true])
    }
    await elsewhere.stop()
    expect((await own.admin.send('get', '/api/bill-counts')).status, 'people at the same address go on').toBe(200)
    expect(slow.noted.map((line) => JSON.parse(line) as object)).toContainEqual(expect.objectContaining({ event: 'limit', key: id }))
  })

  test('wrong keys slow their address down without a query, and valid keys from it still work', async () => {
    const [known, fresh] = [await madeKey({}, own, slow), await madeKey({}, own, slow)]
    await works(known.script)
    for (const nonsense of ['nonsense', 'vestry_', 'vestry_x_y', 'x'.repeat(5_000)]) expect(await outcome(slow.withKey(nonsense))).toEqual(INVALID)
    for (let n = 0; n < 3; n += 1) expect(await outcome(wrong(n))).toEqual(INVALID)
    const slowed = await wrong(3).send<{ code: string }>('get', '/api/assessment-bills')
    expect([slowed.status, slowed.body.code]).toEqual([429, 'slow-down'])
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0)
    const before = await hits()
    const asked: string[] = []
    const { query } = slow.pool
    slow.pool.query = ((...args: unknown[]) => {
      asked.push(JSON.stringify(args[0]))
      return (query as (...given: unknown[]) => unknown).apply(slow.pool, args)
    }) as typeof query
    for (let n = 4; n < 10; n += 1) expect(await outcome(wrong(n))).toEqual([429, 'slow-down'])
    slow.pool.query = query
    expect(asked.filter((text) => text.includes('limits') || text.includes('api_key'))).toEqual([])
    expect(await hits()).toBe(before)
    await works(known.script)
    expect(await outcome(fresh.script), 'one that was not seen before waits').toEqual([429, 'slow-down'])
    const noted = slow.noted.map((line) => JSON.parse(line) as { event: string; code?: string; key?: string })
    expect(noted.filter(({ event }) => event === 'key-refused').map(({ code }) => code)).toContain('key-invalid')
  })
})

test('logged no unexpected error', () => expect(app.complaints).toEqual([]))
