import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, type Client, PASSWORD, startApp } from '../../scripts/testing/app.ts'
import { codeOf, openAuthenticator, period } from '../../scripts/testing/authenticator.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const newEmail = (name: string) => `${name}.${Math.random().toString(36).slice(2)}@example.org`
const request = (client: Client, email: string, language?: string) => client.post('/api/auth/login/code/request', { email, language })
const mailed = async (email: string): Promise<string> => /[a-z0-9]{4}-[a-z0-9]{4}/.exec((await app.mailTo(email, /code|código/)).subject)?.[0] ?? ''
const signIn = (client: Client, email: string, code: string, names: object = {}) =>
  client.send<{ user?: { email: string; firstName: string }; code?: string }>('post', '/api/auth/login/code', { json: { email, code, ...names } })
const isSignedIn = async (client: Client) => (await client.get<{ authenticated: boolean }>('/api/auth/verify')).authenticated
const NAMES = { firstName: 'Nora', lastName: 'Vale' }

test('signs in to an account, once, in the browser that asked', async () => {
  const { email } = await app.join()
  const client = app.guest()
  await request(client, email)
  const code = await mailed(email)
  const elsewhere = await signIn(app.guest(), email, code)
  expect([elsewhere.status, await isSignedIn(client)]).toEqual([400, false])
  expect((await signIn(client, email, 'aaaa-aaaa')).status).toBe(400)
  expect((await signIn(client, newEmail('other'), code, NAMES)).status, 'a code counts for one address').toBe(400)
  expect((await signIn(client, email, code.toUpperCase())).body.user?.email).toBe(email)
  expect(await isSignedIn(client)).toBe(true)
  expect((await signIn(client, email, code)).status, 'a code works once').toBe(400)
})

test('makes a confirmed account for a new address, with the entered name', async () => {
  const email = newEmail('payor')
  const client = app.guest()
  await request(client, email, 'es')
  const { subject } = await app.mailTo(email, /código/)
  expect(subject).toMatch(/^\S+ es su código para iniciar sesión$/)
  const code = await mailed(email)
  const nameless = await signIn(client, email, code)
  expect([nameless.status, nameless.body.code]).toEqual([400, 'name-required'])
  expect((await signIn(client, email, code, NAMES)).body.user).toMatchObject({ email, firstName: 'Nora' })
  const again = app.guest()
  await request(again, email)
  await expect.poll(async () => (await signIn(again, email, await mailed(email))).status).toBe(200)
})

test('invalidates a password chosen before the address was confirmed', async () => {
  const email = newEmail('squatted')
  await app.guest().post('/api/auth/register', { email, ...NAMES, password: PASSWORD })
  const client = app.guest()
  await request(client, email)
  expect((await signIn(client, email, await mailed(email))).status).toBe(200)
  expect((await app.guest().send('post', '/api/auth/login', { json: { email, password: PASSWORD } })).status).toBe(401)
})

test("still requires the account's second factor", async () => {
  const owner = await app.join()
  const { email } = owner
  const { secret } = await openAuthenticator(owner)
  const client = app.guest()
  await request(client, email)
  const answer = await signIn(client, email, await mailed(email))
  expect([answer.status, answer.body.code, await isSignedIn(client)]).toEqual([401, 'second-factor', false])
  expect((await client.send('post', '/api/auth/login/totp', { json: { code: codeOf(secret, Date.now() + period) } })).status).toBe(200)
})

test('slows down wrong codes for an account, like wrong passwords', async () => {
  const limited = await startApp({ RATE_LIMIT_FACTOR: '1' })
  try {
    const { email } = await limited.join()
    const client = limited.guest()
    await request(client, email)
    const statuses: number[] = []
    for (let tries = 0; tries < 7; tries += 1) statuses.push((await signIn(client, email, 'aaaa-aaaa')).status)
    expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400])
    expect(statuses.at(-1)).toBe(429)
  } finally {
    await limited.stop()
  }
})
