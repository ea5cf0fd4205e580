import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startApp } from '../../scripts/testing/app.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ RATE_LIMIT_FACTOR: '0.01', TRUST_PROXY: '1' })
})
afterAll(() => app.stop())

let hosts = 0
/** Sends several requests at once, and returns the answer that was refused. */
const refused = async (path: string, headers: Readonly<Record<string, string>>) => {
  hosts += 1
  const from = { 'x-forwarded-for': `192.0.2.${hosts}`, ...headers }
  const answers = await Promise.all(Array.from({ length: 6 }, () => app.guest().send('get', path, { headers: from })))
  return answers.find(({ status }) => status === 429) ?? expect.fail(`${path} was never refused`)
}

/** A browser's header for pages. */
const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

describe.each(['/proofs/none', '/verify', '/pay/none', '/find/none'])('%s asked for too often', (path) => {
  test('is a page in the language of the browser, with the time to wait', async () => {
    const english = await refused(path, { accept })
    expect(english.headers.get('content-type')).toContain('text/html')
    expect(Number(english.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(english.headers.get('content-disposition')).toBeNull()
    expect(english.text).toContain('Too many attempts')
    const spanish = await refused(path, { accept, 'accept-language': 'es-MX,es;q=0.9' })
    expect(spanish.text).toContain('<html lang="es"')
    expect(spanish.text).toContain('Demasiados intentos')
    expect((await refused(`${path}?lang=es`, { accept })).text).toContain('Demasiados intentos')
  })
})

test.each(['/verify', '/verify/proof.js'])('%s asked for too often by a script or a client is refused as a call', async (path) => {
  for (const headers of [{ accept: 'application/json' }, { accept: '*/*' }]) {
    const { headers: answered, body } = await refused(path, headers)
    expect(answered.get('content-type')).toContain('application/json')
    expect(body).toEqual({ message: 'Too many attempts. Please wait a moment and try again.', code: 'slow-down' })
  }
})
