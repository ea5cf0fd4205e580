import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, PASSWORD, startApp, wire } from '../../scripts/testing/app.ts'
import type { User } from '../identity/contract.ts'
import { instantOf } from '../kernel/dates.ts'
import type { Network, Person } from './contract.ts'

type Mail = Readonly<{ from: string; subject: string; text: string }>
type Person_ = Person & { message?: string; code?: string }

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
    admit: (json: object) => admin.send<Person_>('post', people, { json }),
    list: async () => (await admin.get<{ data: Person[] }>(people)).data,
  }
}
const mailTo = async (address: string, subject: RegExp): Promise<Mail> => {
  const found = async () =>
    (await app.guest().get<{ data: Mail[] }>(`/api/sandbox/mail?to=${address}`)).data.find((mail) => subject.test(mail.subject))
  await expect.poll(found).toBeTruthy()
  return (await found()) as Mail
}
const tokenIn = ({ text }: Mail) => /accept-invitation\?token=([\w.-]+)/.exec(text)?.[1] ?? ''
const userOf = async (client: Client) => (await client.get<{ user: User }>('/api/auth/verify')).user
const accept = (client: Client, token: string) =>
  client.send<{ user: User; message: string; code: string }>('post', '/api/invitations/accept', { json: { token } })

describe('people of a network', () => {
  test('somebody with an account is in at once, and is told', async () => {
    const { network, admit, list } = await founded()
    const ben = await app.join('Ben')
    const { status, body } = await admit({ email: ben.email.toUpperCase(), role: 'Auditor' })
    expect([status, body]).toEqual([
      201,
      { userId: (await userOf(ben)).id, email: ben.email, firstName: 'Ben', lastName: 'Example', role: 'Auditor', expiresAt: null, status: 'active' },
    ])
    expect(await userOf(ben)).toMatchObject({ role: 'Auditor', network: { id: network.id } })
    expect((await list()).map(({ email, role, status: is }) => [email, role, is])).toEqual([
      [expect.stringContaining('ada'), 'Admin', 'active'],
      [ben.email, 'Auditor', 'active'],
    ])
    expect((await mailTo(ben.email, /You now have access/)).from).toContain('Synod of the Plains')
  })

  test('who has no account is invited, registers, and accepts the mailed link', async () => {
    const { network, admit, list } = await founded()
    const email = `cleo.${network.id}@example.org`
    const invited = await admit({ email, role: 'Admin' })
    expect(invited.body).toMatchObject({ email, firstName: null, lastName: null, status: 'invited' })
    const token = tokenIn(await mailTo(email, /You are invited/))
    expect((await accept(app.guest(), token)).status).toBe(401)

    const eve = await app.join('Eve')
    const refused = await accept(eve, token)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      'forbidden',
      'You do not have permission to accept this invitation.',
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

  test('a network that writes in Spanish invites in Spanish', async () => {
    const { network, admin, admit } = await founded()
    await admin.send('put', `/api/networks/${network.id}`, { json: { language: 'es' } })
    const email = `rosa.${network.id}@example.org`
    await admit({ email, role: 'Auditor', expiresAt: instantOf(Date.now() + 86_400_000) })
    const { text } = await mailTo(email, /^Le invitamos a Synod of the Plains$/)
    for (const words of ['como auditor. Como auditor puede ver todo', /El acceso termina el \d+ \p{L}{3} \d{4}\./u, 'Aceptar la invitación'])
      expect(text).toMatch(words)
    const ben = await app.join('Ben')
    await admit({ email: ben.email, role: 'Member' })
    expect((await mailTo(ben.email, /^Ya tiene acceso a Synod of the Plains$/)).text).toContain('Hola Ben')
  })

  test('a link that was changed, taken back, replaced or let run out changes nothing', async () => {
    const { network, admin, people, admit } = await founded()
    const email = `dan.${network.id}@example.org`
    const dan = await app.join('Dan')
    const first = await admit({ email, role: 'Auditor' })
    const token = tokenIn(await mailTo(email, /You are invited/))
    const broken = [`${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`, token.slice(0, 40), 'A'.repeat(token.length), `${token}A`.slice(1)]
    for (const each of broken) expect([(await accept(dan, each)).status, (await accept(dan, each)).body.code]).toEqual([400, 'token-invalid'])
    for (let times = 0; times < 2; times += 1) expect((await admin.send('delete', `${people}/${first.body.userId}`)).status).toBe(204)
    const real = await app.join('Dan', email)
    expect((await accept(real, token)).body.message).toBe('Invalid or expired invitation link.')
    expect((await userOf(real)).network).toBeNull()
  })

  test('a revoked or expired role ends in open sessions too; the last Admin stays', async () => {
    const { admin, people, admit } = await founded()
    const fay = await app.join('Fay')
    const soon = instantOf(Date.now() + 3_600_000)
    const { body } = await admit({ email: fay.email, role: 'Auditor', expiresAt: soon })
    expect(body.expiresAt).toBe(soon)
    expect((await fay.send('get', people)).status).toBe(200)
    app.clock.moveTo(instantOf(Date.now() + 3_700_000))
    expect((await fay.send('get', people)).status).toBe(404)
    app.clock.moveTo(instantOf(Date.now()))
    expect((await fay.send('get', people)).status).toBe(200)
    expect((await fay.send('post', people, { json: { email: fay.email, role: 'Admin' } })).body.message).toBe(
      'You do not have permission to update this network.',
    )
    expect((await admin.send('delete', `${people}/${body.userId}`)).status).toBe(204)
    expect((await fay.send('get', people)).status).toBe(404)
    const own = await admin.send('delete', `${people}/${(await userOf(admin)).id}`)
    expect([own.status, own.body.code]).toEqual([409, 'last-admin'])
    expect((await admin.send('delete', `${people}/nonsense`)).status).toBe(404)
  })

  test('an address that nobody has confirmed counts as having no account', async () => {
    const { admit } = await founded()
    const email = `gil${Date.now()}@example.org`
    await app.guest().post('/api/auth/register', { firstName: 'Mal', lastName: 'Lory', email, password: PASSWORD })
    expect((await admit({ email, role: 'Admin' })).body.status).toBe('invited')
  })
})

describe('settings of a network', () => {
  test('an Admin changes them, one by one, against the version that they saw', async () => {
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

  test('a slug belongs to one network, which keeps those that it had', async () => {
    const { admin, network } = await founded()
    const { admin: other, network: second } = await founded()
    const wanted = `plains-${Date.now()}`
    expect((await admin.put<Network>(`/api/networks/${network.id}`, { slug: wanted })).slug).toBe(wanted)
    const taken = await other.send('put', `/api/networks/${second.id}`, { json: { slug: wanted } })
    expect([taken.status, taken.body.code]).toEqual([409, 'slug-taken'])
    expect((await admin.put<Network>(`/api/networks/${network.id}`, { slug: network.slug })).slug).toBe(network.slug)
  })
})

test('every Admin is told when payment details change, once', async () => {
  const { admin, admit } = await founded()
  const hal = await app.join('Hal')
  await admit({ email: hal.email, role: 'Admin' })
  const profile = await admin.post<{ id: string }>('/api/payment-profiles', { name: 'General account', methods: { Wire: wire } })
  const put = (json: object) => admin.put(`/api/payment-profiles/${profile.id}`, json)
  await put({ name: 'Main account', methods: { Wire: wire } })
  await put({ name: 'Main account', methods: { Wire: { ...wire, accountNumber: '999888777666' } } })
  for (const email of [admin.email, hal.email]) {
    const { text } = await mailTo(email, /payment details of Main account/)
    expect(text).toContain('Ada Example has changed bank or account details')
    expect(text).not.toMatch(/9988|6543/)
  }
  await app.written()
  const { data } = await app.guest().get<{ data: Mail[] }>(`/api/sandbox/mail?to=${hal.email}`)
  expect(data.filter(({ subject }) => subject.includes('payment details'))).toHaveLength(1)
})
