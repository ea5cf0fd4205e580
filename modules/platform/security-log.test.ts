import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, PASSWORD, startApp, startNetwork, wire } from '../../scripts/testing/app.ts'
import { readConfig } from './config.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ RATE_LIMIT_FACTOR: '1' })
})
afterAll(() => app.stop())

type Line = { time: string; log: string; event: string; user: string | null; route: string; address: string; id: string; code?: string }
const lines = (): Line[] => app.noted.map((line) => JSON.parse(line) as Line)
const newest = (event: string): Line | undefined => lines().findLast((line) => line.event === event)

test('is on unless switched off, at any log level', () => {
  expect(readConfig({ LOG_LEVEL: 'silent' }).securityLog).toBe(true)
  expect(readConfig({ SECURITY_LOG: '0' }).securityLog).toBe(false)
})

test('records sign-ins, refusals, limits and sensitive changes, by ids only', async () => {
  expect(newest('key-use')).toMatchObject({ log: 'security', use: 'opened', of: 'master key' })
  const { admin, networkId, profileId, programId } = await startNetwork(app, { csv: '' })
  const { id: user } = (await admin.get<{ user: { id: string } }>('/api/auth/verify')).user
  const common = { log: 'security', user, address: '127.0.0.1', id: expect.stringMatching(/^[0-9a-f-]{36}$/) }
  expect(newest('sign-in')).toMatchObject({ ...common, route: 'post /api/auth/login', method: 'plain' })
  expect(newest('payee')).toMatchObject({ ...common, route: 'put /api/assessment-programs/:id/payment-profile' })

  await admin.post(`/api/networks/${networkId}/people`, { email: 'guest@example.org', role: 'Auditor' })
  expect(newest('grant')).toMatchObject({ ...common, route: 'post /api/networks/:id/people' })
  expect((await admin.post<{ methods: { Wire: object } }>(`/api/payment-profiles/${profileId}/reveal`)).methods.Wire).toMatchObject({
    accountNumber: wire.accountNumber,
  })
  expect(newest('reveal')).toMatchObject({ ...common, route: 'post /api/payment-profiles/:id/reveal' })
  const { data } = await admin.get<{ data: { summary: string }[] }>(`/api/payment-profiles/${profileId}/history`)
  expect(data.at(-1)?.summary).toBe('Account numbers shown in full')

  expect((await admin.send('post', '/api/auth/reauthenticate', { json: { password: 'Not-mine-1!' } })).status).toBe(400)
  expect(newest('sign-in-failure')).toMatchObject({ ...common, route: 'post /api/auth/reauthenticate' })
  const stranger = app.guest()
  const passkey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }
  const unknown = { ...passkey, response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } }
  expect((await stranger.send('post', '/api/auth/login/passkey', { json: unknown })).status).toBe(401)
  expect(newest('sign-in-failure')).toMatchObject({ user: null, route: 'post /api/auth/login/passkey' })
  const wrong = () => stranger.send('post', '/api/auth/login', { json: { email: admin.email, password: 'Not-mine-1!' } })
  while ((await wrong()).status !== 429);
  expect(newest('sign-in-failure')).toMatchObject({ user, route: 'post /api/auth/login' })
  expect(newest('limit')).toMatchObject({ user: null, route: 'post /api/auth/login', code: 'slow-down' })

  const auditor = await app.join('Auditor')
  await app.grantAccess(admin, networkId, auditor, 'Auditor')
  expect((await auditor.send('put', `/api/assessment-programs/${programId}/status`, { json: { status: 'Archived' } })).status).toBe(403)
  expect(newest('refusal')).toMatchObject({ route: 'put /api/assessment-programs/:id/status', code: 'forbidden' })
  expect((await admin.send('delete', '/api/auth/sessions')).status).toBe(204)
  expect(newest('account')).toMatchObject({ ...common, route: 'delete /api/auth/sessions' })

  const all = app.noted.join('')
  for (const personal of [
    admin.email,
    auditor.email,
    'guest@example.org',
    PASSWORD,
    'Not-mine-1!',
    wire.accountNumber,
    'Ada',
    admin.cookie().split('=')[1],
  ])
    expect(all).not.toContain(personal)
})
