import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, PASSWORD, startApp, startNetwork, terms, wire } from '../../scripts/testing/app.ts'
import { badValuesOf, MISSING, ofHandlers } from '../../scripts/testing/bad-values.ts'
import { absent, callsOf, type Ids, send, type Tried, thingsOf } from '../../scripts/testing/calls.ts'
import { payingAt, startPayableNetwork } from '../../scripts/testing/paying.ts'
import { expectNothingWritten } from '../../scripts/testing/unchanged.ts'
import { cleaned } from '../platform/http/cleaned.ts'
import type { Route } from '../platform/http/route.ts'

let app: App
let calls: readonly Tried[]
let ada: Client & { email: string }
let other: Client
let ids: Ids
let webhookId: string
let others: Ids
beforeAll(async () => {
  // Ada is the first to join, and also operates the installation.
  app = await startApp({ OPERATORS: 'ada1@vestry.example' })
  calls = callsOf(app.routes)
  const mine = await startNetwork(app, { terms: { type: 'Custom' } })
  const theirs = await startNetwork(app)
  ids = await thingsOf(mine)
  others = await thingsOf(theirs)
  ada = mine.admin
  other = theirs.admin
  const webhook = { name: 'Disputes', url: 'https://books.example/hook', happenings: ['payment.dispute_lost'] }
  webhookId = (await ada.post(`/api/networks/${ids.network}/webhooks`, webhook)).id
})
afterAll(() => app.stop())

/** Mail programs post this from anywhere; the signed token in the path authorizes it. */
const ONE_CLICK = 'post /reminders/:token'
const profile = { name: 'Main', methods: { Wire: wire } }
const change = { currentPassword: PASSWORD, newPassword: 'Another-1!', confirmPassword: 'Another-1!' }
const shapeOf = (schema: unknown) => Object.keys((schema as { shape?: object } | null)?.shape ?? {})
const sane = ({ status, text }: { status: number; text: string }, what: string) => {
  expect(status, `${what}: ${text}`).toBeLessThan(500)
  expect(text, what).not.toMatch(/\bat (\S+ )?\(?(file:|\/)\S+:\d+:\d+|node_modules|Error:|\bundefined\b|select .+ from /)
  expect(text, what).not.toContain(process.cwd())
}
const tried = (key: string) => calls.find((one) => one.key === key) ?? expect.fail(`${key} is no route`)
type Asked = Readonly<{ id?: string; json?: object; raw?: string; headers?: Record<string, string> }>
const call = async (client: Client, one: Tried, { id, ...sent }: Asked = {}) => {
  const params: Record<string, string> = one.route.path.includes('deliveries') ? { webhookId } : {}
  const answer = await send(client, one, id ?? (one.route.about ? ids[one.route.about] : ''), { params, ...sent })
  sane(answer, one.key)
  return answer
}
const isQuery = ({ route, key }: Tried) => route.method === 'get' && !key.includes('logout')

const shownOf = (value: unknown): string => {
  const text = value === MISSING ? 'missing' : JSON.stringify(value)
  return text.replace(/(?<=x{3})x{3,}/g, (more) => `…${more.length + 3}`).slice(0, 80)
}
/** Default messages of the validation library are left out, since an update of the library may change them. */
const worded = (message: string): string => (/^(Invalid (input|option|ISO|string)|Too (big|small)|Unrecognized)/.test(message) ? '-' : message)
const withField = ({ body }: Tried, field: string, value: unknown): Record<string, unknown> => {
  const json: Record<string, unknown> = { ...body, [field]: value }
  if (value === MISSING) delete json[field]
  return json
}
/** True if the contract of a body rejects the field. Accepted values are not sent: they would take effect. */
const isRefused = ({ body, opaque }: Route, json: object, field: string): boolean => {
  try {
    return body?.safeParse(cleaned(json, opaque)).error?.issues.some(({ path }) => path[0] === field) ?? false
  } catch {
    return true
  }
}

describe('bad input is rejected with the exact message of each field, and nothing is written', () => {
  expectNothingWritten(() => app)

  /** Sends a value, and returns the message that rejects it. */
  const refusedWith = async (one: Tried, field: string, value: unknown): Promise<string> => {
    const { status, text, body } = await call(ada, one, { json: withField(one, field, value) })
    const { message, code, issues } = body as { message?: string; code?: string; issues?: { path: string }[] }
    const label = `${one.key} ${field} = ${shownOf(value)}: ${status} ${text.slice(0, 200)}`
    expect.soft(status, label).toBe(400)
    if (code === 'invalid')
      expect
        .soft(
          issues?.map(({ path }) => path.split('.')[0]),
          label,
        )
        .toContain(field)
    return message ?? ''
  }

  test('in the fields that the contract of a body checks, as the reviewed list says', { timeout: 300_000 }, async () => {
    const lines: string[] = []
    for (const one of calls)
      for (const field of shapeOf(one.route.body)) {
        const messages = new Map<string, string[]>()
        for (const value of badValuesOf(field)) {
          if (!isRefused(one.route, withField(one, field, value), field)) continue
          const message = await refusedWith(one, field, value)
          if (shownOf(value).includes('\\u0000')) expect.soft(message, `${one.key} ${field}`).toBe('Text must not contain a NUL character')
          else messages.set(worded(message), [...(messages.get(worded(message)) ?? []), shownOf(value)])
        }
        for (const [message, values] of messages) lines.push(`${one.key} ${field}: ${message} <- ${values.join(' ')}`)
      }
    await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('bodies.reviewed.txt')
  })

  test('in the fields that only a handler checks', async () => {
    for (const [key, field, values, message] of ofHandlers)
      for (const value of values) expect.soft(await refusedWith(tried(key), field, value), `${key} ${field} = ${shownOf(value)}`).toBe(message)
  })

  test('in a body that is not an object, or is nested too deep', { timeout: 300_000 }, async () => {
    const deep = `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`
    for (const one of calls.filter(({ body }) => body)) {
      for (const raw of ['[]', '[{}]', '{', '"x"', '5', '{"a":}', '\u0000', deep, `{"x":${'['.repeat(10_000)}`]) {
        const answer = await call(ada, one, { raw, headers: { 'content-type': 'application/json' } })
        expect(answer.status, `${one.key} ${raw.slice(0, 20)} ${answer.text}`).toBe(400)
      }
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data; boundary=x'])
        expect((await call(ada, one, { raw: '{}', headers: { 'content-type': type } })).status, `${one.key} ${type}`).toBe(415)
      const large = await call(ada, one, { raw: JSON.stringify({ x: 'y'.repeat(33 * 1024) }), headers: { 'content-type': 'application/json' } })
      expect([large.status, large.body.code], one.key).toEqual([413, 'too-large'])
    }
  })
})

describe('odd input', () => {
  test('reports all faults of a program at once, including a due date in the past', async () => {
    const wrong = { ...terms, name: ' ', frequency: 'Daily', amount: 12.345, dueDate: '2020-01-31' }
    for (const key of ['post /api/networks/:id/assessments', 'put /api/assessments/:id']) {
      const answer = await call(ada, tried(key), { json: wrong })
      expect([answer.status, answer.body.issues], key).toEqual([
        400,
        [
          { path: 'name', message: 'Name is required' },
          { path: 'frequency', message: 'Please select a frequency' },
          { path: 'amount', message: 'Amount must have at most two decimals' },
          { path: 'dueDate', message: 'Due date must be in the future' },
        ],
      ])
    }
  })

  test('ignores unknown fields and stores them nowhere (R116)', async () => {
    const json = { firstName: 'Ada', lastName: 'Example', role: 'Admin', email: 'evil@example.org', id: 'x', __proto__: { a: 1 }, constructor: 'x' }
    expect(await ada.put('/api/profile', json)).toEqual({ email: ada.email, firstName: 'Ada', lastName: 'Example', hasPassword: true })
  })
  test('keeps odd text as text', async () => {
    for (const lastName of ['\ud800', '\\u0000', "'; drop table users; --", '<script>', '$1', '\\N', '{}']) {
      const answer = await ada.send('put', '/api/profile', { json: { firstName: 'Ada', lastName } })
      sane(answer, lastName)
      expect(answer.status).toBe(200)
    }
    for (const name of ['\ud800', '\\N', 'a\tb\nc', '\\']) {
      const answer = await ada.send('put', `/api/assessments/${ids.program}`, { json: { ...terms, type: 'Custom', name, description: '\ud800\\' } })
      sane(answer, name)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.headers.get('vestry-lag'), name).toBeNull()
    }
    expect((await ada.send('get', '/readyz')).status).toBe(200)
  })
  test('rejects a name whose characters reverse the text around it (R94)', async () => {
    const { status, body } = await ada.send('put', '/api/profile', { json: { firstName: 'Ada', lastName: '\u202e' } })
    expect([status, body.issues]).toMatchObject([400, [{ path: 'lastName', message: expect.stringContaining('invisible') }]])
  })
})

describe('query parameters', () => {
  const checkQuery = async (one: Tried) => {
    const { key } = one
    const query = shapeOf(one.route.query)
    const client = key.endsWith('logout') ? app.guest() : ada
    const ask = async (text: string) => {
      const asked = { ...one, route: { ...one.route, path: `${one.route.path}?${text}` } }
      const answer = await call(client, asked)
      return { ...answer, body: answer.body as { code: string; data: unknown[] | { bills: unknown[] }; pagination?: { pageSize: number } } }
    }
    const lists = { page: ['0', 'x', '-1', '1.5', '', '1e30', 'NaN', '%00', '1&page=2'], pageSize: ['0', 'x', '-1', '1.5', '', 'NaN'] }
    const unknown = ['Foo', 'evil', '%00', 'createdAt;drop', 'a&{}=b', "'"]
    // Logging out succeeds with any query (R12).
    for (const [name, values] of Object.entries({
      ...lists,
      orderBy: unknown,
      order: unknown,
      status: unknown,
      kind: unknown,
      paidOnly: ['Foo', '1', '%00'],
    }))
      for (const value of query.includes(name) && !key.endsWith('/auth/logout') ? values : []) {
        const answer = await ask(`${name}=${value.replace('{}', name)}`)
        expect(answer.status, `${name}=${value} ${answer.text.slice(0, 100)}`).toBe(400)
        expect(answer.body.code).toBe('invalid')
      }
    for (const name of query.filter((each) => ['search', 'assessmentProgramId', 'to', 'redirectTo', 'token'].includes(each))) {
      expect((await ask(`${name}=a%00b`)).status, name).toBe(key.endsWith('/auth/logout') ? 200 : 400)
      for (const value of ['%25', '_', '\\', "'", '%F0%9F%98%80', '%ff', 'nonsense'])
        expect((await ask(`${name}=${encodeURIComponent(value)}`)).status).not.toBe(500)
    }
    if (query.includes('page')) {
      const span = query.includes('from') ? 'from=2020-01-01&to=2020-02-01&' : ''
      expect((await ask(`${span}pageSize=1000`)).body.pagination?.pageSize).toBe(100)
      const { body, status } = await ask(`${span}page=999999999&pageSize=100`)
      expect([status, 'bills' in body.data ? body.data.bills : body.data]).toEqual([200, []])
    }
    if (query.includes('assessmentProgramId') && query.includes('page'))
      for (const id of [others.program, '01a1fe3c-e23a-7240-b021-56c9a778f0fa', 'nonsense']) {
        const { body } = await ask(`assessmentProgramId=${id}`)
        expect(body).toEqual({ data: [], pagination: { page: 1, pageSize: 10, totalPages: 0, totalItems: 0 } })
      }
  }
  test('are checked by each call', { timeout: 300_000 }, async () => {
    for (const one of calls.filter(({ route }) => route.method === 'get')) await checkQuery(one)
  })
})

test('caps any page size at 100', async () => {
  const { body } = await ada.send<{ pagination?: { pageSize: number } }>('get', '/api/members?pageSize=100000000000000000000')
  expect(body.pagination?.pageSize).toBe(100)
})

describe('a refused call changes nothing', () => {
  const staleFirst = ['put /api/assessment-programs/:id/status', 'put /api/payment-profiles/:id']
  expectNothingWritten(() => app)

  test('for a guest', async () => {
    for (const one of calls) {
      const { access } = one.route
      if (access.kind === 'everyone' || one.key === 'post /api/sandbox/clock') continue
      const { status, body } = await call(app.guest(), one)
      expect([status, body], one.key).toEqual([401, { message: `Please log in to ${access.action} this ${access.thing}.`, code: 'unauthenticated' }])
    }
  })

  test("answers another network's id like an absent one", { timeout: 300_000 }, async () => {
    for (const one of calls) {
      const { about, aboutIn, access } = one.route
      if (!about || aboutIn || access.kind === 'everyone') continue
      const tags = [{}, ...(staleFirst.includes(one.key) ? [] : [{ 'if-match': '"0"' }, { 'if-match': '"1"' }])] as Record<string, string>[]
      for (const headers of tags) {
        const foreign = await call(other, one, { headers })
        const nobody = await call(other, one, { id: absent[about], headers })
        const nonsense = await call(other, one, { id: "nonsense '", headers })
        expect([foreign.status, foreign.text], `${one.key} ${JSON.stringify(headers)}`).toEqual([nobody.status, nobody.text])
        expect([nonsense.status, nonsense.text], `${one.key} ${JSON.stringify(headers)}`).toEqual([nobody.status, nobody.text])
        expect(foreign.status, one.key).toBe(404)
      }
    }
  })

  test.each(staleFirst)('%s: If-Match does not reveal existing ids either', async (key) => {
    const headers = { 'if-match': '"0"' }
    expect((await call(other, tried(key), { headers })).status).toBe(404)
    expect((await call(other, tried(key), { id: absent.program, headers })).status).toBe(404)
  })

  test('rejects records of another network in a body, too', async () => {
    for (const networkId of [ids.network, 'nonsense']) {
      const answer = await other.send('post', '/api/auth/network', { json: { networkId } })
      expect([answer.status, answer.body.message]).toEqual([404, 'Network not found or you do not have access to it.'])
    }
    for (const paymentProfileId of [ids.profile, 'nonsense']) {
      const answer = await other.send('put', `/api/assessment-programs/${others.program}/payment-profile`, { json: { paymentProfileId } })
      expect([answer.status, answer.body.message]).toEqual([404, 'Payment profile not found or you do not have access to it.'])
    }
  })
})

describe('access', () => {
  test('an Auditor reads everything and writes nothing; a Member does neither', async () => {
    const people = { Auditor: await app.join('Aud'), Member: await app.join('Mem') }
    for (const [role, client] of Object.entries(people)) {
      const { body } = await client.send<{ user: { id: string } }>('get', '/api/auth/verify')
      const stream = `network-${ids.network}` as const
      const { length } = await app.store.read(stream)
      const data = { networkId: ids.network, userId: body.user.id, role }
      const metadata = { $correlationId: '', $causationId: '', actor: 'system:test', schema: 1, at: app.clock.now() }
      await app.store.append(stream, [{ id: crypto.randomUUID(), type: 'NetworkRoleGranted', data, metadata }], length - 1)
      await expect.poll(async () => (await client.get<{ user: { role: string } }>('/api/auth/verify')).user.role).toBe(role)
    }
    // Stripe has sent no payout to this network, and the audit calls lack their parameters.
    const unlike: Record<string, number> = {
      'get /api/payouts/:id': 404,
      'get /api/audit/proof': 400,
      'get /api/audit/pack': 400,
      'get /api/audit/diff': 400,
    }
    const before = await app.written()
    for (const one of calls) {
      const { access } = one.route
      const text = `${one.key} ${access.kind}`
      if (access.kind === 'write') {
        expect((await call(people.Auditor, one)).status, text).toBe(403)
        expect((await call(people.Member, one)).status, text).toBe(403)
      } else if (access.kind === 'read') {
        expect((await call(people.Auditor, one)).status, text).toBe(unlike[one.key] ?? 200)
        expect((await call(people.Member, one)).status, text).toBe(403)
      }
    }
    expect(await app.written()).toBe(before)
  })

  test('a request from another site changes nothing', async () => {
    const before = await app.written()
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: app.base.replace(/\d+$/, '1') },
      { origin: `${app.base}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const one of calls.filter(({ route, key }) => route.method !== 'get' && key !== ONE_CLICK))
      for (const headers of foreign) expect((await call(ada, one, { headers })).status, `${one.key} ${JSON.stringify(headers)}`).toBe(403)
    const form = await ada.send('post', `/pay/${ids.bill}`, {
      raw: 'paymentMethod=wire&sent=on',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
    })
    expect(form.status).toBe(403)
    expect(await app.written()).toBe(before)
    // Without BASE_URL, each of this machine's names counts as our own.
    for (const origin of [app.base, app.base.replace('127.0.0.1', 'localhost')])
      expect((await call(ada, tried('put /api/profile'), { headers: { origin, 'sec-fetch-site': 'same-origin' } })).status).toBe(200)
  })

  test('an ETag never gets a 304, since other data in the answer may have changed', async () => {
    const { headers } = await call(ada, tried('get /api/assessment-bills/:id'))
    expect(headers.get('etag')).toBeTruthy()
    const again = await call(ada, tried('get /api/assessment-bills/:id'), { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect(again.status).toBe(200)
  })
})

describe('repeating a command', () => {
  const receipts = () => `/api/assessment-bills/${ids.bill}/receipts`
  const payments = async () => (await ada.get<{ pagination: { totalItems: number } }>('/api/payments')).pagination.totalItems
  const pay = (key: string, cents = 1) =>
    ada.send('post', receipts(), { json: { amount: cents / 100, method: 'check' }, headers: { 'idempotency-key': key } })

  test('with the same key and body gets the same answer, and runs it only once', async () => {
    const before = await payments()
    const first = await pay('key-1')
    const again = await pay('key-1')
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(await payments()).toBe(before + 1)
  })
  test('with the same key and body gets the same ETag', async () => {
    const tags = [await pay('key-4'), await pay('key-4')].map(({ headers }) => headers.get('etag'))
    expect(tags[1]).toBe(tags[0])
  })
  test('rejects the same key with another body', async () => {
    expect(await pay('key-1', 2)).toMatchObject({ status: 409, body: { code: 'idempotency-mismatch' } })
  })
  test('at the same moment runs it only once, and all callers get the same answer', async () => {
    const before = await payments()
    const answers = await Promise.all(Array.from({ length: 12 }, () => pay('key-2')))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await payments()).toBe(before + 1)
  })
  test('with the key of another user counts as a new command', async () => {
    const answer = await other.send('post', '/api/networks', { json: { name: 'Elsewhere' }, headers: { 'idempotency-key': 'key-1' } })
    expect(answer.status).toBe(201)
    await other.post('/api/auth/network', { networkId: others.network })
  })
  test('a rejected command may be sent again, corrected', async () => {
    expect((await pay('key-3', -1)).status).toBe(400)
    expect((await pay('key-3', 1)).status).toBe(201)
  })
  test.each([
    ['long', 'x'.repeat(201)],
    ['spaced', 'a b'],
  ])('with a %s key is refused', async (_, key) => expect((await pay(key)).status).toBe(400))
  test('all creating calls are idempotent', async () => {
    for (const one of calls.filter(({ route }) => route.creates)) {
      const headers = { 'idempotency-key': 'once-more' }
      const first = await call(ada, one, { headers })
      const again = await call(ada, one, { headers })
      if (first.status < 300) expect([again.status, again.text], one.key).toEqual([first.status, first.text])
    }
    await ada.post('/api/auth/network', { networkId: ids.network })
  })
})

describe("another user's changes", () => {
  test('are not overwritten by a PUT with an older ETag', async () => {
    for (const [path, json] of [
      [`/api/assessments/${ids.program}`, { ...terms, type: 'Custom' }],
      [`/api/payment-profiles/${ids.profile}`, profile],
    ] as const) {
      const seen = (await ada.send('get', path)).headers.get('etag') ?? expect.fail('no ETag')
      const first = await ada.send('put', path, { json: { ...json, name: 'First' }, headers: { 'if-match': seen } })
      expect(first.status, first.text).toBe(200)
      expect(first.headers.get('etag')).not.toBe(seen)
      for (const stale of [seen, '"999"', 'nonsense', '']) {
        const second = await ada.send('put', path, { json: { ...json, name: 'Second' }, headers: { 'if-match': stale } })
        expect([second.status, second.body.code], `If-Match ${stale}`).toEqual([412, 'stale'])
      }
      expect((await ada.send('get', path)).body.name).toBe('First')
      expect((await ada.send('get', path)).headers.get('etag')).toBe(first.headers.get('etag'))
    }
  })

  test('a profile name is not overwritten by a PUT with an older ETag', async () => {
    const { body: names, headers } = await ada.send<{ firstName: string; lastName: string }>('get', '/api/profile')
    const seen = headers.get('etag') ?? expect.fail('no ETag')
    const rename = (firstName: string, tag: string) =>
      ada.send('put', '/api/profile', { json: { ...names, firstName }, headers: { 'if-match': tag } })
    const first = await rename('First', seen)
    expect(first.status, first.text).toBe(200)
    for (const stale of [seen, '"999"', 'nonsense', '']) expect((await rename('Second', stale)).status, `If-Match ${stale}`).toBe(412)
    expect((await ada.send('get', '/api/profile')).headers.get('etag')).toBe(first.headers.get('etag'))
    expect((await rename(names.firstName, first.headers.get('etag') ?? '')).status).toBe(200)
  })
})

describe('sessions', () => {
  test('live in a cookie that no script and no other site can use', async () => {
    const answer = await app.guest().send('post', '/api/auth/login', { json: { email: ada.email, password: PASSWORD } })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^vestry=[\w-]{43};/)
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(flag)
    expect(cookie).not.toContain('Secure')
  })
  test('get a new secret at each sign-in, and the old one becomes invalid', async () => {
    const person = await app.join()
    const old = person.cookie()
    await person.post('/api/auth/login', { email: person.email, password: PASSWORD })
    expect(person.cookie()).not.toBe(old)
    expect((await app.guest().send('get', '/api/profile', { headers: { cookie: old } })).status).toBe(401)
  })
  test('end with a change of password, except the session that changed it', async () => {
    const person = await app.join()
    const elsewhere = app.guest()
    await elsewhere.post('/api/auth/login', { email: person.email, password: PASSWORD })
    await person.put('/api/password/change', change)
    expect((await elsewhere.send('get', '/api/profile')).status).toBe(401)
    expect((await person.send('get', '/api/profile')).status).toBe(200)
  })
  test.each([
    ['/dashboard', '/dashboard'],
    ['/payors?tab=assessment-bills&page=2', '/payors?tab=assessment-bills&page=2'],
    ['/pay/AAAAAAAAAAAAAAAAAAAAAA', '/pay/AAAAAAAAAAAAAAAAAAAAAA'],
  ])('redirect to %s', async (target, expected) =>
    expect(await app.guest().get(`/api/auth/logout?redirectTo=${encodeURIComponent(target)}`)).toEqual({ redirectTo: expected }),
  )
  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%2f/evil.example',
    '/%5cevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    '/x\r\nSet-Cookie: a=b',
    '@evil.example',
    'evil.example',
    '/.//evil.example',
    '/..//evil.example',
    ' //evil.example',
    '',
  ])('do not redirect to %j', async (target) => {
    const answer = await app.guest().send('get', `/api/auth/logout?redirectTo=${encodeURIComponent(target)}`)
    expect([answer.status, answer.body.redirectTo]).toEqual([200, undefined])
  })
  const ends = async (_: string, query: string) => {
    const person = await app.join()
    expect((await person.send('get', `/api/auth/logout?${query}`)).status).toBe(200)
    expect(await person.get('/api/auth/verify')).toEqual({ authenticated: false, user: null })
  }
  test('end at a sign-out whose redirectTo is broken UTF-8', () => ends('', 'redirectTo=%ff'))
  test.each([
    ['a path that is too long', `redirectTo=/${'x'.repeat(3000)}`],
    ['two paths', 'redirectTo=/a&redirectTo=/b'],
    ['a NUL character', 'redirectTo=%00'],
  ])('end even if redirectTo is %s', ends)
})

test('shows payors the full account numbers only on the public bill', async () => {
  const fresh = await startNetwork(app)
  const mine = await thingsOf(fresh)
  const whole = /0?987654321|111222333444/
  for (const one of calls.filter(isQuery)) {
    const { text } = await call(fresh.admin, one, { id: one.route.about ? mine[one.route.about] : '' })
    expect(text, one.key).not.toMatch(whole)
  }
  const { text } = await fresh.admin.send('put', `/api/payment-profiles/${mine.profile}`, {
    json: { name: 'Other', methods: { Wire: { ...wire, accountNumber: '****4321' } } },
  })
  expect(text).toContain('****4321')
  expect(text).not.toMatch(whole)
  const bill = () =>
    app.guest().send<{ data: { paymentProfile: { methods: { wire: { accountNumber: string } } } } }>('get', `/api/assessment-bills/${mine.bill}`)
  expect((await bill()).body.data.paymentProfile.methods.wire.accountNumber).toBe('000987654321')
  await fresh.admin.put(`/api/assessment-bills/${mine.bill}/mark-as-paid`)
  expect((await bill()).text).not.toMatch(whole)
  const { rows } = await app.pool.query<{ found: string }>(`select data as found from events where data ~ '987654321|ruth@example.org'`)
  expect(rows, 'the log holds neither account numbers nor addresses in clear').toEqual([])
})

describe('at production limits', () => {
  let strict: App
  beforeAll(async () => {
    strict = await startApp({ RATE_LIMIT_FACTOR: '1' })
  })
  afterAll(() => strict.stop())

  test('slows down password guessing after five tries, and gives the time to wait', async () => {
    const guess = () => strict.guest().send('post', '/api/auth/login', { json: { email: 'x@example.org', password: 'wrong' } })
    for (let i = 0; i < 5; i += 1) expect((await guess()).status).toBe(401)
    const answer = await guess()
    expect([answer.status, answer.body.code]).toEqual([429, 'slow-down'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })
  test('a payment form, by card or bank, opens any number of times; only new attempts count (R120)', async () => {
    const made = await startPayableNetwork(strict)
    const [open, other] = made.bills
    const paying = payingAt(strict.guest())
    const { body: first } = await paying.intend(open?.id ?? '')
    for (let i = 0; i < 12; i += 1)
      expect(await paying.intend(open?.id ?? '', { method: i % 2 ? 'credit' : 'ach' })).toMatchObject({
        status: 200,
        body: { paymentIntentId: first.paymentIntentId },
      })
    // Two payors take turns, and each request begins a new attempt.
    const answers = []
    for (let i = 0; i < 12; i += 1) answers.push((await payingAt(i % 2 ? strict.guest() : made.admin).intend(other?.id ?? '')).status)
    expect(answers).toEqual([...Array(10).fill(200), 429, 429])
  })
  test('allows three claims on a bill a minute, and their withdrawals', async () => {
    const path = `/api/assessments/${'A'.repeat(22)}/mark-as-paid`
    const claim = () => strict.guest().send('post', path, { json: { paymentMethod: 'wire' } })
    for (let i = 0; i < 3; i += 1) expect((await claim()).status).toBe(404)
    const answer = await claim()
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([429, true])
    expect((await strict.guest().send('delete', path, { json: { withdrawToken: 'x' } })).status).toBe(404)
  })
})

test('logs nothing unexpected', () => expect(app.complaints).toEqual([]))
