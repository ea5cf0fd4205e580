import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'

let app: App
let network: Awaited<ReturnType<typeof startNetwork>>
beforeAll(async () => {
  app = await startApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' })
  network = await startNetwork(app)
})
afterAll(() => app.stop())

/** More requests than one address may queue for pages that the server draws. */
const CROWD = 250

let addresses = 0
const crowdAt = async (path: string, from: string) => {
  const headers = { 'x-forwarded-for': from, 'accept-language': 'es', accept: 'text/html' }
  const leaving = new AbortController()
  const asked = Array.from({ length: CROWD }, () => fetch(app.base + path, { headers, signal: leaving.signal }))
  const refused = await new Promise<Response>((resolve, reject) => {
    const seen = asked.map(async (one) => (await one).status === 429 && resolve(await one))
    void Promise.allSettled(seen).then(() => reject(new Error('Nobody was refused.')))
  })
  const page = await refused.text()
  leaving.abort()
  await Promise.allSettled(asked)
  return { refused, page }
}

test.each<[string, (bill: string) => string, label: string]>([
  ['the pay page', (bill) => `/pay/${bill}`, 'get /pay'],
  ['the pay page in a frame', (bill) => `/embed/pay/${bill}`, 'get /embed/pay'],
  ['a receipt', (bill) => `/pay/${bill}/receipts/x`, 'get /pay'],
  ['a receipt as PDF', (bill) => `/pay/${bill}/receipts/x/receipt.pdf`, 'get /pay'],
  ['a bill as PDF', (bill) => `/pay/${bill}/bill.pdf`, 'get /pay'],
  ['the page of a proof', () => '/proofs/x', 'get /proofs'],
  ['the page that finds bills', () => `/find/${network.networkId}`, 'get /find/:network'],
])("%s answers an IP address over its limit with a page in the reader's language, and still serves others", async (_, pathOf, label) => {
  const path = pathOf(network.bills[0]?.id ?? '')
  addresses += 1
  const from = `203.0.113.${addresses}`
  const { refused, page } = await crowdAt(path, from)
  const headers = ['content-type', 'x-robots-tag', 'cache-control'].map((name) => refused.headers.get(name))
  expect(headers).toEqual(['text/html; charset=utf-8', 'noindex', 'no-store'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(page).toContain('<html lang="es"')
  expect(page).toContain('Demasiados intentos')
  expect(page).toContain(`href="${path}"`)
  // Polls, since the log line is written after the answer, and perhaps after that of a later request.
  await expect
    .poll(() => app.noted.map((line) => JSON.parse(line)).find(({ event, address }) => event === 'limit' && address === from))
    .toMatchObject({ route: label, code: 'slow-down' })
  const other = await fetch(app.base + path, { headers: { 'x-forwarded-for': '198.51.100.9' } })
  expect([200, 404]).toContain(other.status)
})
