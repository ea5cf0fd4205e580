import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { webhookEventTypes } from '../webhooks/values.ts'

let app: App
let network: Awaited<ReturnType<typeof startNetwork>>
beforeAll(async () => {
  app = await startApp()
  network = await startNetwork(app)
})
afterAll(() => app.stop())

type Refusal = { message: string; issues: { path: string }[] }

describe('a request that is expensive to refuse (R121)', () => {
  const webhooks = () => `/api/networks/${network.networkId}/webhooks`
  const wrongList = (length: number) => ({ name: 'Books', url: 'https://books.example/hook', happenings: Array.from({ length }, () => 'x') })

  test('is rejected before its lists are parsed, in a short answer', async () => {
    const tooLarge = await network.admin.send('post', webhooks(), { json: wrongList(62_000) })
    expect([tooLarge.status, tooLarge.text.length < 200]).toEqual([413, true])
    const tooLong = await network.admin.send<Refusal>('post', webhooks(), { json: wrongList(501) })
    expect([tooLong.status, tooLong.body.message]).toEqual([400, 'The list is too long: 500 entries at most'])
    const wide = { name: 'Books', more: Array.from({ length: 50 }, () => Array.from({ length: 50 }, () => 1)) }
    expect(await network.admin.send('post', webhooks(), { json: wide })).toMatchObject({
      status: 400,
      body: { message: 'The request has too many values' },
    })
    const text = await network.admin.send<Refusal>('post', webhooks(), { json: { name: 'x'.repeat(20_001) } })
    expect([text.status, text.body.issues]).toEqual([400, [{ path: 'name', message: 'The text is too long' }]])
  })

  test('lists at most twenty faults', async () => {
    const { status, body } = await network.admin.send<Refusal>('post', webhooks(), { json: wrongList(500) })
    expect([status, body.issues.length]).toEqual([400, 20])
  })

  test('has a lower size limit without a sign-in', async () => {
    const bill = network.bills[0]?.id
    const { status } = await app.guest().send('post', `/api/assessments/${bill}/mark-as-paid`, { json: { more: 'x'.repeat(17 * 1024) } })
    expect(status).toBe(413)
    expect(webhookEventTypes.length, 'every type of webhook event still fits').toBeLessThan(500)
  })
})

describe('an unchanging answer', () => {
  type Got = Readonly<{ status: number; encoding: string | undefined; etag: string | undefined; bytes: number }>
  /** Requests by node:http, since fetch hides the encoding and the length of an answer. */
  const get = (path: string, headers: Record<string, string>) =>
    new Promise<Got>((resolve, reject) => {
      request(app.base + path, { headers }, (answer) => {
        let bytes = 0
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, encoding: answer.headers['content-encoding'], etag: answer.headers.etag, bytes }),
        )
      })
        .on('error', reject)
        .end()
    })

  test.each(['/api/openapi.json', '/verify'])('%s is compressed once, in each encoding, and not sent to a client that has it', async (path) => {
    const plain = await get(path, { 'accept-encoding': 'identity' })
    const [br, gzip] = [await get(path, { 'accept-encoding': 'gzip, br' }), await get(path, { 'accept-encoding': 'gzip' })]
    expect([br.encoding, gzip.encoding]).toEqual(['br', 'gzip'])
    expect(br.bytes).toBeLessThan(gzip.bytes)
    expect(gzip.bytes).toBeLessThan(plain.bytes / 2)
    expect(await get(path, { 'accept-encoding': 'deflate' }), 'nothing is compressed for one request').toMatchObject({ bytes: plain.bytes })
    const etag = plain.etag ?? expect.fail('no ETag')
    expect(await get(path, { 'if-none-match': etag })).toMatchObject({ status: 304, bytes: 0 })
  })

  test('sends a script as compressed by the build, for any client', async () => {
    for (const encoding of ['br', 'gzip']) expect(await get('/v1.js', { 'accept-encoding': encoding })).toMatchObject({ status: 200, encoding })
    const plain = await get('/v1.js', { 'accept-encoding': 'identity' })
    expect(await get('/v1.js', { 'accept-encoding': 'deflate' })).toMatchObject({ bytes: plain.bytes })
  })
})
