import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type App, startApp, startNetwork, terms } from '../../scripts/testing/app.ts'
import { type Consumer, compiled, packClient } from '../../scripts/testing/pack.ts'
import { startReceiver } from '../../scripts/testing/receiver.ts'
import { callsIn, PLACEHOLDER } from '../../web-admin/keys/first-call-words.ts'
import type { ApiKeySecret } from '../networks/contract.ts'
import { etagOf, Vestry, VestryError, type VestryOptions } from './client.ts'

type Made = Awaited<ReturnType<typeof startNetwork>>
type Scope = 'read' | 'write'

let app: App
let made: Made
let secrets: Record<Scope, string>
beforeAll(async () => {
  app = await startApp()
  made = await startNetwork(app, { csv: '' })
  secrets = { read: await secretOf(made, 'read'), write: await secretOf(made, 'write') }
})
afterAll(() => app.stop())

const secretOf = async ({ admin, networkId }: Made, scope: Scope): Promise<string> =>
  (await admin.post<ApiKeySecret>(`/api/networks/${networkId}/api-keys`, { name: `To ${scope}`, scope })).secret
const clientOf = (scope: Scope, more: Partial<VestryOptions> = {}): Vestry => new Vestry({ baseUrl: app.base, key: secrets[scope], ...more })
const refusalOf = async (call: Promise<unknown>): Promise<VestryError> => {
  const error = await call.then(
    () => new Error('It was not refused'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof VestryError)) throw error
  return error
}
const codeOf = async (call: Promise<unknown>) => {
  const { status, code } = await refusalOf(call)
  return [status, code]
}
const csvOf = (rows: number, from = 0): string =>
  ['firstName,lastName,email', ...Array.from({ length: rows }, (_, n) => `Ruth,Number${from + n},ruth${from + n}@example.org`)].join('\n')

test("a church's script bills members and records receipts with an API key", async () => {
  const own = await startNetwork(app, { terms: { type: 'Custom' }, csv: '' })
  const { programId, networkId } = own
  const vestry = new Vestry({ baseUrl: app.base, key: await secretOf(own, 'write'), network: networkId })
  expect(await vestry.get('/networks')).toMatchObject({ data: [{ id: networkId, name: 'Synod' }] })

  const church = await vestry.post('/members', { body: { kind: 'congregation', name: 'Grace Church' } })
  const ruth = await vestry.post('/members', { body: { kind: 'individual', firstName: 'Ruth', lastName: 'Cook', congregationId: church.id } })
  expect(ruth.congregation).toEqual({ id: church.id, name: 'Grace Church' })
  const twice = await refusalOf(vestry.post('/members', { body: { kind: 'individual', firstName: 'Ruth', lastName: 'Cook' } }))
  expect([twice.status, twice.code, twice.details.matches]).toEqual([409, 'possible-duplicate', [expect.objectContaining({ id: ruth.id })]])
  const billed = await vestry.post('/assessment-programs/{id}/bills', { path: { id: programId }, body: { memberId: ruth.id, amount: 120 } })
  expect(billed.data).toMatchObject({ amount: 120, balance: 120, status: 'Unpaid', individualMember: { id: ruth.id } })

  const upload = { assessmentProgramId: programId, uploadType: 'individualMembers', csv: csvOf(24) } as const
  expect((await vestry.upload({ ...upload, dryRun: true })).rows).toHaveLength(24)
  expect(await vestry.upload(upload)).toMatchObject({ success: true, membersUploaded: 24, billsGenerated: 24, errors: [] })
  expect(await codeOf(vestry.upload({ ...upload, csv: '' }))).toEqual([400, 'invalid'])

  const pages: number[] = []
  for await (const bills of vestry.pages('/assessment-bills', { query: { assessmentProgramId: programId, pageSize: 10 } })) pages.push(bills.length)
  expect(pages).toEqual([10, 10, 5])
  const names = new Set<string | undefined>()
  for await (const { individualMember } of vestry.each('/assessment-bills', { query: { pageSize: 7, page: 2 } }))
    names.add(individualMember?.lastName)
  expect(names.size, 'from the second page on').toBe(18)

  const id = billed.data?.id ?? ''
  const check = { amount: 40, method: 'check', reference: 'check 2041' } as const
  const { data: paid } = await vestry.post('/assessment-bills/{id}/receipts', { path: { id }, body: check })
  expect(paid).toMatchObject({ balance: 80, status: 'Partial' })
  const { data: payments } = await vestry.get('/payments', { query: { search: 'check 2041' } })
  expect(payments.map(({ billId, amount, reference }) => [billId, amount, reference])).toEqual([[id, 40, 'check 2041']])
  const csv = await (await vestry.download('/exports/payments.csv')).text()
  expect(csv).toContain('check 2041')
  expect((await (await vestry.download('/assessment-bills/{id}/bill.pdf', { path: { id } })).arrayBuffer()).byteLength).toBeGreaterThan(1_000)
})

describe('a refusal has its code', () => {
  test('for a read-only key, for a call for people, and for an invalid key', async () => {
    const reading = clientOf('read')
    const body = { kind: 'congregation', name: 'St. Mark' } as const
    expect(await codeOf(reading.post('/members', { body }))).toEqual([403, 'key-reads-only'])
    const writing = clientOf('write')
    // @ts-expect-error not one of the calls that a key may make
    expect(await codeOf(writing.post('/reconciliations'))).toEqual([403, 'key-not-allowed'])
    // @ts-expect-error likewise
    const revealed = writing.post('/payment-profiles/{id}/reveal', { path: { id: made.profileId } })
    expect(await codeOf(revealed)).toEqual([403, 'key-needs-sign-in'])
    const nobody = new Vestry({ baseUrl: app.base, key: 'vestry_nonsense' })
    expect(await codeOf(nobody.get('/networks'))).toEqual([401, 'key-invalid'])
    const elsewhere = clientOf('read', { network: '01a1fe3c-e23a-7240-b021-56c9a778f0fa' })
    expect(await codeOf(elsewhere.get('/networks'))).toEqual([409, 'other-network'])
  })

  test("with the wrong fields and the request's id", async () => {
    const vestry = clientOf('write')
    const error = await refusalOf(vestry.post('/members', { body: { kind: 'individual', firstName: 'Ruth', lastName: ' ', email: 'x' } }))
    expect([error.status, error.code, error.name]).toEqual([400, 'invalid', 'VestryError'])
    expect(error.issues.map(({ path }) => path)).toContain('email')
    expect(error.message).toBe(error.issues[0]?.message)
    expect(error.requestId).toMatch(/^[\da-f-]{36}$/)
    expect(await codeOf(vestry.get('/members/{id}', { path: { id: '../networks' } }))).toEqual([404, 'not-found'])
  })

  test('for a page sent by a proxy', async () => {
    const vestry = clientOf('read', { fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }) })
    const error = await refusalOf(vestry.get('/networks'))
    expect([error.status, error.code, error.message]).toEqual([502, 'unexpected', 'The app answered with HTTP 502.'])
  })
})

test('a value that would change the path to another call is not sent', async () => {
  const way = vi.fn<typeof fetch>()
  const vestry = clientOf('write', { fetch: way })
  for (const id of ['', '.', '..', undefined])
    await expect(vestry.get('/members/{id}', { path: { id: id as string } }), String(id)).rejects.toThrow(/^'\.{0,2}' is no id for \/members\/\{id\}/)
  await expect(vestry.get('/members/{id}', {} as never)).rejects.toThrow(TypeError)
  expect(way).not.toHaveBeenCalled()
})

describe('is sent only over TLS or to this machine', () => {
  test('is sent over TLS or to this machine only', () => {
    const of = (baseUrl: string) => () => new Vestry({ baseUrl, key: secrets.read })
    for (const baseUrl of ['https://dues.example.org/', 'http://localhost:3000', 'http://127.0.0.1:3000/', 'http://[::1]:3000', app.base])
      expect(of(baseUrl), baseUrl).not.toThrow()
    for (const baseUrl of [
      'http://dues.example.org',
      'http://localhost.example.org',
      'http://127.0.0.1@example.org',
      'ftp://localhost',
      'dues.example.org',
      '',
    ])
      expect(of(baseUrl), baseUrl).toThrow(
        new TypeError(`The baseUrl must begin with https://, or be of this machine, for the key is sent there: '${baseUrl}' does not.`),
      )
  })

  test('is not sent to the target of a redirect', async () => {
    const receiver = await startReceiver()
    try {
      receiver.answerStatus(302)
      const vestry = new Vestry({ baseUrl: receiver.url, key: secrets.write })
      await expect(vestry.post('/members', { body: { kind: 'congregation', name: 'Bethel' } })).rejects.toThrow(TypeError)
      await expect(vestry.download('/exports/payments.csv')).rejects.toThrow(TypeError)
      expect(receiver.received.map(({ path }) => path)).toEqual(['/api/members', '/api/exports/payments.csv'])
    } finally {
      await receiver.stop()
    }
  })
})

test('a change based on an outdated answer is refused', async () => {
  const vestry = clientOf('write')
  const { id } = await vestry.post('/members', { body: { kind: 'congregation', name: 'Bethel' } })
  const seen = await vestry.get('/members/{id}', { path: { id } })
  const change = (phone: string) => vestry.put('/members/{id}', { path: { id }, body: { phone }, ifMatch: etagOf(seen) })
  expect((await change('+1 312 555 0142')).phone).toBe('+1 312 555 0142')
  expect(await codeOf(change('+1 312 555 0143'))).toEqual([412, 'stale'])
})

describe('a retry', () => {
  /** A fetch that loses a number of answers, as if a proxy replaced them. */
  const losing = (answers: number, status: number, retryAfter: string) => {
    const keys: (string | null)[] = []
    const way: typeof fetch = async (input, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      const answer = await fetch(input, init)
      if (keys.length > answers) return answer
      await answer.body?.cancel()
      return new Response('', { status, headers: { 'retry-after': retryAfter } })
    }
    return { keys, way }
  }
  const church = { kind: 'congregation', name: 'Bethany', confirm: true } as const
  const add = (vestry: Vestry, signal?: AbortSignal) => vestry.post('/members', { body: church, signal })
  const churches = async (vestry: Vestry) => (await vestry.get('/members', { query: { search: church.name } })).pagination.totalItems

  test.each([429, 503])('after %i carries the same Idempotency-Key, and creates once', async (status) => {
    const { keys, way } = losing(2, status, '0')
    const vestry = clientOf('write', { fetch: way })
    const before = await churches(clientOf('read'))
    await add(vestry)
    expect(await churches(vestry)).toBe(before + 1)
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(keys[3], 'what only reads has none').toBeNull()
  })

  test("is limited in number and time, and by the caller's signal", async () => {
    const often = losing(9, 503, '0')
    expect(await codeOf(add(clientOf('write', { fetch: often.way, retry: { times: 1 } })))).toEqual([503, 'unexpected'])
    expect(often.keys).toHaveLength(2)
    const long = losing(9, 429, '61')
    const { retryAfter } = await refusalOf(add(clientOf('write', { fetch: long.way })))
    expect([retryAfter, long.keys.length]).toEqual([61, 1])
    const patient = losing(9, 503, '30')
    await expect(add(clientOf('write', { fetch: patient.way }), AbortSignal.timeout(500))).rejects.toThrow('aborted due to timeout')
    expect(patient.keys).toHaveLength(1)
  })

  test('follows neither a refusal by the app nor a connection that could not be opened', async () => {
    const refused = losing(9, 409, '0')
    expect((await codeOf(add(clientOf('write', { fetch: refused.way }))))[0]).toBe(409)
    expect(refused.keys).toHaveLength(1)
    await expect(new Vestry({ baseUrl: 'http://127.0.0.1:9', key: 'x' }).get('/networks')).rejects.toThrow(TypeError)
  })

  test('has no further effect, and returns the first result', async () => {
    const { admin, programId, networkId, bills } = await startNetwork(app)
    const [claimed, unpaid] = bills.map(({ id }) => id)
    await app.guest().post(`/api/assessments/${claimed}/mark-as-paid`, { paymentMethod: 'wire' })
    await admin.put(`/api/assessments/${programId}`, { ...terms, amount: 120 })
    const key = await secretOf({ admin, networkId } as Made, 'write')
    const lost = () => new Vestry({ baseUrl: app.base, key, fetch: losing(1, 503, '0').way })
    expect(await lost().post('/assessment-programs/{id}/reprice', { path: { id: programId } })).toEqual({
      data: { bills: 1, before: 100, after: 120 },
    })
    expect(await lost().post('/claims/confirm', { body: { billIds: [`${claimed}`, `${unpaid}`] } })).toMatchObject({
      data: [{ status: 'Paid' }, { error: { code: 'not-allowed' } }],
    })
  })

  test('of a conditional PUT may report that it was already done', async () => {
    const { id } = await clientOf('write').post('/members', { body: { kind: 'congregation', name: 'Salem' } })
    const seen = await clientOf('read').get('/members/{id}', { path: { id } })
    const lossy = clientOf('write', { fetch: losing(1, 503, '0').way })
    const phone = '+1 312 555 0144'
    expect(await codeOf(lossy.put('/members/{id}', { path: { id }, body: { phone }, ifMatch: etagOf(seen) }))).toEqual([412, 'stale'])
    expect((await clientOf('read').get('/members/{id}', { path: { id } })).phone).toBe(phone)
  })

  test('with a given key gets the first answer, even in a later run', async () => {
    const send = () => clientOf('write').post('/members', { body: church, idempotencyKey: 'line-17' })
    expect((await send()).id).toBe((await send()).id)
  })
})

describe('the packed package', () => {
  let consumer: Consumer
  beforeAll(() => {
    consumer = packClient()
  })
  afterAll(() => consumer.remove())

  test('contains the files that it lists, and nothing else', () => {
    const built = ['calls', 'client', 'errors'].flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`])
    expect([...consumer.files].sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', ...built, 'package.json'].sort())
  })

  test.each([
    ['a browser', { module: 'preserve', moduleResolution: 'bundler', lib: ['es2022', 'dom', 'dom.iterable'], types: [] }],
    ['Node', { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'], types: ['node'] }],
  ])('has types that an app compiles with, for %s', (name, options) => {
    expect(compiled(consumer, name.replace(' ', '-'), { target: 'es2022', exactOptionalPropertyTypes: true, ...options })).toBe('')
  })

  test('makes the first call that the settings page shows', async () => {
    const call = callsIn(app.base)
      .find(({ value }) => value === 'typescript')
      ?.text.replace(PLACEHOLDER, secrets.read)
    const file = path.join(consumer.folder, 'app/first-call.mjs')
    writeFileSync(file, `${call}`)
    const { stdout } = await promisify(execFile)(process.execPath, [file])
    expect(stdout).toContain('totalItems: 0')
  })
})

test('logged no unexpected error', () => expect(app.complaints).toEqual([]))
