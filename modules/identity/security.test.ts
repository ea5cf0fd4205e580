import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, PASSWORD, startApp } from '../../scripts/testing/app.ts'
import { type Instant, instantOf } from '../kernel/dates.ts'
import { digest } from '../platform/personal-data/master-key.ts'
import { checkResetToken, confirmWith, issueToken, openSession, sessionFinder } from './accounts.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const NEW = 'Another-1!'

let app: App
beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'trace' })
})
afterAll(() => app.stop())

const login = (email: string, password: string, client: Client = app.guest()) => client.send('post', '/api/auth/login', { json: { email, password } })
const idOf = async (email: string): Promise<string> =>
  (await app.pool.query<{ id: string }>('select id from users where email = $1', [email])).rows[0]?.id ?? ''

const mailedToken = async (email: string, page: 'confirm-email' | 'reset-password'): Promise<string> => {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const { data } = await app.guest().get<{ data: { text: string }[] }>(`/api/sandbox/mail?to=${encodeURIComponent(email)}`)
    const token = data.map(({ text }) => new RegExp(`/${page}\\?token=([\\w-]+)`).exec(text)?.[1]).find(Boolean)
    if (token) return token
    await setTimeout(30)
  }
  throw new Error(`no ${page} link reached ${email}`)
}
const resetToken = async (email: string): Promise<string> => {
  await app.guest().post('/api/password/reset/request', { email })
  return mailedToken(email, 'reset-password')
}
const reset = (token: string, newPassword = NEW) =>
  app.guest().send('post', '/api/password/reset/confirm', { json: { token, newPassword, confirmPassword: newPassword } })

const register = (email: string, password = PASSWORD) =>
  app.guest().send('post', '/api/auth/register', { json: { firstName: 'Ruth', lastName: 'One', email, password } })

describe('passwords', () => {
  const storedOf = async (email: string) =>
    (await app.pool.query<{ stored: string }>('select password_hash as stored from users where email = $1', [email])).rows[0]?.stored ?? ''
  const current = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

  test('are stored as argon2id, 19 MiB and two passes', async () => expect(await storedOf((await app.join()).email)).toMatch(current))

  test('are rehashed at sign-in if their parameters are outdated, and only then', async () => {
    const { email } = await app.join()
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await app.pool.query('update users set password_hash = $2 where email = $1', [email, weak])
    expect((await login(email, 'wrong-one')).status).toBe(401)
    expect(await storedOf(email)).toBe(weak)
    expect((await login(email, PASSWORD)).status).toBe(200)
    const renewed = await storedOf(email)
    expect(renewed).toMatch(current)
    expect((await login(email, PASSWORD)).status).toBe(200)
    expect(await storedOf(email)).toBe(renewed)
  })

  test('that are too common are refused as new ones, without using up the reset link', async () => {
    const person = await app.join()
    const token = await resetToken(person.email)
    const text = 'This password is too common. Please choose another.'
    for (const newPassword of ['Password1!', 'iloveyou!', '!Dragon!', 'P@ssw0rd']) {
      const refusals = [
        await reset(token, newPassword),
        await person.send('put', '/api/password/change', { json: { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword } }),
      ]
      for (const { status, body } of refusals)
        expect([status, body]).toEqual([400, { message: text, code: 'invalid', issues: [{ path: 'newPassword', message: text }] }])
    }
    expect((await reset(token, 'N3w-Password!')).status).toBe(200)
    for (const password of ['password', 'Password1!', '12345678']) {
      const answer = await register('common@example.org', password)
      expect([answer.status, answer.body]).toEqual([400, { message: text, code: 'invalid', issues: [{ path: 'password', message: text }] }])
    }
  })

  test("made of the product's, person's or network's names are refused, each under its field", async () => {
    const text = 'This password is made of names that are easy to guess. Please choose another.'
    const refusal = (path: string) => [400, { message: text, code: 'invalid', issues: [{ path, message: text }] }]
    for (const password of ['Vestry-2026!', 'v3stry-vestry', 'Ruth-Adeyemi-1', 'gardener1949!']) {
      const { status, body } = await app.guest().send('post', '/api/auth/register', {
        json: { firstName: 'Ruth', lastName: 'Adeyemi', email: 'gardener.1949@example.org', password },
      })
      expect([status, body], password).toEqual(refusal('password'))
    }
    const person = await app.join('Deborah')
    await person.post('/api/networks', { name: 'Synod of the Plains' })
    const token = await resetToken(person.email)
    for (const newPassword of ['Vestry-2026!', 'Deborah-1!', 'Plains-Synod-7!']) {
      const changed = await person.send('put', '/api/password/change', {
        json: { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword },
      })
      expect([changed.status, changed.body], newPassword).toEqual(refusal('newPassword'))
      const answer = await reset(token, newPassword)
      expect([answer.status, answer.body], newPassword).toEqual(refusal('newPassword'))
    }
    expect((await reset(token)).status, 'the link is not used up').toBe(200)
  })

  test('that are already in use are refused as new ones, in any Unicode form', async () => {
    const person = await app.join()
    const text = 'The new password must be different from the old one.'
    const refusal = [400, { message: text, code: 'invalid', issues: [{ path: 'newPassword', message: text }] }]
    const change = (currentPassword: string, newPassword: string) =>
      person.send('put', '/api/password/change', { json: { currentPassword, newPassword, confirmPassword: newPassword } })
    const same = await change(PASSWORD, PASSWORD)
    expect([same.status, same.body]).toEqual(refusal)
    expect((await change('A-wrong-password-1', 'A-wrong-password-1')).body.message).toBe('Current password is not correct')
    const composed = 'Café-über-Ångström'
    expect((await change(PASSWORD, composed.normalize('NFC'))).status).toBe(200)
    const decomposed = await change(composed.normalize('NFC'), composed.normalize('NFD'))
    expect([decomposed.status, decomposed.body]).toEqual(refusal)
    const token = await resetToken(person.email)
    const again = await reset(token, composed.normalize('NFD'))
    expect([again.status, again.body]).toEqual(refusal)
    expect((await reset(token)).status).toBe(200)
  })

  test.each([
    ['long', `${'correct horse battery staple '.repeat(8)}!`],
    ['of emoji', '🙏🏽🕊️⛪🎶🙏🏽🕊️⛪🎶'],
    ['with spaces around', '  the Lord is my shepherd, I shall not want  '],
    ['of a thousand characters', '≠é字!'.repeat(250)],
  ])('%s are accepted unchanged', async (_, newPassword) => {
    const person = await app.join()
    await person.put('/api/password/change', { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword })
    expect((await login(person.email, newPassword)).status).toBe(200)
    expect((await login(person.email, newPassword.trim().slice(0, -1))).status).toBe(401)
  })

  test('are the same in any Unicode form', async () => {
    const person = await app.join()
    const composed = 'Café-über-Ångström'.normalize('NFC')
    await person.put('/api/password/change', { currentPassword: PASSWORD, newPassword: composed, confirmPassword: composed })
    expect((await login(person.email, composed.normalize('NFD'))).status).toBe(200)
  })
})

describe('the existence of an account is not revealed (R1)', () => {
  let known: string
  let unconfirmed: string
  beforeAll(async () => {
    known = (await app.join()).email
    unconfirmed = 'unconfirmed@example.org'
    await app.guest().post('/api/auth/register', { firstName: 'Una', lastName: 'One', email: unconfirmed, password: PASSWORD })
  })
  let strangers = 0
  const stranger = () => {
    strangers += 1
    return `stranger${strangers}@example.org`
  }
  const calls = {
    login: (email: string) => login(email, 'wrong-password'),
    register: (email: string) =>
      app.guest().send('post', '/api/auth/register', { json: { firstName: 'A', lastName: 'B', email, password: PASSWORD } }),
    forgot: (email: string) => app.guest().send('post', '/api/password/reset/request', { json: { email } }),
    resend: (email: string) => app.guest().send('post', '/api/auth/resend-confirmation', { json: { email } }),
  }
  const names = Object.keys(calls) as (keyof typeof calls)[]

  test.each(names)('by text or status of %s', async (name) => {
    const outcome = async (email: string) => {
      const { status, text, headers } = await calls[name](email)
      return [status, text, [...headers].filter(([header]) => header !== 'x-request-id' && header !== 'date')]
    }
    const answer = await outcome(stranger())
    expect(await outcome(known)).toEqual(answer)
    expect(await outcome(unconfirmed)).toEqual(answer)
  })

  test.each(['forgot', 'resend', 'register'] as const)('by the number of jobs of %s, which is one in each case', async (name) => {
    const jobs = async () =>
      Number((await app.pool.query(`select nextval(pg_get_serial_sequence('graphile_worker._private_jobs', 'id')) as n`)).rows[0].n)
    for (const who of [stranger, () => known, () => unconfirmed]) {
      const added: number[] = []
      for (let i = 0; i < 3; i += 1) {
        const before = await jobs()
        await calls[name](who())
        added.push((await jobs()) - before - 1)
      }
      // The calendar check also adds a job every half minute, which the smallest count leaves out.
      expect(Math.min(...added), who()).toBe(1)
    }
  })

  test.each(names)('by the duration of %s', { timeout: 180_000 }, async (name) => {
    const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
    const times: Record<string, number[]> = { stranger: [], known: [], unconfirmed: [] }
    for (let i = 0; i < 21; i += 1)
      for (const [who, email] of Object.entries({ stranger: stranger(), known, unconfirmed })) {
        const started = performance.now()
        await calls[name](email)
        times[who]?.push(performance.now() - started)
      }
    const [of, ...others] = Object.values(times).map(median) as [number, ...number[]]
    // An answer that computes no hash takes a tenth of the time; smaller differences are noise.
    for (const other of others) expect(Math.max(of, other), JSON.stringify({ of, other })).toBeLessThan(2 * Math.min(of, other) + 3)
  })

  test('by a sign-in before the confirmation, without the password', async () => {
    const { email } = await app.join()
    await app.pool.query('update users set confirmed_at = null where email = $1', [email])
    expect(await login(email, 'wrong-password')).toMatchObject({
      status: 401,
      body: { code: 'bad-credentials', message: 'Invalid email or password' },
    })
    const outcome = await login(email, PASSWORD)
    expect([outcome.status, outcome.body.code]).toEqual([403, 'email-unconfirmed'])
    expect(outcome.headers.getSetCookie()).toEqual([])
  })
})

describe('an unconfirmed address that is registered again', () => {
  /** Waits for this many mails, and returns the link of the newest. */
  const newestLink = async (email: string, mails: number): Promise<URL> => {
    const { text } = await app.mailTo(email, /^Confirm your email address$/, mails - 1)
    return new URL(/https?:\/\/\S+\?token=[\w-]+/.exec(text)?.[0] ?? '')
  }
  const tokenOf = (link: URL): string => link.searchParams.get('token') ?? ''
  const confirm = (link: URL) => app.guest().send('get', `/api/auth/confirm-email?token=${tokenOf(link)}`)
  const invalidLink = { status: 400, body: { code: 'token-invalid', message: 'Invalid or expired confirmation link.' } }

  test('with another password invalidates earlier passwords and links; the newest mail lets its reader choose one, and confirms', async () => {
    const email = 'twice@example.org'
    await register(email, 'The-thief-was-here-1')
    const first = await newestLink(email, 1)
    await register(email)
    const link = await newestLink(email, 2)
    expect(link.pathname).toBe('/reset-password')
    expect(await confirm(first)).toMatchObject(invalidLink)
    for (const password of [PASSWORD, 'The-thief-was-here-1']) expect((await login(email, password)).status).toBe(401)
    expect((await reset(tokenOf(link))).status).toBe(200)
    expect((await login(email, NEW)).status).toBe(200)
    for (const password of [PASSWORD, 'The-thief-was-here-1']) expect((await login(email, password)).status).toBe(401)
    expect((await reset(tokenOf(link), 'Once-more-1!')).body.code, 'once').toBe('token-invalid')
  })

  test('invalidates the previous link each time, and a requested link is of the same kind', async () => {
    const email = 'thrice@example.org'
    await register(email, 'The-thief-was-here-1')
    await register(email)
    const second = await newestLink(email, 2)
    await register(email, 'The-thief-was-here-2')
    const third = await newestLink(email, 3)
    expect((await reset(tokenOf(second))).body).toMatchObject({ code: 'token-invalid', message: 'Invalid or expired reset token' })
    await app.guest().post('/api/auth/resend-confirmation', { email })
    const resent = await newestLink(email, 4)
    expect([third.pathname, resent.pathname]).toEqual(['/reset-password', '/reset-password'])
    const { rows } = await app.pool.query<{ days: number }>(
      `select extract(epoch from max(expires_at) - now()) / 86400 as days from user_tokens where user_id = $1`,
      [await idOf(email)],
    )
    expect(Math.round(rows[0]?.days ?? 0), 'as long as a confirmation').toBe(7)
    expect((await reset(tokenOf(third))).status, 'mailed again, it does not end what was mailed before').toBe(200)
    expect((await reset(tokenOf(resent), 'Once-more-1!')).body.code).toBe('token-invalid')
  })

  test('is confirmed by a reset that its reader requested', async () => {
    const email = 'forgetful@example.org'
    await register(email, 'The-thief-was-here-1')
    expect((await reset(await resetToken(email))).status).toBe(200)
    expect((await login(email, NEW)).status).toBe(200)
    expect((await login(email, 'The-thief-was-here-1')).status).toBe(401)
  })

  test('keeps the same password, and every link confirms', async () => {
    const email = 'same@example.org'
    await register(email)
    await register(email)
    const [link] = [await newestLink(email, 2)]
    expect(link.pathname).toBe('/confirm-email')
    expect((await confirm(link)).status).toBe(200)
    expect((await login(email, PASSWORD)).status).toBe(200)
    await register(email, 'The-thief-was-here-1')
    expect((await login(email, PASSWORD)).status, 'confirmed, nothing changes it').toBe(200)
  })

  test('with many passwords at once keeps one of them or lets the reader choose', async () => {
    const email = 'crowd@example.org'
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => register(email, `At-once-${i}-please`)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    await app.written()
    const link = await newestLink(email, 1)
    expect(link.pathname).toBe('/reset-password')
    for (let i = 0; i < 6; i += 1) expect((await login(email, `At-once-${i}-please`)).status).toBe(401)
  })
})

describe('sessions', () => {
  const findSession = (secret: string, at: Instant) => sessionFinder(app.pool, () => null)(secret, at)
  const stillIn = async (client: Client) => (await client.send('get', '/api/profile')).status === 200
  const at = (ms: number) => instantOf(Date.parse('2030-01-01T00:00:00.000Z') + ms)
  const opened = async (userId: string): Promise<string> => {
    const secret = await openSession(app.pool, userId, at(0), { place: digest(userId), device: 'Unknown device', strong: false })
    if (secret === null) throw new Error('a second factor was asked for')
    return secret
  }

  test('have 256-bit secrets, stored as a hash', async () => {
    const person = await app.join()
    const [, secret = ''] = person.cookie().split('=')
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    const { rows } = await app.pool.query<{ row: string }>(`select s::text as row from sessions s where user_id = $1`, [await idOf(person.email)])
    expect(rows).toHaveLength(1)
    for (const form of [secret, Buffer.from(secret, 'base64url').toString('hex'), Buffer.from(secret).toString('hex')])
      expect(rows[0]?.row).not.toContain(form)
  })

  test('get a new secret at sign-in, so that a planted one is worthless', async () => {
    const { email } = await app.join()
    const planted = `vestry=${'A'.repeat(43)}`
    const answer = await app.guest().send('post', '/api/auth/login', { json: { email, password: PASSWORD }, headers: { cookie: planted } })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()[0]).not.toContain(planted)
    expect((await app.guest().send('get', '/api/profile', { headers: { cookie: planted } })).status).toBe(401)
  })

  test('end at once with the next sign-in of the same browser', async () => {
    const person = await app.join()
    const cookie = person.cookie()
    const as = async (headers: { cookie: string }) => (await app.guest().send('get', '/api/profile', { headers })).status
    expect(await as({ cookie })).toBe(200)
    await person.send('post', '/api/auth/login', { json: { email: person.email, password: PASSWORD } })
    expect([await as({ cookie }), await as({ cookie: person.cookie() })]).toEqual([401, 200])
  })

  test('end when unused for 60 days, and after a year at the latest (R4)', async () => {
    const { email } = await app.join()
    const userId = await idOf(email)
    const idle = await opened(userId)
    expect(await findSession(idle, at(60 * DAY - 1))).not.toBeNull()
    expect(await findSession(idle, at(120 * DAY)), 'seen on the 60th day, so that it lives on, but not for ever').toBeNull()
    const used = await opened(userId)
    for (let day = 0; day < 365; day += 50) expect(await findSession(used, at(day * DAY)), `day ${day}`).not.toBeNull()
    expect(await findSession(used, at(365 * DAY - 1))).not.toBeNull()
    expect(await findSession(used, at(365 * DAY))).toBeNull()
    const unused = await opened(userId)
    expect(await findSession(unused, at(60 * DAY))).toBeNull()
  })

  test('are cached until another process changes them', async () => {
    const person = await app.join()
    const isAdmin = async () => (await person.send('get', '/api/dashboard/summary')).status
    expect(await isAdmin()).toBe(200)
    // A change by another process, known only through the database.
    await app.pool.query('delete from sessions where user_id = $1', [await idOf(person.email)])
    await expect.poll(isAdmin, { interval: 5 }).toBe(401)
  })

  test('end within a minute even if a process misses the notification', async () => {
    const userId = await idOf((await app.join()).email)
    const find = sessionFinder(app.pool, () => 'nothing moves')
    const secret = await opened(userId)
    expect(await find(secret, at(0))).not.toBeNull()
    await app.pool.query('delete from sessions where user_id = $1', [userId])
    expect(await find(secret, at(60_000)), 'remembered').not.toBeNull()
    expect(await find(secret, at(60_001))).toBeNull()
  })

  test('are fresh for 15 minutes after a sign-in', async () => {
    const userId = await idOf((await app.join()).email)
    const secret = await opened(userId)
    expect((await findSession(secret, at(15 * 60_000 - 1)))?.fresh).toBe(true)
    expect((await findSession(secret, at(15 * 60_000)))?.fresh).toBe(false)
  })

  test('except the current one end with a change of password, as do mailed reset links', async () => {
    const person = await app.join()
    const elsewhere = app.guest()
    await login(person.email, PASSWORD, elsewhere)
    const token = await resetToken(person.email)
    await person.put('/api/password/change', { currentPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW })
    expect([await stillIn(person), await stillIn(elsewhere)]).toEqual([true, false])
    expect((await reset(token)).body.code).toBe('token-invalid')
    expect((await login(person.email, PASSWORD)).status).toBe(401)
  })

  test('all end with a reset, which signs nobody in', async () => {
    const person = await app.join()
    const elsewhere = app.guest()
    await login(person.email, PASSWORD, elsewhere)
    const answer = await reset(await resetToken(person.email))
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []])
    expect([await stillIn(person), await stillIn(elsewhere)]).toEqual([false, false])
    expect((await login(person.email, NEW)).status).toBe(200)
  })

  test('on https use a __Host- cookie', async () => {
    const secure = await startApp({ BASE_URL: 'https://vestry.example' })
    try {
      const { email } = await secure.join()
      const answer = await secure.guest().send('post', '/api/auth/login', { json: { email, password: PASSWORD } })
      expect(answer.headers.getSetCookie()[0]).toMatch(
        /^__Host-vestry=[\w-]{43}; Max-Age=31536000; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      )
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
    } finally {
      await secure.stop()
    }
  })
})

describe('mailed links', () => {
  const now = instantOf(Date.parse('2030-06-01T12:00:00.000Z'))
  const later = (ms: number): Instant => instantOf(Date.parse(now) + ms)

  test('hold 256 bits, stored as a hash', async () => {
    const userId = await idOf((await app.join()).email)
    const token = await issueToken(app.pool, userId, 'reset', now)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const { rows } = await app.pool.query<{ row: string }>('select t::text as row from user_tokens t where user_id = $1', [userId])
    for (const { row } of rows) expect(row).not.toContain(token)
    expect(new Set(await Promise.all(Array.from({ length: 50 }, () => issueToken(app.pool, userId, 'reset', now)))).size).toBe(50)
  })

  test('that are wrong get the same sentence and code', async () => {
    const wrong = ['x', ' ', 'x'.repeat(43), 'x'.repeat(201), 'x'.repeat(9_000), '\u0000', 'a\u0000b', '\ud800', "'; --", '%', '/../']
    for (const token of wrong) {
      const confirmed = await app.guest().send('get', `/api/auth/confirm-email?token=${encodeURIComponent(token.replaceAll('\ud800', '\ufffd'))}`)
      expect([confirmed.status, confirmed.body], token.slice(0, 50)).toEqual([
        400,
        { message: 'Invalid or expired confirmation link.', code: 'token-invalid' },
      ])
      for (const path of ['validate-token', 'confirm']) {
        const json = { token, newPassword: NEW, confirmPassword: NEW }
        const answer = await app.guest().send('post', `/api/password/reset/${path}`, { json })
        expect([answer.status, answer.body], token.slice(0, 50)).toEqual([400, { message: 'Invalid or expired reset token', code: 'token-invalid' }])
      }
    }
    for (const query of ['', '?token=', '?token=a&token=b', '?token=%ff', '?token=%00', '?token[]=x', '?token=%'])
      expect(await app.guest().send('get', `/api/auth/confirm-email${query}`), query).toMatchObject({ status: 400, body: { code: 'token-invalid' } })
  })

  test('serve one purpose', async () => {
    const { email } = await app.join()
    const userId = await idOf(email)
    const at = app.clock.now()
    const confirm = await issueToken(app.pool, userId, 'confirm', at)
    const forReset = await issueToken(app.pool, userId, 'reset', at)
    expect((await reset(confirm)).body).toMatchObject({ code: 'token-invalid', message: 'Invalid or expired reset token' })
    expect((await app.guest().send('post', '/api/password/reset/validate-token', { json: { token: confirm } })).body.code).toBe('token-invalid')
    const answer = await app.guest().send('get', `/api/auth/confirm-email?token=${forReset}`)
    expect([answer.status, answer.body.message]).toEqual([400, 'Invalid or expired confirmation link.'])
  })

  test('live exactly an hour for a reset, seven days for a confirmation', async () => {
    const userId = await idOf((await app.join()).email)
    const token = await issueToken(app.pool, userId, 'reset', now)
    expect((await checkResetToken(app.pool, token, later(HOUR - 1))).state).toBe('valid')
    expect((await checkResetToken(app.pool, token, later(HOUR))).state).toBe('expired')
    const confirm = await issueToken(app.pool, userId, 'confirm', now)
    expect(await confirmWith(app.pool, confirm, later(7 * DAY))).toBe(false)
    expect(await confirmWith(app.pool, confirm, later(7 * DAY - 1))).toBe(true)
    expect(await confirmWith(app.pool, confirm, later(7 * DAY - 1)), 'a second time too (R2)').toBe(true)
  })

  test('let a password be chosen once, even if used concurrently', async () => {
    const { email } = await app.join()
    const [token, other] = [await resetToken(email), await issueToken(app.pool, await idOf(email), 'reset', app.clock.now())]
    const passwords = Array.from({ length: 6 }, (_, i) => `At-once-${i}!`)
    const answers = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
    const chosen = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect((await login(email, chosen)).status).toBe(200)
    expect((await reset(token)).body.code).toBe('token-invalid')
    expect((await reset(other)).body.code, 'earlier links end with it').toBe('token-invalid')
  })

  test('that have expired say so', async () => {
    const { email } = await app.join()
    const token = await issueToken(app.pool, await idOf(email), 'reset', instantOf(Date.parse(app.clock.now()) - HOUR))
    for (const path of ['validate-token', 'confirm']) {
      const answer = await app.guest().send('post', `/api/password/reset/${path}`, { json: { token, newPassword: NEW, confirmPassword: NEW } })
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([400, 'token-expired', 'Reset token has expired'])
    }
  })

  test('are not leaked to other sites', async () => {
    for (const page of ['/reset-password', '/confirm-email', '/accept-invitation']) {
      const answer = await app.guest().send('get', `${page}?token=${'A'.repeat(43)}`)
      expect([answer.status, answer.headers.get('referrer-policy')], page).toEqual([200, 'no-referrer'])
      expect(answer.text, 'a page with a secret in its address loads nothing from elsewhere').not.toMatch(/(src|href)="(https?:)?\/\//)
    }
    expect((await app.guest().send('get', '/login')).headers.get('referrer-policy')).toBe('same-origin')
  })
})

test('neither logs nor the event log hold addresses, passwords, cookies or tokens', async () => {
  const email = 'secretive@example.org'
  const client = app.guest()
  await client.post('/api/auth/register', { firstName: 'Sec', lastName: 'Retive', email, password: PASSWORD })
  const confirm = await mailedToken(email, 'confirm-email')
  await client.get(`/api/auth/confirm-email?token=${confirm}`)
  await login(email, 'wrong-password')
  await client.post('/api/auth/login', { email, password: PASSWORD })
  await client.post('/api/networks', { name: 'Synod' })
  const token = await resetToken(email)
  await client.send('get', `/reset-password?token=${token}`)
  await client.send('post', '/api/auth/login', {
    raw: `{"email":"${email}","password":"${PASSWORD}"`,
    headers: { 'content-type': 'application/json' },
  })
  // An unexpected error is logged with its stack, but without the request's data.
  await app.pool.query('alter table users rename column first_name to given_name')
  expect((await login(email, PASSWORD)).status).toBe(500)
  await app.pool.query('alter table users rename column given_name to first_name')
  const logged = app.complaints.join('\n')
  expect(logged).toContain('unexpected')
  const { rows } = await app.pool.query<{ event: string }>('select e::text as event from events e')
  const remembered = rows.map(({ event }) => event).join('\n')
  const { rows: queue } = await app.pool.query<{ job: string }>('select j::text as job from graphile_worker._private_jobs j')
  for (const secret of [email, 'Retive', PASSWORD, 'wrong-password', confirm, token, client.cookie().split('=')[1] ?? ''])
    for (const [where, text] of Object.entries({ logged, remembered, queue: JSON.stringify(queue) }))
      expect(text.includes(secret), `${secret} ${where}`).toBe(false)
})

test('an outage of the database or the event store is logged', async () => {
  await app.pool.query(`create function away() returns trigger language plpgsql as $$ begin raise 'no place' using errcode = '53300'; end $$`)
  await app.pool.query('create trigger away before insert on users for each row execute function away()')
  expect((await register('away@example.org')).status).toBe(503)
  await app.pool.query('drop function away cascade')
  await expect.poll(() => app.complaints.join('\n')).toMatch(/"statusCode":503.*"code":"53300"/)
})

test('recognises repeated registrations without storing a bare hash of a password', async () => {
  const json = { firstName: 'Key', lastName: 'One', email: 'keyed@example.org', password: PASSWORD }
  const answer = await app.guest().send('post', '/api/auth/register', { json, headers: { 'idempotency-key': 'once' } })
  expect(answer.status).toBe(201)
  const { createHash } = await import('node:crypto')
  const { rows } = await app.pool.query<{ row: string }>('select k::text as row from idempotency_keys k')
  for (const { row } of rows) expect(row).not.toContain(createHash('sha256').update(JSON.stringify(json)).digest('hex'))
})

describe('a mail server that is down', () => {
  const mailServer = (port: number, refuse: boolean, got: string[]) =>
    new Promise<SMTPServer>((resolve) => {
      const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['AUTH', 'STARTTLS'],
        logger: false,
        closeTimeout: 100,
        onRcptTo: ({ address }, _session, done) => done(refuse ? new Error(`no such user: <${address}>`) : null),
        onData: (stream, session, done) => {
          stream.resume()
          stream.on('end', () => {
            got.push(...session.envelope.rcptTo.map(({ address }) => address))
            done()
          })
        },
      })
      server.listen(port, '127.0.0.1', () => resolve(server))
    })
  const freePort = () =>
    new Promise<number>((resolve) => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const address = probe.address()
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
      })
    })

  test('delays the mail but not the registration; its refusals leave no address in the log', async () => {
    const port = await freePort()
    const down = await startApp({ SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true` })
    const got: string[] = []
    const email = 'patient@example.org'
    try {
      const answer = await down
        .guest()
        .send('post', '/api/auth/register', { json: { firstName: 'Pat', lastName: 'Ient', email, password: PASSWORD } })
      expect(answer.status).toBe(201)
      await expect.poll(() => down.complaints.length).toBeGreaterThan(0)
      const refusing = await mailServer(port, true, got)
      await expect.poll(() => down.complaints.join('')).toContain('no such user')
      await new Promise<void>((resolve) => refusing.close(() => resolve()))
      const willing = await mailServer(port, false, got)
      await down.pool.query(`update graphile_worker._private_jobs set run_at = now()`)
      await expect.poll(() => got).toEqual([email])
      await new Promise<void>((resolve) => willing.close(() => resolve()))
      expect(down.complaints.join('')).not.toContain(email)
    } finally {
      await down.stop()
    }
  })
})

test('outside the sandbox the demo password opens nothing', async () => {
  const shut = await startApp({ SANDBOX: '0' })
  try {
    const { email } = await app.join()
    const stored = await hash('Vestry-demo-1')
    for (const { pool, guest, status } of [
      { ...app, status: 200 },
      { ...shut, status: 401 },
    ]) {
      await pool.query(
        `insert into users (id, email, first_name, last_name, password_hash, created_at, confirmed_at)
         values (gen_random_uuid(), $1, 'Naomi', 'Ferrand', $2, now(), now()) on conflict (lower(email)) do update set password_hash = excluded.password_hash`,
        [email, stored],
      )
      expect((await login(email, 'Vestry-demo-1', guest())).status).toBe(status)
    }
  } finally {
    await shut.stop()
  }
})
