import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, PASSWORD, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { codeOf, confirmMailedCode, openAuthenticator, period } from '../../scripts/testing/authenticator.ts'
import { digest } from '../platform/personal-data/master-key.ts'
import { endSignIns } from './accounts.ts'
import { hashPassword } from './passwords.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

type Sessions = { data: { id: string; device: string; current: boolean; createdAt: string; lastSeenAt: string }[] }
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const signInAs = async (email: string, headers: Record<string, string> = {}) => {
  const client = app.guest()
  const answer = await client.send('post', '/api/auth/login', { json: { email, password: PASSWORD }, headers })
  return { client, answer }
}

const NEW = 'Quite-another-7!'
const reset = async (email: string) => {
  await app.guest().post('/api/password/reset/request', { email })
  const token = /token=([\w-]+)/.exec((await app.mailTo(email, /Reset your password/)).text)?.[1]
  await app.guest().post('/api/password/reset/confirm', { token, newPassword: NEW, confirmPassword: NEW })
}

/**
 * Signs in while another process resets the password: that process has ended all sign-ins it sees, and has yet to
 * commit.
 */
const whileReset = async <Answer>(email: string, signIn: () => Promise<Answer>): Promise<Answer> => {
  const client = await app.pool.connect()
  const isWaiting = async () =>
    (await client.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount !== 0
  try {
    await client.query('begin')
    const { rows } = await client.query<{ id: string }>('update users set password_hash = $2 where email = $1 returning id', [
      email,
      await hashPassword(NEW),
    ])
    await endSignIns(client, rows[0]?.id ?? '')
    let answered = false
    const answer = signIn().finally(() => {
      answered = true
    })
    while (!answered && !(await isWaiting())) await setTimeout(5)
    await client.query('commit')
    return await answer
  } finally {
    client.release()
  }
}

describe('sessions', () => {
  test('are not opened by a password that was replaced while it was checked', async () => {
    const { email } = await app.join()
    const { client, answer } = await whileReset(email, () => signInAs(email))
    expect([answer.status, answer.body.code]).toEqual([401, 'bad-credentials'])
    expect((await client.send('get', '/api/profile')).status).toBe(401)
  })

  test('are listed with their devices, and end singly or all others at once', async () => {
    const here = await app.join()
    const { client: firefox } = await signInAs(here.email, { 'user-agent': FIREFOX })
    const { client: third } = await signInAs(here.email)
    const { data } = await here.get<Sessions>('/api/auth/sessions')
    expect(data.map(({ device, current }) => [device, current])).toContainEqual(['Firefox on Linux', false])
    expect(data.filter(({ current }) => current)).toHaveLength(1)
    for (const { createdAt, lastSeenAt } of data) expect([createdAt, lastSeenAt].every((at) => !Number.isNaN(Date.parse(at)))).toBe(true)

    const other = data.find(({ device }) => device === 'Firefox on Linux')
    expect((await here.send('delete', `/api/auth/sessions/${other?.id}`)).status).toBe(204)
    expect((await firefox.send('get', '/api/profile')).status).toBe(401)
    expect((await third.send('get', '/api/profile')).status).toBe(200)
    expect((await here.send('delete', '/api/auth/sessions')).status).toBe(204)
    expect((await third.send('get', '/api/profile')).status).toBe(401)
    expect((await here.get<Sessions>('/api/auth/sessions')).data).toHaveLength(1)
  })

  test('of another user are answered like unknown ones', async () => {
    const [ada, ben] = [await app.join('Ada'), await app.join('Ben')]
    const [session] = (await ada.get<Sessions>('/api/auth/sessions')).data
    const answer = await ben.send('delete', `/api/auth/sessions/${session?.id}`)
    expect([answer.status, answer.body]).toEqual([404, { message: 'Session not found or you do not have access to it.', code: 'not-found' }])
    expect((await ben.send('delete', '/api/auth/sessions/nonsense')).status).toBe(404)
    expect((await ada.send('get', '/api/profile')).status).toBe(200)
  })
})

describe('an authenticator app', () => {
  test('is required after the password once confirmed, and each code works once', async () => {
    const person = await app.join()
    const { secret, uri } = await person.post<{ secret: string; uri: string }>('/api/auth/totp')
    expect(uri).toMatch(new RegExp(`^otpauth://totp/Vestry:${encodeURIComponent(person.email)}\\?`))
    expect((await signInAs(person.email)).answer.status, 'before it is confirmed').toBe(200)
    expect((await person.send('post', '/api/auth/totp/confirm', { json: { code: '000000' } })).status).toBe(400)
    const code = codeOf(secret)
    const { recoveryCodes } = await person.post<{ recoveryCodes: string[] }>('/api/auth/totp/confirm', { code })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await app.mailTo(person.email, /authenticator app was added/)).text).toContain('/settings/security')

    const { client, answer } = await signInAs(person.email)
    expect([answer.status, answer.body.code]).toEqual([401, 'second-factor'])
    expect((await client.send('get', '/api/profile')).status, 'the first step alone signs nobody in').toBe(401)
    const step = (given: string) => client.send('post', '/api/auth/login/totp', { json: { code: given } })
    expect((await step(code)).status, 'the code that was used to confirm').toBe(401)
    const next = codeOf(secret, Date.now() + period)
    const signedIn = await step(next)
    expect([signedIn.status, (signedIn.body as { user?: { email: string } }).user?.email]).toEqual([200, person.email])
    expect((await client.send('get', '/api/profile')).status).toBe(200)
  })

  test('may be lost: a recovery code works instead, once, in any spelling', async () => {
    const person = await app.join()
    const { recoveryCodes } = await openAuthenticator(person)
    const given = (recoveryCodes[3] ?? '').toUpperCase().replace('-', ' ')
    const { client } = await signInAs(person.email)
    expect((await client.send('post', '/api/auth/login/totp', { json: { code: given } })).status).toBe(200)
    expect(await client.get('/api/auth/totp')).toEqual({ on: true, recoveryCodes: 9 })
    const { client: again } = await signInAs(person.email)
    expect((await again.send('post', '/api/auth/login/totp', { json: { code: given } })).status).toBe(401)
    expect((await client.send('delete', '/api/auth/totp')).status).toBe(204)
    expect((await signInAs(person.email)).answer.status, 'after it was removed').toBe(200)
  })

  test('is also required after a password reset, which signs nobody in', async () => {
    const person = await app.join()
    await openAuthenticator(person)
    await reset(person.email)
    const answer = await app.guest().send('post', '/api/auth/login', { json: { email: person.email, password: NEW } })
    expect([answer.status, answer.body.code]).toEqual([401, 'second-factor'])
  })

  test('completes no sign-in that began with a password replaced since', async () => {
    const person = await app.join()
    const { recoveryCodes } = await openAuthenticator(person)
    const begin = async () => (await signInAs(person.email)).client
    const finish = async (client: Client, code = '') => {
      const answer = await client.send('post', '/api/auth/login/totp', { json: { code } })
      return [answer.status, answer.body.code]
    }
    const beforeChange = await begin()
    for (const [currentPassword, newPassword] of [
      [PASSWORD, NEW],
      [NEW, PASSWORD],
    ])
      await person.put('/api/password/change', { currentPassword, newPassword, confirmPassword: newPassword })
    expect(await finish(beforeChange, recoveryCodes[0])).toEqual([401, 'sign-in-again'])
    const [beforeReset, meanwhile] = [await begin(), await begin()]
    expect(await whileReset(person.email, () => finish(meanwhile, recoveryCodes[1]))).toEqual([401, 'sign-in-again'])
    expect(await finish(beforeReset, recoveryCodes[2])).toEqual([401, 'sign-in-again'])
  })

  test('is not required if the password was reset while it was checked', async () => {
    const person = await app.join()
    await openAuthenticator(person)
    const { answer } = await whileReset(person.email, () => signInAs(person.email))
    expect([answer.status, answer.body.code]).toEqual([401, 'bad-credentials'])
  })

  test('cannot be guessed: right passwords entered meanwhile allow no more tries', async () => {
    const limited = await startApp({ RATE_LIMIT_FACTOR: '1' })
    try {
      const person = await limited.join()
      await openAuthenticator(person)
      const statuses: number[] = []
      for (let i = 0; i < 8; i += 1) {
        const client = limited.guest()
        await client.send('post', '/api/auth/login', { json: { email: person.email, password: PASSWORD } })
        statuses.push((await client.send('post', '/api/auth/login/totp', { json: { code: '123456' } })).status)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    } finally {
      await limited.stop()
    }
  })

  test('is stored sealed, and its recovery codes hashed', async () => {
    const person = await app.join()
    const { secret, recoveryCodes } = await openAuthenticator(person)
    const { rows } = await app.pool.query<{ text: string }>(
      'select a::text as text from authenticators a union all select r::text from recovery_codes r',
    )
    const all = rows.map(({ text }) => text).join('\n')
    for (const plain of [secret, ...recoveryCodes]) expect(all).not.toContain(plain)
  })

  test('has recovery codes that are as slow to guess as passwords', async () => {
    const person = await app.join()
    const { recoveryCodes } = await openAuthenticator(person)
    const { user } = await person.get<{ user: { id: string } }>('/api/auth/verify')
    const plainDigest = (code = '') => digest(`${user.id} ${code.replace('-', '')}`)
    const { rows } = await app.pool.query<{ hash: Buffer }>('select hash from recovery_codes where user_id = $1', [user.id])
    const kept = rows.map(({ hash }) => hash.toString('hex'))
    for (const code of recoveryCodes) expect(kept).not.toContain(plainDigest(code).toString('hex'))
  })

  test('accepts no code without a waiting sign-in', async () => {
    const answer = await app.guest().send('post', '/api/auth/login/totp', { json: { code: '123456' } })
    expect([answer.status, answer.body.code]).toEqual([401, 'sign-in-again'])
  })
})

describe('a network that requires a second factor', () => {
  test('refuses Admins without one, and only an Admin with one can require it', async () => {
    const { admin, networkId, programId, bills } = await startNetwork(app)
    const ask = (client: Pick<typeof admin, 'send'>, secondFactor: boolean) =>
      client.send('put', `/api/networks/${networkId}`, { json: { secondFactor } })
    const early = await ask(admin, true)
    expect([early.status, early.body.code]).toEqual([409, 'no-second-factor'])
    const second = await app.join('Second')
    await app.grantAccess(admin, networkId, second, 'Admin')
    await second.post('/api/auth/network', { networkId })
    const stream = await fetch(`${app.base}/api/events`, { headers: { cookie: second.cookie() } })
    expect(stream.status).toBe(200)

    const { recoveryCodes } = await openAuthenticator(admin)
    expect((await ask(admin, true)).status).toBe(200)
    expect(await Promise.race([stream.text().then(() => 'ended'), setTimeout(6_000, 'still open')]), 'a stream opened before').toBe('ended')

    const auditor = await app.join('Auditor')
    await app.grantAccess(admin, networkId, auditor, 'Auditor')
    for (const [method, path] of [
      ['get', '/api/assessments'],
      ['get', `/api/assessments/${programId}`],
      ['put', `/api/assessment-programs/${programId}/status`],
      ['post', '/api/payment-profiles'],
      ['get', `/api/networks/${networkId}/people`],
      ['get', '/api/events'],
    ] as const) {
      const answer = await second.send(method, path, method === 'get' ? {} : { json: { status: 'Archived', name: 'X', methods: {} } })
      expect([answer.status, answer.body?.code], path).toEqual([403, 'second-factor-required'])
    }
    const [bill] = bills
    const publicly = await app.guest().get(`/api/assessment-bills/${bill?.id}`)
    expect(await second.get(`/api/assessment-bills/${bill?.id}`), 'a bill is shown as to anybody').toEqual(publicly)
    const sheet = `/api/assessment-bills/${bill?.id}/sheet`
    expect(await second.get(sheet), 'and printed').toEqual(await app.guest().get(sheet))
    expect((await auditor.send('get', '/api/assessments')).status, 'an Auditor').toBe(200)
    await confirmMailedCode(app, second)
    await openAuthenticator(second)
    expect((await second.send('get', '/api/assessments')).status, 'once it is set up').toBe(200)

    const { client } = await signInAs(admin.email)
    await client.post('/api/auth/login/totp', { code: recoveryCodes[0] })
    expect((await client.send('get', '/api/assessments')).status, 'signed in with it').toBe(200)
    await app.pool.query(`update sessions set fresh_at = now() - interval '1 hour'`)
    // A change by another process, known only through the database. Switching the requirement off again needs no fresh
    // sign-in.
    let wanted = false
    const stale = async () => {
      const answer = await ask(client, wanted)
      if (answer.status === 200) wanted = !wanted
      return [answer.status, answer.body.code]
    }
    await expect.poll(stale, { interval: 5 }).toEqual([403, 'reauth-required'])
  })
})

describe('a session', () => {
  test("counts as opened by password only once the account's last second factor is removed", async () => {
    const { admin, networkId } = await startNetwork(app)
    const { id: other } = await admin.post('/api/networks', { name: 'Other' })
    const { recoveryCodes } = await openAuthenticator(admin)
    await admin.put(`/api/networks/${networkId}`, { secondFactor: true })
    const { client: elsewhere } = await signInAs(admin.email)
    await elsewhere.post('/api/auth/login/totp', { code: recoveryCodes[0] })
    await app.pool.query(
      `insert into passkeys (id, user_id, name, public_key, counter, transports, created_at) select 'key', id, 'Key', '', 0, '{}', now() from users where email = $1`,
      [admin.email],
    )
    const asAdmin = () =>
      Promise.all(
        [admin, elsewhere].map(async (client) => {
          const { status, body } = await client.send('get', '/api/assessments')
          return body.code ?? status
        }),
      )
    expect((await admin.send('delete', '/api/auth/totp')).status).toBe(204)
    expect(await asAdmin(), 'with a passkey left').toEqual([200, 200])
    expect((await admin.send('delete', '/api/auth/passkeys/key')).status).toBe(204)
    expect(await asAdmin()).toEqual(['second-factor-required', 'second-factor-required'])
    const ask = await admin.send('put', `/api/networks/${other}`, { json: { secondFactor: true } })
    expect([ask.status, ask.body.code], 'nobody shuts themselves out').toEqual([409, 'no-second-factor'])
  })
})

describe('a passkey', () => {
  test('of another site, or for another challenge, signs nobody in', async () => {
    const person = await app.join()
    const options = await person.post<{ rp: { id: string }; challenge: string }>('/api/auth/passkeys/options')
    expect(options.rp.id).toBe('127.0.0.1')
    const data = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge: options.challenge, origin: 'https://elsewhere.example' }))
    const made = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }
    const response = { clientDataJSON: data.toString('base64url'), attestationObject: 'AAAA' }
    const answer = await person.send('post', '/api/auth/passkeys', { json: { ...made, response } })
    expect([answer.status, answer.body.code]).toEqual([400, 'passkey-invalid'])
    const guest = app.guest()
    await guest.post('/api/auth/login/passkey/options')
    const signed = { ...made, response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } }
    const refused = await guest.send('post', '/api/auth/login/passkey', { json: signed })
    expect([refused.status, refused.body.code]).toEqual([401, 'bad-credentials'])
    expect((await guest.send('post', '/api/auth/login/passkey', { json: {} })).status).toBe(400)
    expect((await person.get<{ data: unknown[] }>('/api/auth/passkeys')).data).toEqual([])
  })
})

/** Stores a passkey that cannot sign, since the account only needs to have one. */
const givePasskey = (email: string, id = email) =>
  app.pool.query(
    `insert into passkeys (id, user_id, name, public_key, counter, transports, created_at) select $2, id, 'Key', '', 0, '{}', now() from users where email = $1`,
    [email, id],
  )

describe('a stolen password', () => {
  test('changes nothing that protects an account with a passkey (R6)', async () => {
    const { admin, networkId } = await startNetwork(app)
    await givePasskey(admin.email)
    const { client: thief, answer } = await signInAs(admin.email)
    expect(answer.status).toBe(200)
    const change = { currentPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW }
    for (const [method, path, json] of [
      ['post', '/api/auth/passkeys/options', {}],
      ['post', '/api/auth/totp', {}],
      ['delete', `/api/auth/passkeys/${admin.email}`, undefined],
      ['post', '/api/auth/recovery-codes', {}],
      ['delete', '/api/auth/sessions', undefined],
      ['delete', '/api/auth/sessions/any', undefined],
      ['post', '/api/password/change', change],
      ['put', '/api/password/change', change],
      ['post', '/api/oauth/google/connect', {}],
      ['delete', '/api/profile', undefined],
      ['post', `/api/networks/${networkId}/people`, { email: 'x@example.org', role: 'Admin' }],
      ['post', `/api/networks/${networkId}/api-keys`, { name: 'Mine', scope: 'write' }],
      ['post', '/api/payment-profiles', { name: 'Mine', methods: { Zelle: { isEnabled: true, zelleContact: 'me@example.org' } } }],
      ['put', `/api/networks/${networkId}`, { secondFactor: true }],
    ] as const) {
      await thief.post('/api/auth/reauthenticate', { password: PASSWORD })
      const refused = await thief.send(method, path, json ? { json } : {})
      expect([refused.status, refused.body?.code], `${method} ${path}`).toEqual([403, 'second-step-required'])
    }
    expect((await admin.get<{ data: unknown[] }>('/api/auth/passkeys')).data).toHaveLength(1)
  })

  test('adds no factor to an Admin in a network that requires one, and the owner is mailed (R7)', async () => {
    const { admin, networkId } = await startNetwork(app)
    await openAuthenticator(admin)
    const person = await app.join()
    await app.grantAccess(admin, networkId, person, 'Admin')
    await admin.put(`/api/networks/${networkId}`, { secondFactor: true })
    const { client: thief } = await signInAs(person.email)
    await thief.post('/api/auth/reauthenticate', { password: PASSWORD })
    for (const path of ['/api/auth/passkeys/options', '/api/auth/totp']) {
      const refused = await thief.send('post', path, { json: {} })
      expect([refused.status, refused.body.code], path).toEqual([403, 'mailed-code-required'])
    }
    await thief.post('/api/auth/factor-code')
    const { text } = await app.mailTo(person.email, /Your code for a new/)
    expect(text).toContain('someone knows your password')
    const code = /Your code is (\S+)\./.exec(text)?.[1]
    expect((await thief.send('post', '/api/auth/factor-code/confirm', { json: { code: 'aaaa-aaaa' } })).status, 'a guess').toBe(400)
    expect((await person.send('post', '/api/auth/factor-code/confirm', { json: { code } })).status, 'the code of another session').toBe(400)
    expect((await thief.send('post', '/api/auth/factor-code/confirm', { json: { code } })).status).toBe(200)
    expect((await thief.send('post', '/api/auth/totp', { json: {} })).status).toBe(200)
  })

  test('leaves the factors as they are, even after a reset by mail', async () => {
    const person = await app.join()
    await givePasskey(person.email)
    await reset(person.email)
    const client = app.guest()
    await client.post('/api/auth/login', { email: person.email, password: NEW })
    const refused = await client.send('delete', `/api/auth/passkeys/${person.email}`)
    expect([refused.status, refused.body.code]).toEqual([403, 'second-step-required'])
  })
})

describe('recovery codes', () => {
  test('confirm a session if the passkey is lost, and can be replaced', async () => {
    const person = await app.join()
    await givePasskey(person.email)
    await app.pool.query('update sessions set strong = true where user_id = (select id from users where email = $1)', [person.email])
    const { recoveryCodes } = await person.post<{ recoveryCodes: string[] }>('/api/auth/recovery-codes')
    expect(new Set(recoveryCodes).size).toBe(10)
    const { client } = await signInAs(person.email)
    expect((await client.send('post', '/api/auth/recovery-codes')).body.code).toBe('second-step-required')
    const step = (code = '') => client.send('post', '/api/auth/second-step', { json: { code } })
    expect((await step('aaaaa-aaaaa')).status).toBe(400)
    expect((await step(recoveryCodes[0])).status).toBe(200)
    const made = await client.post<{ recoveryCodes: string[] }>('/api/auth/recovery-codes')
    expect((await step(recoveryCodes[1])).status, 'one that was replaced').toBe(400)
    expect((await step(made.recoveryCodes[1])).status).toBe(200)
    expect((await step(made.recoveryCodes[1])).status, 'a second time').toBe(400)
    expect((await client.send('delete', `/api/auth/passkeys/${person.email}`)).status).toBe(204)
    expect(await client.get('/api/auth/totp')).toEqual({ on: false, recoveryCodes: 0 })
    expect((await client.send('post', '/api/auth/recovery-codes')).body.code).toBe('no-second-factor')
  })
})

describe('an account', () => {
  test('is deleted with its roles and all its ways to sign in', async () => {
    const { admin, networkId } = await startNetwork(app, { csv: '' })
    const person = await app.join('Leaving')
    await app.grantAccess(admin, networkId, person, 'Admin')
    await openAuthenticator(person)
    const { client: elsewhere, answer } = await signInAs(person.email)
    expect(answer.status).toBe(401)
    expect((await person.send('delete', '/api/profile')).status).toBe(204)
    expect((await person.send('get', '/api/auth/verify')).body).toEqual({ authenticated: false, user: null })
    expect((await elsewhere.send('post', '/api/auth/login/totp', { json: { code: '123456' } })).status).toBe(401)
    expect((await signInAs(person.email)).answer.body.code).toBe('bad-credentials')
    const { data } = await admin.get<{ data: { email: string }[] }>(`/api/networks/${networkId}/people`)
    expect(data.map(({ email }) => email)).toEqual([admin.email])
    const { rows } = await app.pool.query('select 1 from users where email = $1', [person.email])
    expect(rows).toEqual([])
  })

  test('of the last Admin stays, with all roles, until they hand over; an old sign-in deletes nothing', async () => {
    const { admin, networkId } = await startNetwork(app, { csv: '' })
    const first = await app.join('First')
    const { id: other } = await first.post('/api/networks', { name: 'Other' })
    await app.grantAccess(first, other, admin, 'Admin')
    const refused = await admin.send('delete', '/api/profile')
    expect([refused.status, refused.body.code]).toEqual([409, 'last-admin'])
    const { data } = await admin.get<{ data: { id: string }[] }>('/api/networks')
    expect(data.map(({ id }) => id).sort()).toEqual([networkId, other].sort())
    await app.pool.query(`update sessions set fresh_at = now() - interval '1 hour'`)
    // The server learns of the change only from the database.
    await expect.poll(async () => (await first.send('delete', '/api/auth/sessions/none')).status, { interval: 5 }).toBe(403)
    const stale = await first.send('delete', '/api/profile')
    expect([stale.status, stale.body.code]).toEqual([403, 'reauth-required'])
  })
})
