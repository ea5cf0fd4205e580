import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, PASSWORD, startApp, startNetwork, terms, wire } from '../../scripts/testing/app.ts'
import { absent, callsOf, type Ids, send, type Tried, thingsOf } from '../../scripts/testing/calls.ts'
import { expectNothingWritten } from '../../scripts/testing/unchanged.ts'
import { instantOf } from '../kernel/dates.ts'
import { type About, admins, everyone, type Route, signedInTo } from '../platform/http/route.ts'

type Role = 'Admin' | 'Auditor' | 'Member'

const READERS: readonly Role[] = ['Admin', 'Auditor']
const WRITERS: readonly Role[] = ['Admin']
const ANYBODY_IN: readonly Role[] = ['Admin', 'Auditor', 'Member']

const things: Record<About, string> = {
  network: 'Network',
  program: 'Assessment program',
  profile: 'Payment profile',
  bill: 'Assessment bill',
  payor: 'Member',
  message: 'Message',
  payment: 'Payment',
  remittance: 'Remittance',
  deposit: 'Deposit',
}
const MALFORMED = "nonsense '"
const profile = { name: 'Main', methods: { Wire: wire } }

/** Calls that change the actor's identity, or forget a person: they run after all others. */
const LAST = [
  'delete /api/members/:id',
  'delete /api/networks/:id/people/:userId',
  'post /api/networks/:id/people/:userId/reset-second-factor',
  'post /api/auth/network',
  'post /api/password/change',
  'put /api/password/change',
  'post /api/networks',
  'post /api/auth/logout',
  'get /api/auth/logout',
  'delete /api/profile',
]

/** Addresses of pages, health checks and files, which Express serves without a declared call. */
const UNDECLARED = [
  ...['get /api/openapi.json', 'get /autopay/:token', 'get /embed/find/:network', 'get /embed/pay/:id', 'get /favicon.ico', 'get /find/:network'],
  ...['get /find/:network/:token', 'get /healthz'],
  ...[
    'get /metrics',
    'get /pay/:id',
    'get /pay/:id/bill.pdf',
    'get /pay/:id/receipts/:paymentId',
    'get /pay/:id/receipts/:paymentId/receipt.pdf',
    'get /pay/:id/sheet',
    'get /pay/:id/take-back/:token',
    'get /proofs/:token',
    'get /readyz',
    'get /reminders/:token',
    'get /v1.json',
    'get /verify',
    'get /verify/proof.js',
    'post /autopay/:token/choice',
    'post /embed/find/:network',
    'post /embed/pay/:id',
    'post /find/:network',
    'post /find/:network/:token',
    'post /pay/:id',
    'post /pay/:id/take-back/:token',
    'post /reminders/:token/choice',
  ],
]

const OPERATOR = 'operator@vestry.example'
const ANOTHER_OPERATOR = 'another.operator@vestry.example'

type Scope = 'read' | 'write'
type Actor = Readonly<{
  client: Client
  signedIn: boolean
  key?: Scope
  current: Role | null
  here: Role | null
  there: Role | null
  operates?: true
}>

let app: App
let here: Ids
let there: Ids
let leaver: string
let calls: readonly Tried[]
const actors = new Map<string, Actor>()

beforeAll(async () => {
  app = await startApp({ OPERATORS: `${OPERATOR},${ANOTHER_OPERATOR}` })
  const mine = await startNetwork(app, { terms: { type: 'Custom' } })
  const theirs = await startNetwork(app, { csv: 'firstName,lastName,email\nNoa,Three,noa@example.org\n' })
  here = await thingsOf(mine)
  there = await thingsOf(theirs)
  const admit = async (name: string, role: Role, expiresAt?: string, person = app.join(name)) => {
    const client = await person
    return { client, userId: await app.grantAccess(mine.admin, here.network, client, role, expiresAt) }
  }
  /** A user who has this role in the network, but whose current network is another one, where they are Admin. */
  const fromElsewhere = async (name: string, role: Role) => {
    const client = app.join(name)
    const { id } = await (await client).post('/api/networks', { name: 'Elsewhere' })
    await admit(name, role, undefined, client)
    await (await client).post('/api/auth/network', { networkId: id })
    return await client
  }
  const exa = app.join('Exa')
  await exa
  const expiresAt = new Date(Date.now() + 15_000).toISOString()
  const expired = await admit('Exa', 'Auditor', expiresAt, exa)
  leaver = (await admit('Lea', 'Member')).userId
  const nobody = { current: null, here: null, there: null }
  const inside = (client: Client, role: Role): Actor => ({ client, signedIn: true, current: role, here: role, there: null })
  actors.set('a guest', { client: app.guest(), signedIn: false, ...nobody })
  actors.set('a Member', inside((await admit('Mem', 'Member')).client, 'Member'))
  actors.set('an Auditor', inside((await admit('Aud', 'Auditor')).client, 'Auditor'))
  actors.set('an expired Auditor', { client: expired.client, signedIn: true, ...nobody })
  actors.set('an Admin', inside(mine.admin, 'Admin'))
  actors.set("another network's Admin", { client: theirs.admin, signedIn: true, current: 'Admin', here: null, there: 'Admin' })
  actors.set('an Admin elsewhere who is a Member here', {
    client: await fromElsewhere('Els', 'Member'),
    signedIn: true,
    current: 'Admin',
    here: 'Member',
    there: null,
  })
  actors.set('an Admin elsewhere who is an Auditor here', {
    client: await fromElsewhere('Eli', 'Auditor'),
    signedIn: true,
    current: 'Admin',
    here: 'Auditor',
    there: null,
  })
  const withKey = async (admin: Client, networkId: string, scope: Scope): Promise<Client> => {
    const { secret } = await admin.post<{ secret: string }>(`/api/networks/${networkId}/api-keys`, { name: `To ${scope}`, scope })
    return app.withKey(secret)
  }
  const byKey = (client: Client, key: Scope) => ({ ...inside(client, key === 'read' ? 'Auditor' : 'Admin'), key })
  actors.set('a key that reads', byKey(await withKey(mine.admin, here.network, 'read'), 'read'))
  actors.set('a key that writes', byKey(await withKey(mine.admin, here.network, 'write'), 'write'))
  actors.set("another network's key", {
    ...byKey(await withKey(theirs.admin, there.network, 'write'), 'write'),
    ...{ here: null, there: 'Admin' },
  })
  actors.set('a user without a network', { client: await app.join('Solo'), signedIn: true, ...nobody })
  actors.set('an operator', { client: await app.join('Olga', OPERATOR), signedIn: true, operates: true, ...nobody })
  const place = ({ key }: Tried) => LAST.indexOf(key)
  calls = callsOf(app.routes).sort((one, other) => place(one) - place(other))
  await setTimeout(Math.max(0, Date.parse(expiresAt) - Date.now() + 100))
})
afterAll(() => app.stop())

const targets = ['own', 'foreign', 'absent', 'malformed'] as const
type Target = (typeof targets)[number] | 'none'
const targetsOf = ({ about }: Route): readonly Target[] => (about ? targets : ['none'])
const idOf = (about: About | null, target: Target): string =>
  !about || target === 'none' ? '' : { own: here[about], foreign: there[about], absent: absent[about], malformed: MALFORMED }[target]

const call = (tried: Tried, client: Client, target: Target, headers: Readonly<Record<string, string>> = {}) =>
  send(client, tried, idOf(tried.route.about, target), { headers, params: { userId: leaver } })

const keysOf = ({ access, fresh }: Route): Scope | null => (fresh ? null : access.keys)

/** The actors with access in the network of the record that a call is about; 'capability' if the id alone opens it. */
const whoMay = ({ access, method, path }: Route): readonly Role[] | 'capability' => {
  if (access.kind === 'everyone') return 'capability'
  if (access.kind !== 'signed-in') return access.kind === 'read' ? READERS : WRITERS
  if (access.action === 'switch' || (method === 'get' && path === '/api/networks/:id')) return ANYBODY_IN
  return access.action === 'view' ? READERS : WRITERS
}

type Verdict = 'allowed' | Readonly<{ status: number; message: string }>

/** The refusal of a call to an API key, for any target. */
const refusedToKeys = (route: Route, scope: Scope): Verdict | null => {
  const { access, fresh } = route
  const refused = (message: string): Verdict => ({ status: 403, message })
  if (fresh) return refused('This needs a person who has just signed in. An API key cannot do it.')
  if (keysOf(route) === 'write') return scope === 'read' ? refused('This API key may only read. Use one that may make changes, too.') : null
  if (keysOf(route) === 'read') return null
  return refused(access.kind === 'everyone' ? 'Send this request without an API key.' : 'This is for people. An API key cannot do it.')
}

/** The expected answer to an actor, by the declared access and the refusals of R119. */
const verdictOf = (route: Route, { signedIn, current, operates, key: scope, ...roles }: Actor, target: Target): Verdict => {
  const refusal = scope && refusedToKeys(route, scope)
  if (refusal) return refusal
  const { access, about } = route
  const may = whoMay(route)
  const found = target === 'own' || target === 'foreign' || target === 'none'
  const missing: Verdict = { status: 404, message: `${things[about ?? 'network']} not found or you do not have access to it.` }
  if (access.kind === 'everyone') return found ? 'allowed' : missing
  const { action, thing: named } = access
  if (!signedIn) return { status: 401, message: `Please log in to ${action} this ${named}.` }
  const forbidden: Verdict = { status: 403, message: `You do not have permission to ${action} this ${named}.` }
  if (access.kind === 'operator') return operates ? 'allowed' : { status: 404, message: 'There is no such call.' }
  if (access.kind !== 'signed-in' && !access.byPath) {
    if (current === 'Member' || (access.kind === 'write' && current === 'Auditor')) return forbidden
    // Without a network, lists are empty and nothing can be created.
    if (target === 'none') return access.kind === 'write' && current === null ? forbidden : 'allowed'
  }
  if (target === 'none' || may === 'capability') return 'allowed'
  const role = { own: roles.here, foreign: roles.there, absent: null, malformed: null }[target]
  if (!role) return missing
  return may.includes(role) ? 'allowed' : forbidden
}

test('publishes every call of the server', async () => {
  const { paths } = await app.guest().get<{ paths: Record<string, object> }>('/api/openapi.json')
  const published = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
  expect(published.sort()).toEqual(calls.map(({ key }) => key.replace(/:(\w+)/g, '{$1}')).sort())
})

test('accepts the example of every body', () => {
  for (const { key, route, body } of calls) expect(route.body?.safeParse(body).error?.message, key).toBeUndefined()
})

test('lets keys make no call that needs a fresh sign-in, and no change that is reserved for people', () => {
  const open = app.routes.filter(({ access }) => access.keys !== null)
  expect(open.filter(({ fresh }) => fresh).map(({ path }) => path)).toEqual([])
  const changing = open.filter(({ method, access }) => method !== 'get' || access.kind === 'write')
  expect(changing.filter(({ access }) => access.keys !== 'write').map(({ path }) => path)).toEqual([])
  const forbidden =
    /refund|campaign|messages|stripe|reconcil|set-aside|not-received|people|keys|payment-profile|invitations|\/status$|\/(auth|oauth|profile|password|my)\b/
  expect(changing.map(({ path }) => path).filter((path) => forbidden.test(path))).toEqual([])
})

test('a call is open to keys only if its access says so', () => {
  expect(admins('update', 'network').keys).toBeNull()
  expect(signedInTo('update', 'network').keys).toBeNull()
  expect(everyone.keys).toBeNull()
})

test('a refusal names its thing in the singular, even when it refuses a list', () => {
  const named = app.routes.flatMap(({ access }) => (access.kind === 'everyone' ? [] : [access.thing]))
  expect(
    [...new Set(named)].filter((thing) => thing.endsWith('s')),
    'in the plural',
  ).toEqual([])
})

test('the server answers only the published calls and the listed pages', () => {
  type Layer = { route?: { path: unknown; methods: Record<string, boolean> } }
  const [express] = app.server.listeners('request') as { router?: { stack: Layer[] } }[]
  const served = (express?.router?.stack ?? []).flatMap(({ route }) =>
    route && typeof route.path === 'string' ? Object.keys(route.methods).map((method) => `${method} ${route.path}`) : [],
  )
  expect(served.filter((key) => !calls.some((one) => one.key === key)).sort()).toEqual(UNDECLARED)
})

/** The status that each actor got for each target, for the recorded list of answers. */
const answered = new Map<string, number>()
const note = ({ key }: Tried, target: Target, actor: string, status: number) => void answered.set(`${key} ${target} ${actor}`, status)

describe('a refused actor gets the published refusal, learns nothing else, and changes nothing', () => {
  expectNothingWritten(() => app)
  test('for every call', async () => {
    const wrong: string[] = []
    for (const tried of calls)
      for (const [name, actor] of actors) {
        const seen = new Map<Target, string>()
        for (const target of targetsOf(tried.route)) {
          const verdict = verdictOf(tried.route, actor, target)
          if (verdict === 'allowed') continue
          const { status, text, body, headers } = await call(tried, actor.client, target)
          note(tried, target, name, status)
          seen.set(target, `${status} ${text} ${headers.get('etag')} ${headers.get('cache-control')}`)
          if (status !== verdict.status || body?.message !== verdict.message) wrong.push(`${tried.key}: ${name}, ${target}: ${status} ${text}`)
        }
        // A record of a network in which the actor has no role gets the answer of a missing record.
        const absentOne = seen.get('absent')
        for (const [target, answer] of seen)
          if (absentOne?.startsWith('404') && answer.startsWith('404') && answer !== absentOne)
            wrong.push(`${tried.key}: ${name}: ${target} is not like absent`)
      }
    expect(wrong).toEqual([])
  })
})

test('rejects a change sent from a screen that shows another network than the current one', async () => {
  const before = await app.written()
  const admin = actors.get('an Admin')?.client ?? expect.fail()
  const writing = calls.filter(({ route }) => route.access.kind === 'write')
  expect(writing.length).toBeGreaterThan(10)
  for (const tried of writing) {
    const refused = await call(tried, admin, 'own', { 'vestry-network': there.network })
    expect([refused.status, refused.body.code], tried.key).toEqual([409, 'other-network'])
    expect(refused.headers.get('vestry-network')).toBe(here.network)
  }
  expect(await app.written()).toBe(before)
})

test('an Auditor who creates a program in another network, as its Admin, makes that network the current one', async () => {
  const admin = actors.get('an Admin')?.client ?? expect.fail()
  const both = await app.join('Bo')
  await app.grantAccess(admin, here.network, both, 'Auditor')
  const { id } = await both.post('/api/networks', { name: 'Of their own' })
  const current = async () => (await both.get<{ user: { network: { id: string } | null } }>('/api/auth/verify')).user.network?.id
  expect(await current()).toBe(here.network)
  expect((await both.send('post', `/api/networks/${here.network}/assessments`, { json: terms })).status).toBe(403)
  expect((await both.send('post', `/api/networks/${id}/assessments`, { json: terms })).status).toBe(201)
  expect(await current()).toBe(id)
})

test('other readers get no data of the network', async () => {
  const traces = [...Object.values(here), 'ruth@example.org', 'ole@example.org']
  for (const name of ["another network's Admin", 'a user without a network', 'an operator', 'an expired Auditor', 'a guest'])
    for (const tried of calls) {
      const { key, route } = tried
      if (route.method !== 'get' || (route.about && whoMay(route) === 'capability') || key.includes('/sandbox/') || key.endsWith('/logout')) continue
      const actor = actors.get(name) ?? expect.fail(name)
      for (const target of targetsOf(route)) {
        const { text } = await call(tried, actor.client, target)
        for (const trace of traces) expect(text, `${key} as ${name}`).not.toContain(trace)
      }
    }
})

test('shows a whole bill to the Admins and Auditors of its network only', async () => {
  for (const [name, { client, here: role }] of actors) {
    const { status, text } = await client.send('get', `/api/assessment-bills/${here.bill}`)
    expect(status, name).toBe(200)
    expect(text.includes(here.payor), name).toBe(role === 'Admin' || role === 'Auditor')
    expect(text).not.toMatch(/(ruth|ole)@example\.org/)
  }
})

test('accepts each actor that the declaration allows', async () => {
  const wrong: string[] = []
  for (const tried of calls)
    for (const [name, actor] of actors)
      for (const target of targetsOf(tried.route)) {
        if (verdictOf(tried.route, actor, target) !== 'allowed') continue
        // Every actor calls, but only a guest tries the calls that end a sign-in.
        if (tried.key.endsWith('/auth/logout') && actor.signedIn) continue
        const { status, text } = await call(tried, actor.client, target)
        note(tried, target, name, status)
        if (status >= 500) wrong.push(`${tried.key}: ${name}, ${target}: ${status} ${text}`)
      }
  expect(wrong).toEqual([])
})

/**
 * Lists the access that a call declares and the answer to each actor, one line per target that any actor may access.
 */
const record = (tried: Tried): string[] => {
  const { route, key } = tried
  const declared = [route.about ?? '', keysOf(route) ?? '', route.fresh ? 'fresh' : '', route.creates ? 'creates' : ''].map((word) => word.padEnd(8))
  return targetsOf(route)
    .filter((target) => [...actors.values()].some((actor) => verdictOf(route, actor, target) === 'allowed'))
    .map((target) => {
      const statuses = [...actors.keys()].map((name) => answered.get(`${key} ${target} ${name}`) ?? '  -')
      return [key.padEnd(82), ...declared, target.padEnd(7), ...statuses].join(' ')
    })
}

test('declarations and answers of all calls match the reviewed record', async () => {
  const head = [...actors.keys()].map((name, i) => `${i + 1}. ${name}`).join(', ')
  const lines = calls.flatMap(record).sort()
  await expect([`About, keys, sign-in, repeats, target; the statuses of ${head}`, ...lines, ''].join('\n')).toMatchFileSnapshot('calls.reviewed.txt')
})

test('rejects a call that needs a fresh sign-in 16 minutes after the last one, and changes nothing (R15)', async () => {
  const { admin } = await startNetwork(app, { csv: '' })
  const key = { 'idempotency-key': 'made-while-fresh' }
  const made = await admin.send('post', '/api/payment-profiles', { json: profile, headers: key })
  expect(made.status).toBe(201)
  const operator = await app.join('Olga', ANOTHER_OPERATOR)
  const before = await app.written()
  app.clock.moveTo(instantOf(Date.now() + 16 * 60_000))
  for (const tried of calls.filter(({ route }) => route.fresh)) {
    const { action, thing, kind } = tried.route.access as Exclude<Route['access'], { kind: 'everyone' }>
    const { status, body } = await call(tried, kind === 'operator' ? operator : admin, 'absent')
    expect([status, body], tried.key).toEqual([
      403,
      { message: `Please confirm that it is you to ${action} this ${thing}.`, code: 'reauth-required' },
    ])
  }
  const again = await admin.send('post', '/api/payment-profiles', { json: profile, headers: key })
  expect([again.status, again.body.code], 'a repeat is asked as well').toEqual([403, 'reauth-required'])
  expect(await app.written()).toBe(before)
  await admin.post('/api/auth/reauthenticate', { password: PASSWORD })
  const repeated = await admin.send('post', '/api/payment-profiles', { json: profile, headers: key })
  expect([repeated.status, repeated.text]).toEqual([201, made.text])
  app.clock.moveTo(instantOf(Date.now()))
})

test('revoked access ends in open sessions at once (R18)', async () => {
  const admin = actors.get('an Admin')?.client ?? expect.fail()
  const person = await app.join('Rev')
  const userId = await app.grantAccess(admin, here.network, person, 'Auditor')
  expect((await person.send('get', `/api/assessments/${here.program}`)).status).toBe(200)
  expect((await admin.send('delete', `/api/networks/${here.network}/people/${userId}`)).status).toBe(204)
  expect((await person.send('get', `/api/assessments/${here.program}`)).status).toBe(404)
  expect((await person.send('get', '/api/auth/verify')).body).toMatchObject({ authenticated: true, user: { role: null, network: null } })
})

test('logs nothing unexpected', () => expect(app.complaints).toEqual([]))
