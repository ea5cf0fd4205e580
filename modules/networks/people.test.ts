import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, PASSWORD, startApp, terms, tokenIn, wire } from '../../scripts/testing/app.ts'
import type { User } from '../identity/contract.ts'
import { addDays, dayIn, formatDay, instantOf, momentIn } from '../kernel/dates.ts'
import type { Network, Person } from './contract.ts'

type Answered = Omit<Person, 'userId'> & { userId: string | null; message?: string; code?: string }

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const founded = async () => {
  const admin = await app.join('Ada')
  const network = await admin.post<Network>('/api/networks', { name: 'Synod of the Plains' })
  const people = `/api/networks/${network.id}/people`
  return {
    admin,
    network,
    people,
    admit: (json: object) => admin.send<Answered>('post', people, { json }),
    list: async () => (await admin.get<{ data: Person[] }>(people)).data,
  }
}
type Joined = Awaited<ReturnType<App['join']>>
const userOf = async (client: Client) => (await client.get<{ user: User }>('/api/auth/verify')).user
const decline = (client: Client, token: string) =>
  client.send<{ message: string; code: string }>('post', '/api/invitations/decline', { json: { token } })
const accept = (client: Client, token: string) =>
  client.send<{ user: User; message: string; code: string }>('post', '/api/invitations/accept', { json: { token } })

describe('people of a network', () => {
  test('known and unknown addresses get the same answer, and no access before they accept', async () => {
    const { network, people, admin, admit, list } = await founded()
    const ben = await app.join('Ben')
    const emails = [ben.email, `nobody.${network.id}@example.org`]
    const answers = [await admit({ email: emails[0], role: 'Auditor' }), await admit({ email: emails[1], role: 'Auditor' })]
    for (const [i, { status, body, headers }] of answers.entries()) {
      expect([status, body]).toEqual([
        201,
        { userId: null, email: emails[i], firstName: null, lastName: null, role: 'Auditor', expiresAt: null, status: 'invited' },
      ])
      expect([...headers.keys()]).toEqual([...(answers[0]?.headers.keys() ?? [])])
    }
    expect((await list()).map(({ email, firstName, status: is }) => [email, firstName, is])).toEqual([
      [expect.stringContaining('ada'), 'Ada', 'active'],
      [emails[0], null, 'invited'],
      [emails[1], null, 'invited'],
    ])
    for (const email of emails) expect((await app.mailTo(email ?? '', /^You are invited/)).from).toContain('Synod of the Plains')
    expect(await userOf(ben)).toMatchObject({ role: null, network: null })
    expect((await ben.send('get', people)).status).toBe(404)

    const token = tokenIn((await app.mailTo(ben.email, /^You are invited/)).text)
    expect(await ben.get(`/api/invitations/${token}`)).toEqual({
      networkName: 'Synod of the Plains',
      role: 'Auditor',
      expiresAt: null,
      timeZone: 'America/New_York',
    })
    expect((await accept(ben, token)).body.user).toMatchObject({ role: 'Auditor', network: { id: network.id } })
    const later = await admit({ email: ben.email.toUpperCase(), role: 'Member' })
    expect(later.body, 'who is in changes roles at once').toMatchObject({ userId: (await userOf(ben)).id, firstName: 'Ben', status: 'active' })
    expect((await userOf(ben)).role).toBe('Member')
    expect((await app.mailTo(ben.email, /^You now have access/)).text).toContain('You are now a Member')
    expect((await admin.get<{ data: Person[] }>(people)).data).toHaveLength(3)
  })

  test('an invited person without an account registers and accepts the mailed link', async () => {
    const { network, admit, list } = await founded()
    const email = `cleo.${network.id}@example.org`
    await admit({ email, role: 'Admin' })
    const token = tokenIn((await app.mailTo(email, /You are invited/)).text)
    for (const refused of [await accept(app.guest(), token), await decline(app.guest(), token)]) expect(refused.status).toBe(401)

    const eve = await app.join('Eve')
    for (const [action, refused] of [
      ['accept', await accept(eve, token)],
      ['decline', await decline(eve, token)],
      ['view', await eve.send('get', `/api/invitations/${token}`)],
    ] as const)
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        403,
        'forbidden',
        `You do not have permission to ${action} this invitation.`,
      ])
    expect((await userOf(eve)).network).toBeNull()

    const cleo = await app.join('Cleo', email)
    expect((await userOf(cleo)).network, 'not before it is accepted').toBeNull()
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await accept(cleo, token)
      expect([status, body.user.role, body.user.network?.id]).toEqual([200, 'Admin', network.id])
    }
    expect((await list()).map(({ status }) => status)).toEqual(['active', 'active'])
    expect(JSON.stringify((await app.store.read(`network-${network.id}`)).map(({ data }) => data)), 'addresses lie sealed in the log').not.toContain(
      email,
    )
  })

  test('a declined invitation has ended, and can be declined again', async () => {
    const { network, admin, admit, list } = await founded()
    const dot = await app.join('Dot')
    await admit({ email: dot.email, role: 'Admin' })
    const token = tokenIn((await app.mailTo(dot.email, /You are invited/)).text)
    for (let times = 0; times < 2; times += 1) expect((await decline(dot, token)).status).toBe(204)
    expect((await list()).map(({ email }) => email)).not.toContain(dot.email)
    const after = await accept(dot, token)
    expect([after.status, after.body.code]).toEqual([400, 'token-invalid'])
    expect((await userOf(dot)).network).toBeNull()
    const { data } = await admin.get<{ data: { summary: string }[] }>(`/api/networks/${network.id}/history`)
    expect(data.at(-1)?.summary).toBe('Invitation declined: Dot Example')
  })

  test('an answered, revoked or expired invitation leaves no readable address', async () => {
    const { network, admin, people, admit, list } = await founded()
    const answering = async (name: string, answer: (client: Joined, token: string) => Promise<unknown>) => {
      const client = await app.join(name)
      await admit({ email: client.email, role: 'Auditor' })
      await answer(client, tokenIn((await app.mailTo(client.email, /^You are invited/)).text))
      return client
    }
    const ben = await answering('Ben', accept)
    await answering('Dot', decline)
    await answering('Eli', async ({ email }) => {
      const invitationId = (await list()).find((person) => person.email === email)?.userId
      await admin.send('delete', `${people}/${invitationId}`)
    })
    const late = await app.join('Late')
    await admit({ email: late.email, role: 'Member', expiresAt: instantOf(Date.now() + 86_400_000) })
    const [lateToken, open] = [tokenIn((await app.mailTo(late.email, /^You are invited/)).text), `open.${network.id}@example.org`]
    await admit({ email: open, role: 'Member' })
    await app.mailTo(open, /^You are invited/)
    await app.written()
    const due = await app.pool.query<{ days: number; key: string }>(
      `select ceil(extract(epoch from run_at - now()) / 86400)::int as days, j.key from graphile_worker._private_jobs j
       join events e on j.key = 'forget/' || (e.data::json ->> 'invitationId') || '/over' where e.stream = $1 and e.type = 'PersonInvited' order by e.position`,
      [`network-${network.id}`],
    )
    expect(due.rows.map(({ days }) => days)).toEqual([15, 15, 15, 1, 15])
    const [, , , ofLate] = due.rows
    await app.pool.query('update graphile_worker._private_jobs set run_at = now() where key = $1', [ofLate?.key])
    const readable = async () => {
      const invited = (await app.store.read(`network-${network.id}`)).filter(({ type }) => type === 'PersonInvited')
      const keys = await app.pool.query<{ owner: string }>('select owner from person_keys where owner = any($1::uuid[]) and wrapped is not null', [
        invited.map(({ data }) => data.invitationId),
      ])
      return invited.flatMap(({ data }, n) => (keys.rows.some(({ owner }) => owner === data.invitationId) ? [n] : []))
    }
    await expect.poll(readable, { message: 'of those who were invited, in order' }).toEqual([4])
    expect((await list()).map(({ email }) => email)).toEqual([admin.email, ben.email, open])
    expect([(await accept(late, lateToken)).body.code, (await decline(late, lateToken)).body.code]).toEqual(['token-invalid', 'token-invalid'])
    const { data } = await admin.get<{ data: { summary: string }[] }>(`/api/networks/${network.id}/history`)
    expect(data.flatMap(({ summary }) => (/nvited/.test(summary) ? [summary] : []))).toEqual([
      'Ben Example invited as Auditor',
      'Dot Example invited as Auditor',
      'Invited as Auditor',
      'Invited as Member',
      `${open} invited as Member`,
    ])
    // A forgotten person may be invited again.
    expect((await admit({ email: late.email, role: 'Member' })).body.status).toBe('invited')
  })

  test("temporary access ends with its last day in the network's zone", async () => {
    const { admit } = await founded()
    expect((await admit({ email: 'day@example.org', role: 'Member', expiresAt: '2150-07-31' })).body.expiresAt).toBe('2150-08-01T03:59:59.999Z')
    const moment = await admit({ email: 'moment@example.org', role: 'Member', expiresAt: '2150-07-31T10:00:00Z' })
    expect(moment.body.expiresAt).toBe('2150-07-31T10:00:00.000Z')
  })

  test("an invitation names its last day in the network's zone, and lasts to its end", async () => {
    const zone = 'America/New_York'
    const named = async (email: string) => {
      const { text } = await app.mailTo(email, /^You are invited/)
      return { token: tokenIn(text), day: /The link works until (.+?), only for this/.exec(text)?.[1] }
    }
    // The evening of a day in New York is the next day in UTC.
    const evening = momentIn(zone, addDays(dayIn(zone, instantOf(Date.now())), 1), '21:00')
    app.clock.moveTo(evening)
    try {
      const { network, admit } = await founded()
      const ben = await app.join('Ben')
      await admit({ email: ben.email, role: 'Auditor' })
      const { token, day } = await named(ben.email)
      const last = addDays(dayIn(zone, evening), 14)
      expect(day).toBe(formatDay(last))
      const brief = `brief.${network.id}@example.org`
      const end = addDays(dayIn(zone, evening), 3)
      await admit({ email: brief, role: 'Auditor', expiresAt: end })
      expect((await named(brief)).day, 'the access ends before').toBe(formatDay(end))
      app.clock.moveTo(momentIn(zone, last, '23:59'))
      expect((await accept(ben, token)).status).toBe(200)
    } finally {
      app.clock.moveTo(instantOf(Date.now()))
    }
  })

  test('an Admin with temporary access can neither make nor remove a permanent Admin, nor become one', async () => {
    const { admin, network, people, list } = await founded()
    const fay = await app.join('Fay')
    const soon = instantOf(Date.now() + 3_600_000)
    await app.grantAccess(admin, network.id, fay, 'Admin', soon)
    const owner = (await list())[0]?.userId
    const refusals = [
      await fay.send('post', people, { json: { email: 'friend@example.org', role: 'Admin' } }),
      await fay.send('post', people, { json: { email: fay.email, role: 'Admin' } }),
      await fay.send('post', people, { json: { email: admin.email, role: 'Member', expiresAt: soon } }),
      await fay.send('delete', `${people}/${owner}`),
    ]
    for (const { status, body } of refusals)
      expect([status, body.code, body.message]).toEqual([403, 'role-ends', expect.stringContaining('Your own access ends on')])
    expect((await fay.send('post', people, { json: { email: 'friend@example.org', role: 'Admin', expiresAt: soon } })).status).toBe(201)
  })

  test('a Spanish network invites in Spanish', async () => {
    const { network, admin, admit } = await founded()
    await admin.send('put', `/api/networks/${network.id}`, { json: { language: 'es' } })
    const email = `rosa.${network.id}@example.org`
    await admit({ email, role: 'Auditor', expiresAt: instantOf(Date.now() + 86_400_000) })
    const { text } = await app.mailTo(email, /^Invitación a Synod of the Plains\b/)
    for (const words of ['como auditor. Como auditor puede ver todo', /Su acceso termina el \d+ \p{L}{3} \d{4}\./u, 'Aceptar la invitación'])
      expect(text).toMatch(words)
    const ben = await app.join('Ben')
    await admit({ email: ben.email, role: 'Auditor' })
    await accept(ben, tokenIn((await app.mailTo(ben.email, /^Invitación a /)).text))
    await admit({ email: ben.email, role: 'Member' })
    expect((await app.mailTo(ben.email, /^Ya tiene acceso a Synod of the Plains\b/)).text).toContain('Hola, Ben')
  })

  test('a forged, revoked, replaced or expired link changes nothing', async () => {
    const { network, admin, people, admit, list } = await founded()
    const email = `dan.${network.id}@example.org`
    const dan = await app.join('Dan')
    await admit({ email, role: 'Auditor' })
    const invitationId = (await list()).find((person) => person.email === email)?.userId
    const token = tokenIn((await app.mailTo(email, /You are invited/)).text)
    const broken = [
      'a\u0000b',
      'x'.repeat(10_000),
      `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`,
      token.slice(0, 40),
      'A'.repeat(token.length),
      `${token}A`.slice(1),
    ]
    for (const each of broken) expect([(await accept(dan, each)).status, (await accept(dan, each)).body.code]).toEqual([400, 'token-invalid'])
    for (let times = 0; times < 2; times += 1) expect((await admin.send('delete', `${people}/${invitationId}`)).status).toBe(204)
    const real = await app.join('Dan', email)
    expect((await accept(real, token)).body.message).toBe('Invalid or expired invitation link.')
    expect((await userOf(real)).network).toBeNull()
  })

  test('a revoked or expired role ends in open sessions, too; the last Admin stays', async () => {
    const { admin, network, people, list } = await founded()
    const fay = await app.join('Fay')
    const soon = instantOf(Date.now() + 3_600_000)
    const userId = await app.grantAccess(admin, network.id, fay, 'Auditor', soon)
    expect((await list()).at(-1)?.expiresAt).toBe(soon)
    expect((await fay.send('get', people)).status).toBe(200)
    app.clock.moveTo(instantOf(Date.now() + 3_700_000))
    expect((await fay.send('get', people)).status).toBe(404)
    app.clock.moveTo(instantOf(Date.now()))
    expect((await fay.send('get', people)).status).toBe(200)
    expect((await fay.send('post', people, { json: { email: fay.email, role: 'Admin' } })).body.message).toBe(
      'You do not have permission to update this network.',
    )
    expect((await admin.send('delete', `${people}/${userId}`)).status).toBe(204)
    expect((await fay.send('get', people)).status).toBe(404)
    const own = await admin.send('delete', `${people}/${(await userOf(admin)).id}`)
    expect([own.status, own.body.code]).toEqual([409, 'last-admin'])
    expect((await admin.send('delete', `${people}/nonsense`)).status).toBe(404)
  })

  test('a user with an unconfirmed address counts as having no account', async () => {
    const { admit } = await founded()
    const email = `gil${Date.now()}@example.org`
    await app.guest().post('/api/auth/register', { firstName: 'Mal', lastName: 'Lory', email, password: PASSWORD })
    expect((await admit({ email, role: 'Admin' })).body.status).toBe('invited')
  })
})

describe('settings of a network', () => {
  test('an Admin changes them one by one, against the version seen', async () => {
    const { admin, network } = await founded()
    const path = `/api/networks/${network.id}`
    const tag = (await admin.send('get', path)).headers.get('etag') ?? ''
    const change = { timeZone: 'America/Chicago', embedOrigins: ['https://WWW.Example.org:443/'], reminderDays: [5, -1], senderName: 'Treasury' }
    const changed = await admin.send<Network>('put', path, { json: change, headers: { 'if-match': tag } })
    expect(changed.body).toEqual({
      ...network,
      timeZone: 'America/Chicago',
      embedOrigins: ['https://www.example.org'],
      reminderDays: [-1, 5],
      senderName: 'Treasury',
    })
    expect((await admin.send('put', path, { json: { name: 'Other' }, headers: { 'if-match': tag } })).status).toBe(412)
    expect(await admin.get(path)).toEqual(changed.body)
    const renamed = await admin.put<Network>(path, { name: 'Plains', role: 'Member', id: 'x' })
    expect([renamed.name, renamed.role, renamed.id]).toEqual(['Plains', 'Admin', network.id])
    expect((await userOf(admin)).network?.name).toBe('Plains')
  })

  test('a slug belongs to one network, which keeps its earlier ones', async () => {
    const { admin, network } = await founded()
    const { admin: other, network: second } = await founded()
    const wanted = `plains-${Date.now()}`
    expect((await admin.put<Network>(`/api/networks/${network.id}`, { slug: wanted })).slug).toBe(wanted)
    const taken = await other.send('put', `/api/networks/${second.id}`, { json: { slug: wanted } })
    expect([taken.status, taken.body.code]).toEqual([409, 'slug-taken'])
    expect((await admin.put<Network>(`/api/networks/${network.id}`, { slug: network.slug })).slug).toBe(network.slug)
  })
})

describe('mails every Admin once', () => {
  const setup = async () => {
    const { admin, network, people } = await founded()
    const hal = await app.join('Hal')
    await app.grantAccess(admin, network.id, hal, 'Admin')
    const everybody = [admin.email, hal.email]
    const mailsOf = async (subject: RegExp, ...emails: string[]) => {
      const mails = await Promise.all(emails.map((email) => app.mailTo(email, subject)))
      await app.written()
      for (const email of emails) expect(await app.mailsTo(email, subject), `${email} ${subject}`).toHaveLength(1)
      return mails[0]?.text ?? ''
    }
    return { admin, hal, network, people, everybody, mailsOf }
  }

  test('about a payment profile that is made, changed or attached', async () => {
    const { admin, network, everybody, mailsOf } = await setup()
    const profile = await admin.post<{ id: string }>('/api/payment-profiles', { name: 'General account', methods: { Wire: wire } })
    expect(await mailsOf(/^The payment profile General account was created$/, ...everybody)).toContain(
      'has created the payment profile General account',
    )
    const put = (json: object) => admin.put(`/api/payment-profiles/${profile.id}`, json)
    await put({ name: 'Main account', methods: { Wire: wire } })
    await mailsOf(/^The payment profile Main account was changed$/, ...everybody)
    await put({ name: 'Main account', methods: { Wire: { ...wire, accountNumber: '999888777666' } } })
    const text = await mailsOf(/^The payment details of Main account were changed$/, ...everybody)
    expect(text).toContain(`Ada Example (${admin.email}) has changed bank or account details`)
    expect(text).not.toMatch(/9988|6543/)
    const program = await admin.post<{ id: string }>(`/api/networks/${network.id}/assessments`, terms)
    for (let times = 0; times < 2; times += 1)
      await admin.put(`/api/assessment-programs/${program.id}/payment-profile`, { paymentProfileId: profile.id })
    expect(await mailsOf(/^Main account was attached to Dues$/, ...everybody)).toContain('its payors pay there from now on')
  })

  test('about a new Admin and a removed one, including the removed one', async () => {
    const { admin, hal, network, people, everybody, mailsOf } = await setup()
    expect(await mailsOf(/^Hal Example \(.*\) is now an Admin of Synod of the Plains$/, ...everybody)).toContain(
      `has accepted an invitation by Ada Example (${admin.email})`,
    )
    expect(await app.mailsTo(admin.email, /^Ada/), 'not of the first, who made the network').toEqual([])
    const ivy = await app.join('Ivy')
    const userId = await app.grantAccess(admin, network.id, ivy, 'Auditor')
    await app.written()
    expect(await app.mailsTo(hal.email, /Ivy/), 'nor of an Auditor').toEqual([])
    await admin.post(people, { email: ivy.email, role: 'Admin' })
    expect(await mailsOf(/^Ivy Example .* is now an Admin/, ivy.email, ...everybody)).toContain(`Ada Example (${admin.email}) has given this role`)
    expect((await hal.send('delete', `${people}/${userId}`)).status).toBe(204)
    expect(await mailsOf(/^Ivy Example .* is no longer an Admin/, ivy.email, ...everybody)).toContain(`Hal Example (${hal.email}) has done it`)
  })
})

test('logged no unexpected error', () => expect(app.complaints).toEqual([]))
