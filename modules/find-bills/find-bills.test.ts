import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startApp, startNetwork, terms } from '../../scripts/testing/app.ts'
import { instantOf } from '../kernel/dates.ts'
import { styleHash } from '../platform/http/content-security.ts'

type Network = Awaited<ReturnType<typeof startNetwork>>
const CSV = 'firstName,lastName,email\nRuth,One,ruth@example.org\nRob,One,RUTH@Example.org\nOle,Two,ole@example.org\n'
const ANSWER = { message: "If we find bills, we've e-mailed a link" }
const SUBJECT = /^Your open bills from Synod/

let app: App
let mine: Network
let theirs: Network
beforeAll(async () => {
  app = await startApp()
  mine = await startNetwork(app, { csv: CSV })
  theirs = await startNetwork(app, { terms: { name: 'Elsewhere' } })
})
afterAll(() => app.stop())

const ask = (network: unknown, email: unknown, to = app) => to.guest().send('post', '/api/find-my-bill', { json: { network, email } })
const form = (path: string, fields: Record<string, string> = {}, to = app) =>
  to.guest().send('post', path, { raw: String(new URLSearchParams(fields)), headers: { 'content-type': 'application/x-www-form-urlencoded' } })
const read = (path: string, headers: Record<string, string> = {}) => app.guest().send('get', path, { headers })

/** Presses the button of a link's page, and follows to the resulting page, in one browser. */
const press = async (path: string) => {
  const browser = app.guest()
  const pressed = await browser.send('post', path, { raw: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  const shown = await browser.send('get', pressed.headers.get('location') ?? path)
  return { ...shown, pressed, browser }
}

const newLink = async (email = 'ruth@example.org', network = mine): Promise<string> => {
  const earlier = (await app.mailsTo(email, SUBJECT)).length
  expect((await ask(network.networkId, email)).status).toBe(202)
  const { text } = await app.mailTo(email, SUBJECT, earlier)
  return new URL(/https?:\/\/\S+\/find\/\S+/.exec(text)?.[0] ?? '').pathname
}

/** The bills of a rendered list: target and text of each. */
const listIn = (html: string) =>
  [...html.matchAll(/<li [^>]*>(.*?)<\/li>/g)].map(([, item = '']) => ({
    href: /href="([^"]+)"/.exec(item)?.[1],
    text: item
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }))

const billRuth = async (name: string, dueDate = terms.dueDate) => {
  const { id } = await mine.admin.post(`/api/networks/${mine.networkId}/assessments`, { ...terms, name, dueDate })
  await mine.admin.put(`/api/assessment-programs/${id}/payment-profile`, { paymentProfileId: mine.profileId })
  await mine.admin.upload(id, 'firstName,lastName,email\nRuth,One,ruth@example.org\n')
  return (await mine.admin.bills(id))[0]?.id ?? expect.fail('no bill')
}

describe('asking for a link', () => {
  test('gets the same answer for any address and network, and mails only payors with open bills (R97)', async () => {
    const strangers = [
      [mine.networkId, 'nobody@example.org'],
      [theirs.networkId, 'nobody@example.org'],
      ['01a1fe3c-e23a-7240-b021-56c9a778f0fa', 'nobody@example.org'],
      ...['no-such-network', '', ' ', "'", '\u0000', '\ud800', 'x'.repeat(10_000), 5, true, null, undefined, [], ['x'], { a: 1 }].map((name) => [
        name,
        'nobody@example.org',
      ]),
    ]
    const answers = []
    for (const [network, email] of [...strangers, ['synod', 'ole@example.org'], [` ${mine.networkId.toUpperCase()} `, 'OLE@example.org']])
      answers.push(await ask(network, email))
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([202, ANSWER])
      expect([...headers.keys()].sort()).toEqual([...(answers.at(-1)?.headers.keys() ?? [])].sort())
      expect(headers.get('content-length')).toBe(answers[0]?.headers.get('content-length'))
    }
    await app.written()
    expect(await app.mailsTo('nobody@example.org', /./)).toEqual([])
    expect(await app.mailsTo('ole@example.org', SUBJECT)).toHaveLength(2)
    expect((await ask(mine.networkId, 'x@')).status).toBe(400)
  })

  test('stores neither the link nor its address in readable form', async () => {
    const token = (await newLink()).split('/').at(-1) ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const { rows } = await app.pool.query<{ row: string }>(
      `select concat_ws(' ', l::text, encode(hash, 'escape'), encode(hash, 'base64')) as row from find_links l`,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) for (const trace of [token, 'ruth@', 'ole@']) expect(row.toLowerCase()).not.toContain(trace.toLowerCase())
  })

  test('is limited by e-mail and by IP address, even for unknown e-mails', async () => {
    const limited = await startApp({ RATE_LIMIT_FACTOR: '0.01', TRUST_PROXY: '1' })
    let hosts = 0
    const from = async (network: string, email: string) => {
      hosts += 1
      const headers = { 'x-forwarded-for': `192.0.2.${hosts}` }
      return (await limited.guest().send('post', '/api/find-my-bill', { json: { network, email }, headers })).status
    }
    try {
      expect([await from('one', 'a@example.org'), await from('two', 'A@example.org ')], 'one e-mail').toEqual([202, 429])
      expect((await form('/find/four', { email: 'f@example.org' }, limited)).status).toBe(404)
      const page = await form('/find/four', { email: 'f@example.org' }, limited)
      expect([page.status, page.text], 'one address, on the page').toEqual([429, expect.stringContaining('Too many attempts')])
      expect(limited.noted.some((line) => line.includes('"route":"post /find/:network"'))).toBe(true)
    } finally {
      await limited.stop()
    }
  })
})

describe('a network flooded with requests (R122)', () => {
  test('still answers each payor, by slug and id, and mails the link later', async () => {
    const busy = await startApp({ RATE_LIMIT_FACTOR: '0.01', TRUST_PROXY: '1' })
    try {
      const { id, slug } = await (await busy.join()).post<{ id: string; slug: string }>('/api/networks', { name: 'Busy Synod' })
      const statuses = []
      for (let host = 1; host <= 8; host += 1) {
        const headers = { 'x-forwarded-for': `192.0.2.${host}` }
        const json = { network: host % 2 ? slug : id, email: `payor${host}@example.org` }
        statuses.push((await busy.guest().send('post', '/api/find-my-bill', { json, headers })).status)
      }
      expect(statuses).toEqual(Array.from({ length: 8 }, () => 202))
      const { rows } = await busy.pool.query<{ hits: number }>('select max(hits)::int as hits from limits')
      expect(rows[0]?.hits, 'slug and id are counted as one').toBe(8)
      const later = await busy.pool.query("select from graphile_worker.jobs where task_identifier = 'mail-found-bills' and run_at > now()")
      expect(later.rowCount).toBeGreaterThan(0)
      const printed = await busy.guest().send('post', `/find/${slug}`, {
        raw: String(new URLSearchParams({ code: 'ABCD-EFGH', name: 'Ruth' })),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '192.0.2.99' },
      })
      expect(printed.status, 'no limit of the network refuses a printed bill').toBe(404)
    } finally {
      await busy.stop()
    }
  })
})

describe('the mailed link', () => {
  test('shows the open bills of this address in this network, earliest due first', async () => {
    const soon = await billRuth('Assembly fee', '2149-01-31')
    await mine.admin.put(`/api/assessment-bills/${await billRuth('Archived fee')}/archive`)
    await mine.admin.put(`/api/assessment-bills/${await billRuth('Paid fee')}/mark-as-paid`, { method: 'check' })
    const billOf = (name: string) => mine.bills.find(({ individualMember }) => individualMember?.firstName === name)?.id
    await mine.admin.post(`/api/assessment-bills/${billOf('Rob')}/receipts`, { amount: 40, method: 'check' })
    const { text, status } = await press(await newLink())
    expect(status).toBe(200)
    const list = listIn(text)
    expect(list[0]).toEqual({
      href: `/pay/${soon}`,
      text: expect.stringMatching(/^Assembly fee Ruth One Unpaid .*Jan 31, 2149 .*\$100\.00 View and pay$/),
    })
    expect(list.map(({ href }) => href).sort()).toEqual([soon, billOf('Ruth'), billOf('Rob')].map((id) => `/pay/${id}`).sort())
    expect(list.find(({ href }) => href === `/pay/${billOf('Rob')}`)?.text).toMatch(/^Dues Rob One Partial .*\$60\.00/)
    expect(text).not.toMatch(/Elsewhere|Archived fee|Paid fee|\bOle\b/)
    expect(listIn((await press(await newLink('ruth@example.org', theirs))).text).map(({ text: bill }) => bill)).toEqual([
      expect.stringMatching(/^Elsewhere Ruth One/),
    ])
  })

  test('stays valid when opened; pressing the button uses it up, and only one of several concurrent presses succeeds', async () => {
    const path = await newLink()
    for (let times = 0; times < 3; times += 1) {
      const { status, text } = await read(path)
      expect([status, text]).toEqual([200, expect.stringContaining('Show my bills</button>')])
      expect(text).not.toContain('/pay/')
    }
    const lists = (await Promise.all([press(path), press(path), press(path)])).map(({ status, text }) => [status, listIn(text).length > 0])
    expect(lists.sort()).toEqual([
      [200, true],
      [404, false],
      [404, false],
    ])
    for (const { status, text } of [await read(path), await press(path)]) {
      expect([status, text]).toEqual([404, expect.stringContaining('This link no longer works')])
      expect(text).toContain(`href="/find/${mine.networkId}"`)
    }
  })

  test('opens nothing in another network, and nothing if forged', async () => {
    const path = await newLink()
    const elsewhere = path.replace(mine.networkId, theirs.networkId)
    for (const bad of [elsewhere, `/find/${mine.networkId}/nonsense`, `/find/${mine.networkId}/%00`, `${path}x`]) {
      expect((await read(bad)).status, bad).toBe(404)
      expect((await press(bad)).status, bad).toBe(404)
    }
    expect((await press(path)).status).toBe(200)
  })

  test('ends when its payor is forgotten, and a forgotten payor gets no new one', async () => {
    const path = await newLink('ole@example.org')
    const seenPath = await newLink('ole@example.org')
    const seen = await press(seenPath)
    expect(seen.status).toBe(200)
    const ole = mine.bills.find(({ individualMember }) => individualMember?.firstName === 'Ole')?.individualMember?.id
    expect((await mine.admin.send('delete', `/api/members/${ole}`)).status).toBeLessThan(300)
    await app.written()
    expect((await press(path)).status).toBe(404)
    expect((await seen.browser.send('get', seenPath)).status, 'a list that was open').toBe(404)
    expect((await ask(mine.networkId, 'ole@example.org')).body).toEqual(ANSWER)
    await app.written()
    expect(await app.mailsTo('ole@example.org', SUBJECT)).toEqual([])
  })

  test('is valid for 30 minutes', async () => {
    const path = await newLink()
    const { rows } = await app.pool.query<{ at: Date }>('select max(expires_at) as at from find_links')
    const end = rows[0]?.at.getTime() ?? 0
    expect(end - Date.parse(app.clock.now())).toBeGreaterThan(29 * 60_000)
    const moveTo = (ms: number) => app.guest().post('/api/sandbox/clock', { now: instantOf(ms) })
    await moveTo(end - 20_000)
    expect((await read(path)).status).toBe(200)
    await moveTo(end)
    expect((await read(path)).status).toBe(404)
    expect((await press(path)).status).toBe(404)
  })

  test('shows the list for 30 minutes to the browser that used it, by a cookie for this address only (R97)', async () => {
    const path = await newLink()
    const { pressed, browser, status } = await press(`${path}?lang=es`)
    expect([pressed.status, pressed.headers.get('location'), status]).toEqual([303, `${path}?lang=es`, 200])
    const cookie = pressed.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(new RegExp(`^vestry-find=[\\w-]{43}; Max-Age=1800; Path=${path}; Expires=[^;]+; HttpOnly; SameSite=Lax$`))
    expect(listIn((await browser.send('get', path)).text).length).toBeGreaterThan(0)
    const { rows } = await app.pool.query<{ row: string }>(
      "select concat_ws(' ', encode(browser, 'escape'), encode(browser, 'base64')) as row from find_links",
    )
    for (const { row } of rows) expect(row).not.toContain(/=([\w-]{43})/.exec(cookie)?.[1])
    const other = await newLink()
    await press(other)
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    expect((await read(other, headers)).status, "the cookie of another link's list").toBe(404)
    expect((await read(path)).status, 'another browser').toBe(404)
    await app.guest().post('/api/sandbox/clock', { now: instantOf(Date.parse(app.clock.now()) + 29 * 60_000) })
    expect((await browser.send('get', path)).status).toBe(200)
    await app.guest().post('/api/sandbox/clock', { now: instantOf(Date.parse(app.clock.now()) + 60_000) })
    expect((await browser.send('get', path)).status).toBe(404)
  })
})

const asked = async (path: string, email: string) => read((await form(path, { email })).headers.get('location') ?? '')

describe('the pages', () => {
  test('need no script, set no cookie, and are not cached, indexed or leaked as a referrer', async () => {
    for (const { status, headers, text } of [
      await read('/find/synod'),
      await asked('/find/synod', 'nobody@example.org'),
      await asked(`/find/${mine.networkId}`, 'ruth@example.org'),
      await read('/find/no-such-network'),
      await form('/find/no-such-network', { email: 'ruth@example.org' }),
      await read('/find/synod/nonsense'),
    ]) {
      expect(status).toBeLessThan(500)
      expect(text).not.toMatch(/<script| style=| on\w+=/)
      expect(text).toContain('<meta name="robots" content="noindex">')
      expect(Object.fromEntries(['x-robots-tag', 'cache-control', 'referrer-policy', 'set-cookie'].map((name) => [name, headers.get(name)]))).toEqual(
        {
          'x-robots-tag': 'noindex',
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'set-cookie': null,
        },
      )
      const policy = headers.get('content-security-policy')?.split(';')
      const sheet = styleHash(/<style>([^<]+)<\/style>/.exec(text)?.[1] ?? '')
      expect(policy).toEqual(expect.arrayContaining(["default-src 'self'", "script-src 'self'", `style-src 'self' ${sheet}`, "form-action 'self'"]))
    }
  })

  test('are in English and in Spanish', async () => {
    const pages = [
      [await read('/find/synod'), 200, 'E-mail me a link</button>'],
      [await read('/find/synod?lang=es'), 200, 'Enviarme un enlace</button>'],
      [await read('/find/synod', { 'accept-language': 'es-MX' }), 200, 'lang="es"'],
      [await asked('/find/synod', 'nobody@example.org'), 200, 'If we find bills, we&#x27;ve e-mailed a link'],
      [await asked('/find/synod?lang=es', 'nobody@example.org'), 200, 'Si encontramos facturas, le enviamos un enlace por correo electrónico'],
      [await form('/find/synod', { email: '<b>@' }), 400, 'Please enter a valid email address'],
      [await form('/find/synod'), 400, 'aria-invalid="true"'],
      [await read('/find/no-such-network'), 404, 'Network not found'],
      [await read(`/find/${encodeURIComponent("' or 1=1")}`), 404, 'Network not found'],
    ] as const
    for (const [{ status, text }, wanted, words] of pages) {
      expect([status, text]).toEqual([wanted, expect.stringContaining(words)])
      expect(text).not.toContain('<b>@')
    }
    expect(pages[0][0].text).toContain('<title>Find my bill · Synod</title>')
    const known = await form('/find/synod', { email: 'ruth@example.org' })
    const unknown = await form('/find/synod', { email: 'nobody@example.org' })
    expect([known.status, known.text, known.headers.get('location')]).toEqual([303, unknown.text, unknown.headers.get('location')])
  })

  test('may be cached by the browser after a typing error, so that Back does not resubmit the form', async () => {
    for (const fields of [{ email: 'x@' }, { code: 'x', name: 'Two' }])
      expect((await form('/find/synod', fields)).headers.get('cache-control')).toBe('private, no-cache')
  })
})

describe('a printed bill', () => {
  let own: Network
  beforeAll(async () => {
    own = await startNetwork(app, { csv: `${CSV.trimEnd()}\nÞóra,O’Connor-Işık,,` })
  })
  const ole = () => own.bills.find(({ individualMember }) => individualMember?.firstName === 'Ole')
  const path = () => `/find/${own.networkId}`
  const location = (answer: Awaited<ReturnType<typeof form>>) => [answer.status, answer.headers.get('location')]

  test('opens by its code and the last name in any spelling, also in a frame (R98)', async () => {
    const { id, code = '' } = ole() ?? {}
    for (const [typed, name] of [
      [code, 'Two'],
      [` ${code.slice(0, 4)} ${code.slice(4)}`, ' two '],
      [code.toLowerCase(), 'TWO'],
      [`${code.slice(0, 4)}-${code.slice(4)}`, 'Ole Two'],
    ] as const)
      expect(location(await form(path(), { code: typed, name })), `${typed} ${name}`).toEqual([303, `/pay/${id}`])
    const framed = await form(`/embed${path()}?lang=es&accent=%235b2a86`, { code, name: 'Two' })
    expect(location(framed)).toEqual([303, `/embed/pay/${id}?lang=es&accent=%235b2a86#opened`])
  })

  test('opens by a name as its payor may type it', async () => {
    const { id, code = '' } = own.bills.find(({ individualMember }) => individualMember?.firstName === 'Þóra') ?? {}
    for (const name of ["O'Connor-Isik", 'oconnor isik', 'thora o connor‐isik', "O'CONNOR IŞIK, Þóra"])
      expect(location(await form(path(), { code, name })), name).toEqual([303, `/pay/${id}`])
  })

  test('does not open with a wrong code, name or network; all wrong input gets the same answer and stays in the form', async () => {
    const { code = '' } = ole() ?? {}
    const wrong = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`
    const answers = [
      await form(path(), { code: wrong, name: 'Two' }),
      await form(path(), { code, name: 'One' }),
      await form(path(), { code, name: '' }),
      await form(path(), { code: 'x', name: 'Two' }),
    ]
    const typed = /value="[^"]*"/g
    for (const { status, text } of answers) {
      expect(status).toBe(404)
      expect(text).toContain('No bill has this code and name.')
      expect(text.replace(typed, '')).toBe(answers[0]?.text.replace(typed, ''))
    }
    expect(answers[1]?.text).toContain(`value="${code}"`)
    expect((await form(`/find/${theirs.networkId}`, { code, name: 'Two' })).status).toBe(404)
    expect((await form('/find/no-such-network', { code, name: 'Two' })).status).toBe(404)
  })

  test('is found by code in every search of its network', async () => {
    const { id, code = '' } = ole() ?? {}
    await own.admin.post(`/api/assessment-bills/${id}/receipts`, { amount: 1, method: 'check', reference: 'CHK-7' })
    const found = async (call: string) => (await own.admin.get<{ data: { id?: string; billId?: string }[] }>(`/api/${call}`)).data
    expect(await found(`find?q=${code.toLowerCase()}`)).toEqual([expect.objectContaining({ kind: 'bill', id })])
    expect((await found(`assessment-bills?search=${code}`)).map((one) => one.id)).toEqual([id])
    expect(await found(`payments?search=${code}`)).toHaveLength(1)
    expect((await theirs.admin.get<{ data: unknown[] }>(`/api/find?q=${code}`)).data).toEqual([])
  })

  test('limits the number of attempts', async () => {
    const strict = await startApp({ RATE_LIMIT_FACTOR: '1' })
    const network = await startNetwork(strict)
    const statuses = []
    for (let i = 0; i < 11; i += 1) statuses.push((await form(`/find/${network.networkId}`, { code: 'ABCDEFGH', name: 'One' }, strict)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429])
    await strict.stop()
  })
})
