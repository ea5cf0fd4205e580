import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp } from '../../../scripts/testing/app.ts'
import { ask, type RawRequest } from '../../../scripts/testing/raw-http.ts'
import { ErrorBody } from '../../shared/api.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const send = async (wrong: Partial<RawRequest>, ...more: RawRequest['headers']) => {
  const { host, port } = new URL(app.base)
  const headers = [['Host', host], ['Connection', 'close'], ...more] as const
  const answer = await ask(Number(port), { method: 'GET', target: '/api/auth/verify', headers, body: null, ...wrong })
  return typeof answer === 'string' ? expect.fail(answer) : answer
}
const refusalOf = (body: string) => ErrorBody.parse(JSON.parse(body)).code

test('refuses malformed HTTP with a JSON error', async () => {
  for (const wrong of [
    send({ method: 'nonsense' }),
    send({ target: '/api/networks/\u{1f600}' }),
    send({ target: '\\api' }),
    send({}, ['Cookie', 'a\u0000b']),
    send({}, ['Bad Name', 'x']),
    send({}, ['Content-Length', '-1']),
    send({}, ['Content-Length', '3'], ['Transfer-Encoding', 'chunked']),
  ]) {
    const { status, type, body } = await wrong
    expect([status, type, refusalOf(body)]).toEqual([400, 'application/json; charset=utf-8', 'invalid'])
  }
})

test('refuses an oversized address or header', async () => {
  for (const wrong of [send({ target: `/api/${'x'.repeat(20_000)}` }), send({}, ['X-Long', 'x'.repeat(70_000)])]) {
    const { status, body } = await wrong
    expect([status, refusalOf(body)]).toEqual([431, 'too-large'])
  }
})

test('refuses an unknown address without waiting for the body', async () => {
  for (const wrong of [
    send({ target: '/assets/nothing.js' }),
    send({ method: 'POST', target: '/programs' }),
    send({ target: '/templates/nothing.csv' }, ['Transfer-Encoding', 'chunked']),
  ]) {
    const { status, body } = await wrong
    expect([status, refusalOf(body)]).toEqual([404, 'not-found'])
  }
})

test('ignores an unknown Expect header', async () => {
  expect((await send({}, ['Expect', 'the-unexpected'])).status).toBe(200)
})
