import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, PASSWORD, startApp } from '../../scripts/testing/app.ts'
import { codeOf } from '../../scripts/testing/authenticator.ts'
import { identityOf, problemOf, providers } from './providers.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

type Provider = 'google' | 'facebook'
type Person = Readonly<{ email: string; name?: string; verified?: boolean }>
type Page = Readonly<{ url: URL; status: number; location: URL | null; text: string }>

let people = 0
const newEmail = () => {
  people += 1
  return `oauth${people}@example.org`
}

const CONNECT = '?mode=connect'

/** A browser with a cookie jar that follows one redirect at a time. */
const browser = (base = app.base) => {
  const jar = new Map<string, { value: string; path: string }>()
  const visit = async (path: string, form?: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> => {
    const url = new URL(path, base)
    const sent = [...jar].filter(([, { path: under }]) => url.pathname.startsWith(under)).map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: sent.join('; '), ...(form ? { origin: url.origin } : {}), ...headers },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      const under = attributes.find((attribute) => attribute.startsWith('path='))?.slice(5) ?? '/'
      if (value) jar.set(`${name} ${under}`, { value, path: under })
      else jar.delete(`${name} ${under}`)
    }
    const location = response.headers.get('location')
    return { url, status: response.status, location: location === null ? null : new URL(location, url), text: await response.text() }
  }
  /** Follows redirects to a page, or to the first address that `before` accepts, which is not visited. */
  const follow = async (page: Page, before: (url: URL) => boolean = () => false): Promise<Page> => {
    let at = page
    while (at.location && !before(at.location)) at = await visit(at.location.href)
    return at
  }
  const isCallback = (url: URL) => url.pathname.endsWith('/callback')
  const send = async <Body>(method: string, path: string, json?: unknown) => {
    const response = await fetch(base + path, {
      method,
      headers: { cookie: [...jar].map(([name, { value }]) => `${name.split(' ')[0]}=${value}`).join('; '), 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    for (const line of response.headers.getSetCookie()) jar.set('vestry /', { value: /=([^;]*)/.exec(line)?.[1] ?? '', path: '/' })
    const text = await response.text()
    return { status: response.status, body: (text ? JSON.parse(text) : null) as Body }
  }
  /** The address to which our page sends this browser for connecting an account, with its ticket. */
  const ticketed = async (provider: Provider) => (await send<{ url: string }>('POST', `/api/oauth/${provider}/connect`)).body.url
  const begin = async (provider: Provider, query: string) => visit(query === CONNECT ? await ticketed(provider) : `/api/oauth/${provider}${query}`)
  /** Signs in at the provider, without returning its answer to us yet. */
  const ask = async (provider: Provider, { email, name = 'Ruth Boaz', verified = true }: Person, query = ''): Promise<URL> => {
    const asked = await follow(await begin(provider, query))
    expect(asked.text).toContain(`Stand-in for ${provider === 'google' ? 'Google' : 'Facebook'}`)
    const answered = await visit(asked.url.href, { email, name, ...(verified ? { verified: 'on' } : {}), answer: 'continue' })
    const last = await follow(answered, isCallback)
    return last.location ?? expect.fail(`no answer came back: ${last.status} ${last.text}`)
  }
  const end = (page: Page): string => (page.location ? page.location.pathname + page.location.search : `${page.status}`)
  return {
    visit,
    follow,
    ask,
    end,
    cancel: async (provider: Provider, query = '') => {
      const asked = await follow(await begin(provider, query))
      return end(await visit((await follow(await visit(asked.url.href, { answer: 'cancel' }), isCallback)).location?.href ?? ''))
    },
    signIn: async (provider: Provider, person: Person, query = '') => end(await visit((await ask(provider, person, query)).href)),
    keep: (name: string, value: string) => void jar.set(`${name} /`, { value, path: '/' }),
    valueOf: (name: string) => jar.get(`${name} /`)?.value ?? '',
    cookie: () => [...jar].map(([name, { value }]) => `${name.split(' ')[0]}=${value}`).join('; '),
    send,
    ticketed,
  }
}
type Browser = ReturnType<typeof browser>

type User = { id: string; email: string; firstName: string; lastName: string } | null
const userIn = async (someone: Browser): Promise<User> => (await someone.send<{ user: User }>('GET', '/api/auth/verify')).body.user
type Account = { id: string; provider: string; createdAt: string }
const accountsOf = async (someone: Browser) =>
  (await someone.send<{ data: { accounts: Account[] } }>('GET', '/api/oauth/accounts')).body.data.accounts
const logIn = (someone: Browser, email: string, password = PASSWORD) => someone.send<{ code: string }>('POST', '/api/auth/login', { email, password })
const register = (person: Client, email: string) =>
  person.post('/api/auth/register', { firstName: 'Mallory', lastName: 'Attacker', email, password: PASSWORD })

/** A confirmed user, signed in with a password. */
const member = async (email = newEmail()) => {
  await app.join('Ruth', email)
  const someone = browser()
  expect((await logIn(someone, email)).status).toBe(200)
  return { someone, email }
}

describe.each(['google', 'facebook'] as const)('signing in with %s', (provider) => {
  test('creates a user for a verified e-mail, and finds the same user next time, in any browser', async () => {
    const email = newEmail()
    const first = browser()
    expect(await first.signIn(provider, { email, name: 'Ruth Ann Boaz' })).toBe('/dashboard')
    const user = await userIn(first)
    expect(user).toMatchObject({ email, firstName: 'Ruth', lastName: 'Ann Boaz' })
    const second = browser()
    expect(await second.signIn(provider, { email: email.toUpperCase(), name: 'Other Name', verified: false })).toBe('/dashboard')
    expect(await userIn(second)).toEqual(user)
    expect((await first.send<{ hasPassword: boolean }>('GET', '/api/profile')).body.hasPassword).toBe(false)
    expect(await accountsOf(first)).toMatchObject([{ provider: provider === 'google' ? 'Google' : 'Facebook' }])
  })

  test('redirects to paths of this site only', async () => {
    const email = newEmail()
    const to = (redirectTo: string) => browser().signIn(provider, { email }, `?${new URLSearchParams({ redirectTo })}`)
    expect(await to('/assessments?page=2')).toBe('/assessments?page=2')
    for (const elsewhere of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/login',
      '/api/auth/logout',
      '/x/../OAUTH/google?mode=connect',
      `/${'x'.repeat(3000)}`,
    ])
      expect(await to(elsewhere), elsewhere).toBe('/dashboard')
  })

  test('links a confirmed account with the same e-mail, which keeps its password', async () => {
    const { someone, email } = await member()
    const other = browser()
    expect(await other.signIn(provider, { email })).toBe('/dashboard')
    expect((await userIn(other))?.id).toBe((await userIn(someone))?.id)
    expect((await logIn(browser(), email)).status).toBe(200)
  })

  test("requires the code of the account's authenticator app", async () => {
    const email = newEmail()
    const someone = browser()
    await someone.signIn(provider, { email })
    const begun = await someone.send<{ secret: string }>('POST', '/api/auth/totp')
    await someone.send('POST', '/api/auth/totp/confirm', { code: codeOf(begun.body.secret) })
    const again = browser()
    expect(await again.signIn(provider, { email }, '?redirectTo=%2Fpayors')).toBe('/login?step=code&redirectTo=%2Fpayors')
    expect(await userIn(again)).toBeNull()
  })

  test('shows that it was cancelled, and keeps the redirect', async () => {
    expect(await browser().cancel(provider, '?redirectTo=%2Fpayors')).toBe('/login?error=access-denied&redirectTo=%2Fpayors')
  })
})

describe('a session', () => {
  test("is new and fresh, and the browser's earlier one ends", async () => {
    const { someone, email } = await member()
    const earlier = someone.cookie()
    expect(await someone.signIn('google', { email })).toBe('/dashboard')
    const verify = await fetch(`${app.base}/api/auth/verify`, { headers: { cookie: earlier } })
    expect(await verify.json()).toEqual({ authenticated: false, user: null })
    expect(await userIn(someone)).toMatchObject({ email })
  })
})

describe('connecting', () => {
  test('adds an account with any e-mail, which then signs in', async () => {
    const { someone, email } = await member()
    const there = { email: newEmail(), verified: false }
    expect(await someone.signIn('facebook', there, CONNECT)).toBe('/settings/connected-accounts')
    expect(await someone.signIn('facebook', there, CONNECT)).toBe('/settings/connected-accounts')
    expect(await accountsOf(someone)).toEqual([{ id: expect.any(String), provider: 'Facebook', createdAt: expect.stringMatching(/Z$/) }])
    const other = browser()
    expect(await other.signIn('facebook', there)).toBe('/dashboard')
    expect(await userIn(other)).toMatchObject({ email })
  })

  test("refuses another user's account, a second account, and a cancelled attempt", async () => {
    const { someone } = await member()
    const theirs = { email: newEmail() }
    await browser().signIn('google', theirs)
    expect(await someone.signIn('google', theirs, CONNECT)).toBe('/settings/connected-accounts?error=already-linked')
    expect(await someone.cancel('google', CONNECT)).toBe('/settings/connected-accounts?error=access-denied')
    await someone.signIn('google', { email: newEmail() }, CONNECT)
    expect(await someone.signIn('google', { email: newEmail() }, CONNECT)).toBe('/settings/connected-accounts?error=already-connected')
    expect(await accountsOf(someone)).toHaveLength(1)
  })

  test('allows no sign-in with a second identity at the same provider', async () => {
    const { someone, email } = await member()
    await someone.signIn('google', { email: newEmail() }, CONNECT)
    expect(await browser().signIn('google', { email })).toBe('/login?error=already-connected')
  })

  test('needs a fresh session', async () => {
    const ask = async (someone: Browser) => {
      const { status, body } = await someone.send<{ code: string }>('POST', '/api/oauth/google/connect')
      return [status, body.code]
    }
    expect(await ask(browser())).toEqual([401, 'unauthenticated'])
    const { someone, email } = await member()
    await app.pool.query(`update sessions set fresh_at = fresh_at - interval '16 minutes' where user_id = (select id from users where email = $1)`, [
      email,
    ])
    await expect.poll(() => ask(someone)).toEqual([403, 'reauth-required'])
    expect((await (await member()).someone.send('POST', '/api/oauth/apple/connect')).status).toBe(404)
  })

  test('begins with a ticket from our own page that is valid once, for a minute, for its session and provider', async () => {
    const { someone } = await member()
    const begun = async () => Number((await app.pool.query<{ n: number }>('select count(*) as n from oauth_attempts')).rows[0]?.n)
    const before = await begun()
    const lateUrl = await someone.ticketed('google')
    await app.pool.query(`update connect_tickets set expires_at = expires_at - interval '1 minute'`)
    const used = await someone.ticketed('google')
    expect(used).toMatch(/^\/api\/oauth\/google\?mode=connect&/)
    expect((await someone.visit(used)).location?.pathname).toContain('/sandbox/openid/')
    const theirs = await (await member()).someone.ticketed('google')
    const facebook = (await someone.ticketed('facebook')).replace('facebook', 'google')
    for (const url of ['/api/oauth/google?mode=connect', '/oauth/google?mode=connect&ticket=x', lateUrl, used, theirs, facebook])
      expect(someone.end(await someone.follow(await someone.visit(url), ({ pathname }) => pathname.startsWith('/settings'))), url).toBe(
        '/settings/connected-accounts',
      )
    expect(browser().end(await browser().visit('/api/oauth/google?mode=connect'))).toBe('/settings/connected-accounts')
    expect(await begun()).toBe(before + 1)
    const { rows } = await app.pool.query<{ row: string }>('select t::text as row from connect_tickets t')
    for (const { row } of rows) expect(row).not.toContain(new URL(theirs, app.base).searchParams.get('ticket'))
  })

  test('mails the owner about each connected or disconnected account', async () => {
    const { someone, email } = await member()
    await someone.signIn('facebook', { email: newEmail(), verified: false }, CONNECT)
    expect((await app.mailTo(email, /^Your Facebook account was connected$/)).text).toContain('From now on you can sign in to Vestry with Facebook.')
    const [account] = await accountsOf(someone)
    expect((await someone.send('DELETE', `/api/oauth/accounts/${account?.id}`)).status).toBe(204)
    expect((await app.mailTo(email, /^Your Facebook account was disconnected$/)).text).toContain('change your password at once')
    await browser().signIn('google', { email })
    await app.mailTo(email, /^Your Google account was connected$/)
    const fresh = newEmail()
    for (let times = 0; times < 2; times += 1) await browser().signIn('google', { email: fresh })
    await app.written()
    expect(await app.mailsTo(fresh, /./), 'who has just come knows').toEqual([])
  })

  test('fails if the session has ended or changed on the way', async () => {
    const { someone, email } = await member()
    const ended = await someone.ask('google', { email: newEmail() }, CONNECT)
    await logIn(someone, email)
    expect(someone.end(await someone.visit(ended.href))).toBe('/login?error=expired')
    const replaced = await someone.ask('google', { email: newEmail() }, CONNECT)
    const { someone: other } = await member()
    someone.keep('vestry', other.valueOf('vestry'))
    expect(someone.end(await someone.visit(replaced.href))).toBe('/settings/connected-accounts?error=expired')
    expect([...(await accountsOf(someone)), ...(await accountsOf(other))]).toEqual([])
  })
})

describe('disconnecting', () => {
  test('ends that sign-in, and only for its owner', async () => {
    const { someone } = await member()
    const there = { email: newEmail(), verified: false }
    await someone.signIn('google', there, CONNECT)
    const [account] = await accountsOf(someone)
    const { someone: other } = await member()
    const refused = await other.send<{ message: string }>('DELETE', `/api/oauth/accounts/${account?.id}`)
    expect([refused.status, refused.body.message]).toEqual([404, 'Account not found or you do not have access to it.'])
    expect((await someone.send('DELETE', `/oauth/accounts/${account?.id}`)).status).toBe(204)
    expect(await accountsOf(someone)).toEqual([])
    expect(await browser().signIn('google', there)).toBe('/login?error=email-unverified')
  })

  test('refuses to remove the last sign-in', async () => {
    const someone = browser()
    await someone.signIn('google', { email: newEmail() })
    const remove = async (provider: string) => {
      const account = (await accountsOf(someone)).find((each) => each.provider === provider)
      const { status, body } = await someone.send<{ code: string } | null>('DELETE', `/api/oauth/accounts/${account?.id}`)
      return [status, body?.code]
    }
    expect(await remove('Google')).toEqual([409, 'last-sign-in'])
    await someone.signIn('facebook', { email: newEmail() }, CONNECT)
    const accounts = await accountsOf(someone)
    const both = await Promise.all(accounts.map(({ id }) => someone.send('DELETE', `/api/oauth/accounts/${id}`)))
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await accountsOf(someone)).toHaveLength(1)
  })
})

describe('account takeover is prevented', () => {
  test('1: with an e-mail that the provider has not verified', async () => {
    for (const provider of ['google', 'facebook'] as const) {
      const { email } = await member()
      const attacker = browser()
      expect(await attacker.signIn(provider, { email, verified: false })).toBe('/login?error=email-unverified')
      expect(await userIn(attacker)).toBeNull()
      // An unknown address gets the same answer, and no account.
      const unknown = newEmail()
      expect(await attacker.signIn(provider, { email: unknown, verified: false })).toBe('/login?error=email-unverified')
      expect((await app.pool.query('select 1 from users where email = $1', [unknown])).rowCount).toBe(0)
    }
  })

  test("2: by registering a victim's address before the victim signs in with Google", async () => {
    const email = newEmail()
    await register(app.guest(), email)
    const { rows } = await app.pool.query<{ id: string }>('select id from users where email = $1', [email])
    const id = rows[0]?.id ?? ''
    // Sessions and mailed links of the attacker must end, too.
    const held = 'x'.repeat(43)
    const hashed = [id, app.clock.now(), Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(held)))]
    await app.pool.query('insert into sessions (user_id, created_at, seen_at, fresh_at, id_hash) values ($1, $2, $2, $2, $3)', hashed)
    await app.pool.query(
      `insert into user_tokens (user_id, expires_at, hash, purpose) values ($1, $2::timestamptz + interval '1 h', $3, 'reset')`,
      hashed,
    )
    const victim = browser()
    expect(await victim.signIn('google', { email, name: 'Vera Victim' })).toBe('/dashboard')
    expect(await userIn(victim)).toMatchObject({ id, email, firstName: 'Vera', lastName: 'Victim' })
    const attacker = browser()
    expect(await logIn(attacker, email)).toMatchObject({ status: 401, body: { code: 'bad-credentials' } })
    const verify = await fetch(`${app.base}/api/auth/verify`, { headers: { cookie: `vestry=${held}` } })
    expect(await verify.json()).toEqual({ authenticated: false, user: null })
    const reset = { token: held, newPassword: 'Attacker-1!', confirmPassword: 'Attacker-1!' }
    expect((await app.guest().send('post', '/api/password/reset/confirm', { json: reset })).status).toBe(400)
    await register(app.guest(), email)
    expect((await logIn(attacker, email)).status).toBe(401)
    expect(await accountsOf(victim)).toHaveLength(1)
  })

  test("3: by bringing the attacker’s answer into the victim's browser", async () => {
    const attacker = browser()
    const { someone: victim, email } = await member()
    const before = victim.cookie()
    // The attacker's state is refused in the victim's browser, before and after the victim has begun an attempt.
    const answers = [await attacker.ask('google', { email: newEmail() }), await attacker.ask('google', { email: newEmail() })]
    expect(victim.end(await victim.visit(answers[0]?.href ?? ''))).toBe('/login?error=expired')
    expect(victim.cookie()).toBe(before)
    const own = await victim.ask('google', { email: newEmail() }, CONNECT)
    expect(victim.end(await victim.visit(answers[1]?.href ?? ''))).toBe('/login?error=expired')
    // The attacker's code is sent with the state of the victim's own attempt.
    const swapped = new URL((await attacker.ask('google', { email: newEmail() })).href)
    swapped.searchParams.set('state', own.searchParams.get('state') ?? '')
    expect(victim.end(await victim.visit(swapped.href))).toBe('/settings/connected-accounts?error=failed')
    expect(await accountsOf(victim)).toEqual([])
    expect(await userIn(victim)).toMatchObject({ email })
    // The attacker begins to connect their account, and the victim's browser finishes it.
    const { someone: plotter } = await member()
    const connecting = await plotter.ask('facebook', { email: newEmail() }, CONNECT)
    await victim.visit(connecting.href)
    expect(await accountsOf(victim)).toEqual([])
    expect(await accountsOf(plotter)).toEqual([])
  })

  test("4: by passing one provider's code off as the other's", async () => {
    const moved = (answer: URL, from: string, to: string) => answer.href.replace(`/oauth/${from}/`, `/oauth/${to}/`)
    const someone = browser()
    const google = await someone.ask('google', { email: newEmail() })
    expect(someone.end(await someone.visit(moved(google, 'google', 'facebook')))).toBe('/login?error=failed')
    // Google's answer is sent as Facebook's: state, provider and code verifier fit, but the issuer does not.
    const code = await someone.ask('google', { email: newEmail() })
    const mixed = new URL((await someone.ask('facebook', { email: newEmail() })).href)
    mixed.searchParams.set('code', code.searchParams.get('code') ?? '')
    mixed.searchParams.set('iss', code.searchParams.get('iss') ?? '')
    expect(someone.end(await someone.visit(mixed.href))).toBe('/login?error=failed')
    const silent = new URL((await someone.ask('facebook', { email: newEmail() })).href)
    silent.searchParams.delete('iss')
    expect(someone.end(await someone.visit(silent.href))).toBe('/login?error=failed')
    expect(await userIn(someone)).toBeNull()
  })

  test('5: by replaying an answer', async () => {
    const someone = browser()
    const answer = await someone.ask('google', { email: newEmail() })
    expect(someone.end(await someone.visit(answer.href))).toBe('/dashboard')
    await someone.send('POST', '/api/auth/logout')
    for (const thief of [someone, browser()]) {
      expect(thief.end(await thief.visit(answer.href))).toBe('/login?error=expired')
      expect(await userIn(thief)).toBeNull()
    }
    // A thief has only the code, and sends it with the state of a separate attempt.
    const thief = browser()
    const own = await thief.ask('google', { email: newEmail() })
    own.searchParams.set('code', answer.searchParams.get('code') ?? '')
    expect(thief.end(await thief.visit(own.href))).toBe('/login?error=failed')
    expect(await userIn(thief)).toBeNull()
  })
})

describe('a sign-in at a provider', () => {
  test('expires after ten minutes', async () => {
    const someone = browser()
    const answer = await someone.ask('google', { email: newEmail() })
    await app.pool.query(`update oauth_attempts set expires_at = expires_at - interval '10 minutes'`)
    expect(someone.end(await someone.visit(answer.href))).toBe('/login?error=expired')
  })

  test('is not started by a link from another site, which leads to the log-in with the redirect', async () => {
    const begin = (site: string) => browser().visit('/api/oauth/google?redirectTo=%2Fdashboard', undefined, { 'sec-fetch-site': site })
    for (const site of ['cross-site', 'same-site']) expect((await begin(site)).location?.pathname, site).toBe('/login')
    expect((await begin('cross-site')).location?.search).toBe('?redirectTo=%2Fdashboard')
    for (const site of ['same-origin', 'none']) expect((await begin(site)).location?.pathname, site).not.toBe('/login')
  })

  test('ends at the log-in after a malformed callback, never in an error', async () => {
    const someone = browser()
    for (const query of ['', '?state=x&code=y', '?error=access_denied', '?state=a&state=b&code=c', `?state=${'x'.repeat(5000)}`, '?state=%ff'])
      expect(someone.end(await someone.visit(`/api/oauth/google/callback${query}`)), query).toBe('/login?error=expired')
    const { searchParams } = await someone.ask('google', { email: newEmail() })
    const twice = `/api/oauth/google/callback?${searchParams}&code=other`
    expect(someone.end(await someone.visit(twice))).toBe('/login?error=failed')
  })

  test('answers 404 for an unknown provider, and redirects a path without its prefix', async () => {
    for (const name of ['apple', 'Google', '__proto__']) {
      expect((await browser().visit(`/api/oauth/${name}`)).status).toBe(404)
      expect((await browser().visit(`/api/oauth/${name}/callback`)).status).toBe(404)
    }
    const someone = browser()
    const page = await someone.visit('/oauth/google?redirectTo=%2Fpayors')
    expect([page.status, someone.end(page)]).toEqual([307, '/api/oauth/google?redirectTo=%2Fpayors'])
    expect((await someone.follow(page)).text).toContain('Stand-in for Google')
  })

  test('works in several tabs independently', async () => {
    const someone = browser()
    const [first, second] = [await someone.ask('google', { email: newEmail() }), await someone.ask('facebook', { email: newEmail() })]
    expect(someone.end(await someone.visit(first.href))).toBe('/dashboard')
    expect(someone.end(await someone.visit(second.href))).toBe('/dashboard')
  })

  test('creates one user from concurrent answers for a new person', async () => {
    const email = newEmail()
    const two = [browser(), browser()]
    const answers = await Promise.all(two.map((each) => each.ask('google', { email })))
    const ends = await Promise.all(two.map(async (each, i) => each.end(await each.visit(answers[i]?.href ?? ''))))
    expect(ends).toEqual(['/dashboard', '/dashboard'])
    expect((await app.pool.query('select 1 from users where email = $1', [email])).rowCount).toBe(1)
  })

  test("shows the stand-in's form again for an invalid address", async () => {
    const someone = browser()
    const asked = await someone.follow(await someone.visit('/api/oauth/google'))
    const again = await someone.visit(asked.url.href, { email: 'x"><script>', name: 'Ruth', answer: 'continue' })
    expect(again.status).toBe(400)
    expect(again.text).toContain('Enter a valid email address and a name.')
    expect(again.text).not.toContain('<script>')
    expect((await someone.visit('/api/sandbox/openid/google/ask/nonsense')).status).toBe(400)
  })
})

test('returns to the public address behind an https proxy', async () => {
  const proxied = await startApp({ BASE_URL: 'https://billing.example.org', ALLOW_SANDBOX: '1' })
  try {
    const someone = browser(proxied.base)
    const answer = await someone.ask('google', { email: newEmail() })
    expect(answer.origin + answer.pathname).toBe('https://billing.example.org/api/oauth/google/callback')
    expect(someone.end(await someone.visit(answer.pathname + answer.search))).toBe('/dashboard')
    expect(someone.cookie()).toMatch(/__Host-vestry=.+/)
    expect(someone.cookie()).toMatch(/__Host-vestry-oauth=.+/)
  } finally {
    await proxied.stop()
  }
})

describe('without the sandbox', () => {
  test('answers that a provider is not set up, and has no stand-in', async () => {
    const plain = await startApp({ SANDBOX: '0', SMTP_URL: 'smtp://127.0.0.1:9' })
    try {
      const someone = browser(plain.base)
      expect(someone.end(await someone.visit('/api/oauth/google'))).toBe('/login?error=not-configured')
      expect(someone.end(await someone.visit('/api/oauth/facebook?redirectTo=%2Fpayors'))).toBe('/login?error=not-configured&redirectTo=%2Fpayors')
      expect((await someone.visit('/api/sandbox/openid/google/.well-known/openid-configuration')).status).toBe(404)
    } finally {
      await plain.stop()
    }
  })

  test("uses Facebook's own address, with the parameters that bind its answer to us", async () => {
    const real = await startApp({ FACEBOOK_CLIENT_ID: 'our-id', FACEBOOK_CLIENT_SECRET: 'our-secret', BASE_URL: 'https://billing.example.org' })
    try {
      const { location } = await browser(real.base).visit('/api/oauth/facebook')
      expect(location?.origin + (location?.pathname ?? '')).toBe('https://www.facebook.com/v23.0/dialog/oauth')
      const { state, nonce, code_challenge, ...rest } = Object.fromEntries(location?.searchParams ?? [])
      expect([state, nonce, code_challenge].map((secret) => secret?.length)).toEqual([43, 43, 43])
      expect(rest).toEqual({
        client_id: 'our-id',
        redirect_uri: 'https://billing.example.org/api/oauth/facebook/callback',
        response_type: 'code',
        scope: 'openid email public_profile',
        code_challenge_method: 'S256',
      })
    } finally {
      await real.stop()
    }
  })
})

test('reports an unreachable provider as unavailable, and tries again next time', async () => {
  const away = providers({ google: null, facebook: null }, () => ({ issuer: 'http://127.0.0.1:9', client: { id: 'x', secret: 'y' } }))('google')
  const begin = () => away?.begin(app.base, { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) })
  for (let tries = 0; tries < 2; tries += 1) expect(problemOf(await begin()?.catch((error: unknown) => error))).toBe('unavailable')
})

test('counts an address as verified only if the provider says so explicitly', () => {
  const email = 'ruth@example.org'
  expect(identityOf({ sub: '1', email, email_verified: true }).verifiedEmail).toBe(email)
  for (const email_verified of [undefined, null, false, 'true', 1, {}])
    expect(identityOf({ sub: '1', email, email_verified }).verifiedEmail).toBeNull()
  expect(identityOf({ sub: '1', email: 'no address', email_verified: true })).toEqual({
    subject: '1',
    verifiedEmail: null,
    firstName: 'Friend',
    lastName: '',
  })
  expect(() => identityOf({ email, email_verified: true })).toThrow()
})

test('logged no unexpected error', () => expect(app.complaints).toEqual([]))
