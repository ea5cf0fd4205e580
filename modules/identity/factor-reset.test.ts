import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, PASSWORD, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { confirmMailedCode, openAuthenticator } from '../../scripts/testing/authenticator.ts'

const OPERATOR = 'olga@vestry.example'

let app: App
beforeAll(async () => {
  app = await startApp({ OPERATORS: OPERATOR })
})
afterAll(() => app.stop())

type Person = Client & { email: string }
type History = { data: { summary: string; actor: string }[] }

const signInAs = async (email: string): Promise<Person> => {
  const client = app.guest()
  await client.post('/api/auth/login', { email, password: PASSWORD })
  return { ...client, email }
}

/** A network with its Admin and a colleague who has an authenticator app. */
const withColleague = async (role = 'Admin', until?: string) => {
  const { admin, networkId } = await startNetwork(app, { csv: '' })
  const colleague = await app.join('Deborah')
  const userId = await app.grantAccess(admin, networkId, colleague, role, until)
  await openAuthenticator(colleague)
  const resetOf = (id: string) => `/api/networks/${networkId}/people/${id}/reset-second-factor`
  const reset = async (by: Client, id = userId) => {
    const { status, body } = await by.send<{ code?: string; message?: string } | null>('post', resetOf(id))
    return { status, code: body?.code, message: body?.message }
  }
  return { admin, networkId, colleague, userId, reset }
}

const factorsOf = async (userId: string): Promise<number> => {
  const { rows } = await app.pool.query<{ n: number }>(
    `select ((select count(*) from authenticators where user_id = $1) + (select count(*) from passkeys where user_id = $1)
       + (select count(*) from recovery_codes where user_id = $1))::int as n`,
    [userId],
  )
  return rows[0]?.n ?? 0
}

describe('reset of second factors by another Admin (R7)', () => {
  test('signs the colleague out; they sign in by password and act as Admin again after adding a factor with the mailed code', async () => {
    const { admin, networkId, colleague, userId, reset } = await withColleague()
    const third = await app.join('Third')
    await app.grantAccess(admin, networkId, third, 'Admin')
    expect(await reset(admin)).toMatchObject({ status: 204 })
    expect(await factorsOf(userId)).toBe(0)
    expect((await colleague.send('get', '/api/profile')).status, 'the sessions of the colleague end').toBe(401)

    const mail = await app.mailTo(colleague.email, /^Your second factor was reset$/)
    expect(mail.text).toContain(`Ada Example (${admin.email}), an Admin of Synod, has removed the passkeys`)
    for (const { email } of [admin, third]) {
      const { text } = await app.mailTo(email, /^The second factor of Deborah Example .* was reset$/)
      expect(text).toContain(`Ada Example (${admin.email}) has reset the second factor of Deborah Example (${colleague.email})`)
    }
    expect(await app.mailsTo(colleague.email, /^The second factor of/)).toEqual([])
    const { data } = await third.get<History>(`/api/networks/${networkId}/history`)
    expect(data.map(({ summary }) => summary)).toContain('Second factor reset: Deborah Example')
    expect(await reset(admin), 'again').toMatchObject({ status: 204 })
    expect((await third.get<History>(`/api/networks/${networkId}/history`)).data).toHaveLength(data.length)

    const back = await signInAs(colleague.email)
    const people = () => back.send('get', `/api/networks/${networkId}/people`)
    const barred = await people()
    expect([barred.status, barred.body.code]).toEqual([403, 'second-factor-required'])
    for (const path of ['/api/auth/passkeys/options', '/api/auth/totp']) {
      const refused = await back.send('post', path, { json: {} })
      expect([refused.status, refused.body.code], path).toEqual([403, 'mailed-code-required'])
    }
    await confirmMailedCode(app, back)
    await openAuthenticator(back)
    expect((await people()).status).toBe(200)
  })

  test('closes the network to an Auditor until they add a factor; a Member needs the mailed code to add one', async () => {
    const { admin, networkId, colleague, reset } = await withColleague('Auditor')
    expect(await reset(admin)).toMatchObject({ status: 204 })
    const back = await signInAs(colleague.email)
    expect((await back.send('get', `/api/networks/${networkId}/people`)).body.code).toBe('second-factor-required')
    const member = await withColleague('Member')
    expect(await member.reset(member.admin)).toMatchObject({ status: 204 })
    const again = await signInAs(member.colleague.email)
    expect((await again.send('post', '/api/auth/totp', { json: {} })).body.code).toBe('mailed-code-required')
  })

  test('refuses a reset for oneself, for a user without a factor, and for a user outside the network', async () => {
    const { admin, networkId, colleague, userId, reset } = await withColleague()
    expect(await reset(colleague)).toMatchObject({ status: 409, code: 'own-second-factor' })
    const plain = await app.join('Plain')
    const plainId = await app.grantAccess(admin, networkId, plain, 'Auditor')
    expect(await reset(admin, plainId)).toEqual({ status: 409, code: 'no-second-factor', message: 'Plain Example has no second factor.' })
    expect(await reset(plain), 'by an Auditor').toMatchObject({ status: 403, code: 'forbidden' })
    const other = await withColleague()
    expect(await reset(admin, other.userId)).toMatchObject({ status: 404 })
    expect(await other.reset(admin)).toMatchObject({ status: 404 })
    expect([await factorsOf(userId), await factorsOf(other.userId)]).toEqual([11, 11])
  })

  test("refuses a session that lacks the caller's second factor or is not fresh", async () => {
    const { admin, networkId, userId, colleague, reset } = await withColleague()
    await app.pool.query(
      `insert into passkeys (id, user_id, name, public_key, counter, transports, created_at) select $1, id, 'Key', '', 0, '{}', now() from users where email = $1`,
      [admin.email],
    )
    expect(await reset(await signInAs(admin.email))).toMatchObject({ status: 403, code: 'second-step-required' })
    const third = await app.join('Third')
    const thirdId = await app.grantAccess(colleague, networkId, third, 'Admin')
    await app.pool.query(`update sessions set fresh_at = now() - interval '1 hour' where user_id = $1`, [thirdId])
    await expect.poll(async () => (await reset(third)).code, { interval: 5 }).toBe('reauth-required')
    expect(await factorsOf(userId)).toBe(11)
  })

  test("refuses an Admin whose access ends before the colleague's", async () => {
    const { admin, networkId, userId, reset } = await withColleague()
    const guest = await app.join('Guest')
    await app.grantAccess(admin, networkId, guest, 'Admin', new Date(Date.now() + 5 * 86_400_000).toISOString())
    expect(await reset(guest)).toMatchObject({ status: 403, code: 'role-ends' })
    expect(await factorsOf(userId)).toBe(11)
  })

  test('refuses an account that is Admin or Auditor where the caller is not Admin; each of its networks shows a reset', async () => {
    for (const role of ['Admin', 'Auditor']) {
      const { admin, networkId, colleague, userId, reset } = await withColleague()
      const owner = await app.join('Owner')
      const { id: elsewhere } = await owner.post('/api/networks', { name: 'Elsewhere' })
      await app.grantAccess(owner, elsewhere, colleague, role)
      const refused = await reset(admin)
      expect(refused, role).toMatchObject({ status: 403, code: 'runs-elsewhere' })
      expect(refused.message).toContain('Ask somebody who is Admin of all their networks, or have their access to the other network ended first.')
      expect(refused.message).not.toContain('Elsewhere')
      expect(await factorsOf(userId), role).toBe(11)
      await app.grantAccess(owner, elsewhere, admin, 'Auditor')
      expect(await reset(admin), 'as an Auditor there').toMatchObject({ status: 403, code: 'runs-elsewhere' })
      await owner.post(`/api/networks/${elsewhere}/people`, { email: admin.email, role: 'Admin' })
      expect(await reset(admin), 'as Admin of both').toMatchObject({ status: 204 })
      for (const id of [networkId, elsewhere]) {
        const { data } = await admin.get<History>(`/api/networks/${id}/history`)
        expect(data.filter(({ summary }) => summary === 'Second factor reset: Deborah Example')).toHaveLength(1)
      }
      await app.mailTo(owner.email, /^The second factor of Deborah Example .* was reset$/)
    }
  })

  test('allows a reset for a Member of another network, and for an operator only by another operator', async () => {
    const { admin, colleague, reset } = await withColleague()
    const { admin: owner, networkId: elsewhere } = await startNetwork(app, { csv: '' })
    await app.grantAccess(owner, elsewhere, colleague, 'Member')
    expect(await reset(admin)).toMatchObject({ status: 204 })
    const { admin: chair, networkId } = await startNetwork(app, { csv: '' })
    const olga = await app.join('Olga', OPERATOR)
    const olgaId = await app.grantAccess(chair, networkId, olga, 'Admin')
    await openAuthenticator(olga)
    const refused = await chair.send('post', `/api/networks/${networkId}/people/${olgaId}/reset-second-factor`)
    expect([refused.status, refused.body.code]).toEqual([403, 'runs-elsewhere'])
    expect(refused.body.message).toContain('runs this installation')
  })
})

describe('the first second factor of an Admin', () => {
  test('mails the other Admins of each network once (R7)', async () => {
    const { admin, networkId } = await startNetwork(app, { csv: '' })
    const [colleague, auditor] = [await app.join('Deborah'), await app.join('Aud')]
    await app.grantAccess(admin, networkId, colleague, 'Admin')
    await app.grantAccess(admin, networkId, auditor, 'Auditor')
    await openAuthenticator(colleague)
    const first = /^Deborah Example has set up a second factor$/
    const { text } = await app.mailTo(admin.email, first)
    expect(text).toContain(`Deborah Example (${colleague.email}), an Admin of Synod, has added an authenticator app`)
    expect(text).toContain('/settings/people')
    await openAuthenticator(auditor)
    await app.mailTo(auditor.email, /authenticator app was added/)
    // This mail was queued last, so its arrival shows that all other jobs have run.
    expect(await app.mailsTo(admin.email, /has set up a second factor$/)).toHaveLength(1)
    for (const { email } of [colleague, auditor]) expect(await app.mailsTo(email, /has set up a second factor$/)).toEqual([])
  })
})

test('logged no unexpected error', () => expect(app.complaints).toEqual([]))
