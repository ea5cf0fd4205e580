import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, PASSWORD, startApp } from '../../../scripts/testing/app.ts'
import { elsewhere } from '../../../scripts/testing/elsewhere.ts'

type Headers = Record<string, string>

let app: App
let ada: Client & { email: string }
beforeAll(async () => {
  app = await startApp({ BASE_URL: 'http://vestry.example:8080', METRICS_TOKEN: 'a-token-of-24-characters' })
  ada = await app.join()
})
afterAll(() => app.stop())

describe('a change', () => {
  const here = () => app.base
  const origins = (): readonly (readonly [origin: string | undefined, own: boolean])[] => [
    [undefined, true],
    [here(), true],
    [here().replace('127.0.0.1', 'localhost'), false],
    ['http://vestry.example:8080', true],
    ['https://vestry.example:8080', false],
    ['http://vestry.example', false],
    ['http://vestry.example:8081', false],
    ['http://vestry.example:8080.evil.example', false],
    ['http://evil.example', false],
    ['https://evil.example', false],
    [here().replace(/\d+$/, '1'), false],
    [`${here()}.evil.example`, false],
    ['http://127.0.0.1', false],
    ['file://', false],
    ['chrome-extension://abcdef', false],
    ['nonsense', false],
    ['', false],
  ]
  const sites: readonly (readonly [site: string | undefined, own: boolean])[] = [
    [undefined, true],
    ['same-origin', true],
    ['none', true],
    ['same-site', false],
    ['cross-site', false],
    ['nonsense', false],
  ]
  const change = (headers: Headers) => ada.send('put', '/api/profile', { json: { firstName: 'Ada', lastName: 'Example' }, headers })

  test('is accepted from our pages and from scripts only', async () => {
    const wrong: string[] = []
    for (const [origin, ownOrigin] of origins())
      for (const [site, ownSite] of sites) {
        const headers = { ...(origin === undefined ? {} : { origin }), ...(site === undefined ? {} : { 'sec-fetch-site': site }) }
        const { status, body } = await change(headers)
        const allowed = ownOrigin && ownSite
        if (status !== (allowed ? 200 : 403)) wrong.push(`${JSON.stringify(headers)}: ${status}`)
        if (!allowed && body.code !== 'forbidden') wrong.push(`${JSON.stringify(headers)}: ${body.code}`)
      }
    expect(wrong).toEqual([])
  })

  test('is refused from an opaque origin, unless the browser reports our own site', async () => {
    expect((await change({ origin: 'null' })).status).toBe(403)
    for (const site of ['same-site', 'cross-site', 'none', 'nonsense'])
      expect((await change({ origin: 'null', 'sec-fetch-site': site })).status, site).toBe(403)
    // Under Referrer-Policy no-referrer our own forms send it (R123).
    expect((await change({ origin: 'null', 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  test('ignores method-override headers', async () => {
    for (const headers of [{ 'x-http-method-override': 'PUT' }, { 'x-method-override': 'DELETE' }] as Headers[])
      expect((await ada.send('post', '/api/profile?_method=PUT', { json: { firstName: 'Eve' }, headers })).status).toBe(404)
  })

  test('ignores forwarded headers if no proxy is configured', async () => {
    const headers = {
      origin: 'https://evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    }
    expect((await change(headers)).status).toBe(403)
  })
})

test('other sites cannot sign users out', async () => {
  const person = await app.join()
  for (const [site, status] of [
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 200],
  ] as const) {
    expect((await person.send('get', '/api/profile')).status, site).toBe(200)
    expect((await person.send('get', '/api/auth/logout', { headers: { 'sec-fetch-site': site } })).status, site).toBe(status)
  }
  expect((await person.send('get', '/api/profile')).status).toBe(401)
})

test('other sites cannot read answers', async () => {
  for (const [method, path] of [
    ['get', '/api/auth/verify'],
    ['get', '/api/assessment-bills/AAAAAAAAAAAAAAAAAAAAAA'],
    ['options', '/api/auth/login'],
    ['options', '/api/assessment-bills/AAAAAAAAAAAAAAAAAAAAAA'],
    ['get', '/api/openapi.json'],
    ['get', '/login'],
    ['get', '/api/none'],
  ] as const)
    for (const origin of ['https://evil.example', 'null', app.base]) {
      const preflight: Headers =
        method === 'options' ? { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' } : {}
      const { headers } = await ada.send(method, path, { headers: { origin, ...preflight } })
      expect(
        [...headers.keys()].filter((name) => name.startsWith('access-control-')),
        `${method} ${path} ${origin}`,
      ).toEqual([])
    }
})

describe('every answer', () => {
  const everywhere = [
    '/',
    '/login',
    '/env-debug',
    '/no-such-page',
    '/api/auth/verify',
    '/api/none',
    '/api/profile',
    '/pay/AAAAAAAAAAAAAAAAAAAAAA',
    '/healthz',
    '/favicon.ico',
    '/mark.svg',
    '/theme.js',
    '/templates/members-upload-template.csv',
  ]

  test.each(everywhere)('of %s carries the security headers', async (path) => {
    const { headers, text } = await app.guest().send('get', path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-type')).toMatch(/; charset=utf-8$/i)
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('server')).toBeNull()
    expect(headers.get('referrer-policy')).toMatch(/^(no-referrer|same-origin)$/)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security'), 'not on http').toBeNull()
    expect(headers.getSetCookie(), 'guests get no cookie').toEqual([])
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule)
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).not.toMatch(/unsafe|\*|data:|http:/)
    expect(/style-src ([^;]*)/.exec(policy)?.[1]).not.toMatch(/unsafe-inline|\*|data:|http:/)
    expect(text, 'no script within a page').not.toMatch(/<script(?![^>]*(src=|type="application\/json"))/)
  })

  test('of a call is not cached', async () => {
    for (const path of ['/api/auth/verify', '/api/profile', '/api/payment-profiles', '/api/assessment-bills', '/api/none'])
      expect((await ada.send('get', path)).headers.get('cache-control') ?? '', path).toMatch(path === '/api/none' ? /^$|no-store/ : /no-store/)
  })
})

/** fetch can neither set the Host header nor send TRACE. */
const askedFor = (host: string, path: string, method = 'GET'): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.base)
    request({ hostname, port, path, method, headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })

test('requests for other host names are refused, so that no foreign page shares our origin', async () => {
  const port = new URL(app.base).port
  for (const host of ['vestry.example:8080', 'VESTRY.example:8080', `localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'localhost'])
    expect(await askedFor(host, '/api/auth/verify'), host).toBe(200)
  for (const host of [
    'vestry.example',
    'vestry.example:8081',
    'evil.example',
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    'localhost.',
  ])
    for (const path of ['/', '/api/auth/verify', '/pay/AAAAAAAAAAAAAAAAAAAAAA']) expect(await askedFor(host, path), host).toBe(421)
  expect(await askedFor('10.0.0.7:3000', '/healthz'), 'a monitor').toBe(200)
})

test('TRACE and folder listings are refused', async () => {
  for (const path of ['/', '/api/auth/verify', '/assets/']) expect(await askedFor('localhost', path, 'TRACE'), path).toBe(404)
  for (const folder of ['/assets/', '/pay-assets/', '/templates/']) expect((await app.guest().send('get', folder)).status, folder).toBe(404)
})

test('metrics and readiness details need this machine or the token', async () => {
  const passedOn = { 'x-forwarded-for': '203.0.113.7' }
  const read = (path: string, headers: Headers = {}) => app.guest().send('get', path, { headers })
  expect((await read('/metrics')).text).toContain('vestry_requests_total')
  expect((await read('/readyz')).body).toEqual({ ready: true, problems: [] })
  expect((await read('/metrics', passedOn)).status).toBe(403)
  expect((await read('/metrics', { ...passedOn, authorization: 'Bearer wrong-wrong-wrong-wrong' })).status).toBe(403)
  expect(await read('/readyz', passedOn)).toMatchObject({ status: 200, text: '{"ready":true}' })
  const shown = { ...passedOn, authorization: 'Bearer a-token-of-24-characters' }
  expect((await read('/metrics', shown)).text).toContain('vestry_requests_total')
  expect((await read('/readyz', shown)).body).toEqual({ ready: true, problems: [] })
})

test('/env-debug reveals nothing of the server: its four values are the browser’s (R119)', async () => {
  const page = async (path: string) => (await app.guest().send('get', path)).text.replace(/nonce="[^"]+"/, '')
  const text = await page('/env-debug')
  expect(text).toBe(await page('/login'))
  for (const value of Object.values(process.env)) if (value && value.length > 12 && /\d/.test(value)) expect(text.includes(value)).toBe(false)
  for (const path of [
    '/api/env-debug',
    '/api/env',
    '/api/debug',
    '/.env',
    '/.env.example',
    '/package.json',
    '/.git/config',
    '/.data/personal-data.key',
    '/..%2f.env',
    '/assets/..%2f..%2f..%2fpackage.json',
  ]) {
    const answer = await app.guest().send('get', path)
    expect([400, 403, 404], `${path}: ${answer.status}`).toContain(answer.status)
    expect(answer.text).not.toMatch(/DATABASE_URL|SMTP_URL|"dependencies"|\[core\]/)
  }
})

test(`a sign-out never redirects to another site, in ${elsewhere.length} attempts`, async () => {
  const guest = app.guest()
  let accepted = 0
  for (const target of elsewhere) {
    const answer = await guest.send('get', `/api/auth/logout?redirectTo=${encodeURIComponent(target)}`)
    expect(answer.status, target).toBe(200)
    const { redirectTo } = answer.body
    if (redirectTo === undefined) continue
    accepted += 1
    expect(new URL(String(redirectTo), app.base).origin, target).toBe(app.base)
    expect(String(redirectTo)).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
  }
  expect(accepted).toBeLessThan(elsewhere.length / 8)
  expect((await guest.get('/api/auth/logout?redirectTo=%2Fpay%2FAAAAAAAAAAAAAAAAAAAAAA')).redirectTo).toBe('/pay/AAAAAAAAAAAAAAAAAAAAAA')
})

describe('rate limits', () => {
  let strict: App
  beforeAll(async () => {
    strict = await startApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' })
  })
  afterAll(() => strict.stop())
  let addresses = 0
  const address = () => {
    addresses += 1
    return `203.0.${addresses >> 8}.${addresses & 255}`
  }
  const post = (path: string, json: unknown, from: string) => strict.guest().send('post', path, { json, headers: { 'x-forwarded-for': from } })
  const slow = ({ status, body, headers }: Awaited<ReturnType<typeof post>>) => {
    if (status !== 429) return false
    expect(body).toEqual({
      message: expect.stringMatching(/^(Too many attempts\..* wait a moment|You have reached today's limit for this\. Please try again tomorrow)/),
      code: 'slow-down',
    })
    expect(headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/)
    return true
  }
  /** Counts the requests that were not rate-limited. */
  const passed = async (n: number, send: (i: number) => ReturnType<typeof post>) => {
    let count = 0
    for (let i = 0; i < n; i += 1) if (!slow(await send(i))) count += 1
    return count
  }

  test('forty concurrent guesses count as five; the owner signs in elsewhere; a success resets the count (R5)', async () => {
    const email = 'owner@example.org'
    await post('/api/auth/register', { firstName: 'O', lastName: 'W', email, password: PASSWORD }, address())
    await strict.pool.query('update users set confirmed_at = now() where email = $1', [email])
    const [thief, home] = [address(), address()]
    const guesses = await Promise.all(Array.from({ length: 28 }, (_, i) => post('/api/auth/login', { email, password: `guess-${i}` }, thief)))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(guesses.filter(slow)).toHaveLength(23)
    expect((await post('/api/auth/login', { email: email.toUpperCase(), password: PASSWORD }, thief)).status).toBe(429)
    for (let i = 0; i < 3; i += 1) {
      expect(await passed(4, () => post('/api/auth/login', { email, password: 'mistyped' }, home))).toBe(4)
      expect((await post('/api/auth/login', { email, password: PASSWORD }, home)).status).toBe(200)
    }
  })

  test('a session does not speed up guesses of the password', async () => {
    const from = address()
    const email = 'insider@example.org'
    await post('/api/auth/register', { firstName: 'I', lastName: 'N', email, password: PASSWORD }, from)
    await strict.pool.query('update users set confirmed_at = now() where email = $1', [email])
    const cookie = (await post('/api/auth/login', { email, password: PASSWORD }, from)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const send = (path: string, json: unknown) => strict.guest().send('post', path, { json, headers: { cookie, 'x-forwarded-for': from } })
    const change = { newPassword: 'Another-1!', confirmPassword: 'Another-1!' }
    expect(
      await passed(10, (i) =>
        i % 2 ? send('/api/auth/reauthenticate', { password: 'wrong' }) : send('/api/password/change', { ...change, currentPassword: 'wrong' }),
      ),
    ).toBe(5)
  })

  test('twenty guesses from twenty addresses slow new addresses, but not a known one', async () => {
    const email = 'crowded@example.org'
    await post('/api/auth/register', { firstName: 'C', lastName: 'D', email, password: PASSWORD }, address())
    await strict.pool.query('update users set confirmed_at = now() where email = $1', [email])
    const home = address()
    expect((await post('/api/auth/login', { email, password: PASSWORD }, home)).status).toBe(200)
    for (let i = 0; i < 20; i += 1) expect((await post('/api/auth/login', { email, password: `guess-${i}` }, address())).status).toBe(401)
    expect(slow(await post('/api/auth/login', { email, password: PASSWORD }, address()))).toBe(true)
    expect((await post('/api/auth/login', { email, password: 'mistyped' }, home)).status).toBe(401)
    expect((await post('/api/auth/login', { email, password: PASSWORD }, home)).status).toBe(200)
  })

  test('a network sends fifty invitations a day; repeats, role changes and refused callers do not count', async () => {
    const admin = await strict.join('Ada')
    const networkOf = async () => (await admin.post('/api/networks', { name: 'Synod' })).id
    const [one, other] = [await networkOf(), await networkOf()]
    const invite = (network: string, i: number, headers = {}) =>
      admin.send('post', `/api/networks/${network}/people`, { json: { email: `p${i}@example.org`, role: 'Member' }, headers })
    const stranger = await strict.join('Eve')
    for (let i = 0; i < 60; i += 1) await stranger.send('post', `/api/networks/${one}/people`, { json: { email: 'x@example.org', role: 'Admin' } })
    for (let i = 0; i < 5; i += 1) expect((await invite(one, 0, { 'idempotency-key': 'same' })).status).toBe(201)
    await admin.post(`/api/networks/${one}/people`, { email: admin.email, role: 'Admin' })
    expect(await passed(52, (i) => invite(one, i + 1))).toBe(49)
    expect((await invite(one, 0, { 'idempotency-key': 'same' })).status).toBe(201)
    expect((await invite(other, 0)).status).toBe(201)
  })

  test('an address signs in thirty times a minute', async () => {
    const from = address()
    expect(await passed(32, (i) => post('/api/auth/login', { email: `nobody${i}@example.org`, password: 'wrong' }, from))).toBe(30)
  })

  const byEmail = {
    '/api/auth/register': (email: string) => ({ firstName: 'A', lastName: 'B', email, password: PASSWORD }),
    '/api/auth/resend-confirmation': (email: string) => ({ email }),
    '/api/password/reset/request': (email: string) => ({ email }),
  }
  test('register, resend and forgot are each limited to five an hour per e-mail address, from anywhere', async () => {
    for (const [path, body] of Object.entries(byEmail)) {
      expect(await passed(7, (i) => post(path, body(i % 2 ? 'often@example.org' : ' OFTEN@example.org'), address())), path).toBe(5)
      expect(await passed(1, () => post(path, body('seldom@example.org'), address())), path).toBe(1)
    }
  })
  test('register, resend and forgot are each limited to thirty in ten minutes per IP address', async () => {
    for (const [path, body] of Object.entries(byEmail)) {
      const from = address()
      expect(await passed(32, (i) => post(path, body(`e${i}@example.org`), from)), path).toBe(30)
    }
  })
})

test('logged no unexpected error', () => expect(app.complaints).toEqual([]))
