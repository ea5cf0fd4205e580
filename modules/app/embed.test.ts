import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { instantOf } from '../kernel/dates.ts'
import { styleHash } from '../platform/http/content-security.ts'

let app: App
let network: Awaited<ReturnType<typeof startNetwork>>
beforeAll(async () => {
  app = await startApp()
  network = await startNetwork(app)
  await network.admin.put(`/api/networks/${network.networkId}`, { embedOrigins: ['https://grace.example', 'http://localhost:8080'] })
})
afterAll(() => app.stop())

describe('the pay page in a frame', () => {
  const framed = (id: string, query = '') => fetch(`${app.base}/embed/pay/${id}${query}`, { headers: { cookie: network.admin.cookie() } })
  const policyOf = ({ headers }: Response) => headers.get('content-security-policy')?.split(';') ?? []

  test('is open to the sites of its network, sets no cookie, and is neither cached nor indexed', async () => {
    const answer = await framed(network.bills[0]?.id ?? '')
    expect(answer.status).toBe(200)
    expect(policyOf(answer)).toContain("frame-ancestors 'self' https://grace.example http://localhost:8080")
    expect(answer.headers.get('x-frame-options')).toBeNull()
    expect(answer.headers.get('set-cookie')).toBeNull()
    const kept = ['cache-control', 'x-robots-tag', 'referrer-policy'].map((name) => answer.headers.get(name))
    expect(kept).toEqual(['no-store', 'noindex', 'no-referrer'])
  })

  test('no other site may frame an unknown bill, or the pay page outside /embed', async () => {
    for (const id of ['AAAAAAAAAAAAAAAAAAAAAA', 'x']) {
      const answer = await framed(id)
      expect([answer.status, policyOf(answer).includes("frame-ancestors 'self'")], id).toEqual([404, true])
    }
    expect(policyOf(await fetch(`${app.base}/pay/${network.bills[0]?.id}`))).toContain("frame-ancestors 'none'")
  })

  test("does not accept another network's sites", async () => {
    const other = await startNetwork(app)
    expect(policyOf(await framed(other.bills[0]?.id ?? ''))).toContain("frame-ancestors 'self'")
  })

  test('gets its appearance in a style with a new nonce each time, and ignores invalid query parameters', async () => {
    const id = network.bills[0]?.id ?? ''
    const nonces = new Set<string>()
    for (let i = 0; i < 2; i += 1) {
      const answer = await framed(id, '?accent=%235b2a86&theme=dark')
      const text = await answer.text()
      const nonce = /<style nonce="([^"]+)">:root:root\{--color-accent:#5b2a86/.exec(text)?.[1] ?? expect.fail(text.slice(0, 600))
      const sheet = /<style>([^<]+)<\/style>/.exec(text)?.[1] ?? ''
      expect(text).toContain('data-theme="dark"')
      expect(policyOf(answer)).toContain(`style-src 'self' ${styleHash(sheet)} 'nonce-${nonce}'`)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(2)
    const hostile = encodeURIComponent('#5b2a86;}</style><script>alert(1)</script>')
    const query = ['accent', 'font', 'radius', 'theme', 'surface', 'text'].map((name) => `${name}=${hostile}`).join('&')
    const text = await (await framed(id, `?${query}`)).text()
    expect(text).not.toContain('alert(1)')
    expect(text).not.toContain('<style nonce')
  })
})

test("the form for a lost link may be framed by the same sites as the network's bills; without a network, by none", async () => {
  const policyOf = async (name: string, init?: RequestInit) => {
    const { status, headers } = await fetch(`${app.base}/embed/find/${name}?accent=%235b2a86`, init)
    expect(headers.get('set-cookie')).toBeNull()
    return [status, /frame-ancestors [^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0]]
  }
  const listed = "frame-ancestors 'self' https://grace.example http://localhost:8080"
  expect(await policyOf(network.networkId)).toEqual([200, listed])
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await policyOf(network.networkId, { method: 'POST', headers, body: 'email=nobody%40example.org' })).toEqual([200, listed])
  expect(await policyOf('no-such-network')).toEqual([404, "frame-ancestors 'none'"])
})

test('forms on a framed page pass its appearance on to the next page', async () => {
  const appearance = 'theme=light&accent=%235b2a86'
  const page = async (path: string) => (await fetch(`${app.base}${path}`)).text()
  const kept = (path: string) => `action="${path.replaceAll('&', '&amp;')}"`
  const find = `/embed/find/${network.networkId}?lang=es&${appearance}`
  expect(await page(find)).toContain(kept(find))
  const pay = `/embed/pay/${network.bills[0]?.id}`
  expect(await page(`${pay}?method=zelle&lang=en&${appearance}&other=x`)).toContain(kept(`${pay}?lang=en&${appearance}`))
})

describe('unlisted sites', () => {
  const refusedIn = async ({ networkId, admin }: typeof network) =>
    (await admin.get<{ data: { origin: string; lastAt: string }[] }>(`/api/networks/${networkId}/refused-sites`)).data
  const asked = (path: string, headers: Record<string, string>) => fetch(`${app.base}/embed/${path}`, { headers })

  test('are shown to the Admin once they request a frame, the latest first, until they are listed', async () => {
    const own = await startNetwork(app)
    const other = await startNetwork(app)
    const bill = `pay/${own.bills[0]?.id}`
    const { clock } = app.parts
    const later = () => clock.moveTo(instantOf(Date.parse(clock.now()) + 90_000))
    const named = async () => (await refusedIn(own)).map(({ origin }) => origin)
    await asked(bill, { referer: 'https://www.grace.example/' })
    await expect.poll(named).toEqual(['https://www.grace.example'])
    await later()
    await asked(`find/${own.networkId}`, { referer: 'http://[::1]:81/give?to=x', 'sec-fetch-dest': 'iframe' })
    await expect.poll(named).toEqual(['http://[::1]:81', 'https://www.grace.example'])
    await later()
    await asked(bill, { referer: 'https://www.grace.example/give' })
    await expect.poll(named).toEqual(['https://www.grace.example', 'http://[::1]:81'])
    expect(await refusedIn(other)).toEqual([])
    await own.admin.put(`/api/networks/${own.networkId}`, { embedOrigins: ['https://www.grace.example'] })
    expect(await named()).toEqual(['http://[::1]:81'])
  })

  test('are not recorded for a page outside a frame, without a referrer, or with an invalid site', async () => {
    const own = await startNetwork(app)
    const bill = `pay/${own.bills[0]?.id}`
    for (const headers of [
      { referer: 'https://mail.example/', 'sec-fetch-dest': 'document' },
      { referer: `${app.base}/settings/embed` },
      { referer: 'not a site' },
      { referer: 'file:///etc/passwd' },
      { referer: `https://${'a'.repeat(250)}.example/` },
      {},
    ])
      await asked(bill, headers)
    await asked('pay/AAAAAAAAAAAAAAAAAAAAAA', { referer: 'https://foreign.example/' })
    await asked(bill, { referer: 'https://last.example/' })
    await expect.poll(async () => (await refusedIn(own)).map(({ origin }) => origin)).toEqual(['https://last.example'])
  })

  test('are noted at most three times a day for each IP address and network', async () => {
    const strict = await startApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' })
    const [own, other] = [await startNetwork(strict), await startNetwork(strict)]
    const names = async (of: typeof own, from: string, sites: readonly string[]) => {
      for (const site of sites)
        await fetch(`${strict.base}/embed/pay/${of.bills[0]?.id}`, { headers: { referer: `https://${site}.example/`, 'x-forwarded-for': from } })
    }
    const named = async ({ networkId, admin }: typeof own) => {
      const { data } = await admin.get<{ data: { origin: string }[] }>(`/api/networks/${networkId}/refused-sites`)
      return data.map(({ origin }) => origin.slice('https://'.length, -'.example'.length)).sort()
    }
    // The requests go one after the other, since a site is noted only after the answer.
    for (const [n, site] of ['a', 'b', 'c'].entries()) {
      await names(own, '203.0.113.1', [site])
      await expect.poll(async () => (await named(own)).length).toBe(n + 1)
    }
    await names(own, '203.0.113.1', ['d', 'e', 'f', 'g'])
    await names(own, '203.0.113.2', ['h'])
    await names(other, '203.0.113.1', ['i'])
    await expect.poll(() => named(other)).toEqual(['i'])
    await expect.poll(() => named(own)).toContain('h')
    expect(await named(own)).toEqual(['a', 'b', 'c', 'h'])
    await strict.stop()
  })

  test('are limited to the last twenty, however many request a frame', async () => {
    const own = await startNetwork(app)
    for (let i = 0; i < 25; i += 1) await asked(`pay/${own.bills[0]?.id}`, { referer: `https://s${i}.example/` })
    await expect.poll(async () => (await refusedIn(own)).length).toBe(20)
  })
})

test('the script is open to all sites, and each version is cached forever', async () => {
  for (const [file, kept] of [
    ['v1.js', 'public, max-age=3600'],
    ['v1.0.0.js', 'public, max-age=31536000, immutable'],
  ]) {
    const answer = await fetch(`${app.base}/${file}`)
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('access-control-allow-origin')]).toEqual([200, kept, '*'])
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(answer.headers.get('content-type')).toContain('javascript')
  }
  expect((await fetch(`${app.base}/v1.99.0.js`)).status).toBe(404)
})

test('publishes the versions of the script with their integrity hashes', async () => {
  const answer = await fetch(`${app.base}/v1.json`)
  const kept = ['content-type', 'cache-control', 'access-control-allow-origin'].map((name) => answer.headers.get(name))
  expect([answer.status, ...kept]).toEqual([200, 'application/json; charset=utf-8', 'public, max-age=3600', '*'])
  const { newest, versions } = (await answer.json()) as { newest: string; versions: { version: string; integrity: string }[] }
  expect(versions[0]?.version).toBe(newest)
  for (const { version, integrity } of versions) {
    const code = await (await fetch(`${app.base}/v${version}.js`)).arrayBuffer()
    expect(`sha384-${createHash('sha384').update(Buffer.from(code)).digest('base64')}`, version).toBe(integrity)
  }
})

test('sends scripts compressed by the build, to clients that accept it', async () => {
  const page = await (await fetch(`${app.base}/embed/pay/${network.bills[0]?.id}`)).text()
  // In a frame, the script for the frame comes first.
  const files = [...page.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, file]) => file)
  expect(files).toEqual(['framed', 'start'].map((name) => expect.stringMatching(new RegExp(`/${name}-[\\w-]{8}\\.js$`))))
  for (const file of ['/v1.js', ...files]) {
    const [compressed, plain] = await Promise.all(
      ['br', 'identity'].map((encoding) => fetch(`${app.base}${file}`, { headers: { 'accept-encoding': encoding } })),
    )
    const text = await plain?.text()
    expect(compressed?.headers.get('content-encoding')).toBe('br')
    expect(compressed?.headers.get('content-length')).toBe(String(brotliCompressSync(text ?? '').length))
    expect(compressed?.headers.get('vary')).toContain('Accept-Encoding')
    expect(compressed?.headers.get('content-type')).toContain('javascript')
    expect(await compressed?.text()).toBe(text)
    expect(plain?.headers.get('content-encoding')).toBeNull()
  }
})
