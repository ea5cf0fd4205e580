import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup } from '../../scripts/backup.ts'
import { restore } from '../../scripts/restore.ts'
import { type App, type Client, PASSWORD, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { freshDatabase, type TestDatabase } from '../../scripts/testing/database.ts'
import { unzip, zipOf } from '../../scripts/testing/packs.ts'
import { startReceiver } from '../../scripts/testing/receiver.ts'
import { problemsOf, takePack } from '../../scripts/testing/taken-packs.ts'
import { ROTATING, rotate } from '../platform/personal-data/installation-keys.ts'
import type { WebhookSecret } from '../webhooks/contract.ts'
import { signedHeaders } from '../webhooks/signature.ts'

/** Two processes on one database, whose keys are rotated under traffic (R109). Each shows the other's changes. */

const ROUNDS = 3
const PAYOR = 'ruth@rotated.example'
const masterKey = randomBytes(32)
const folder = mkdtempSync(path.join(tmpdir(), 'vestry-rotated-'))
const config = { eventStore: 'postgres', personalDataKey: masterKey.toString('base64'), dataDir: folder }
const secret = { key: randomBytes(32) }
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

const appOn = (database: TestDatabase) => startApp({}, { on: { database, masterKey } })
const place = async (empty: boolean): Promise<TestDatabase> => {
  const database = await freshDatabase({ empty })
  closing.push(database.drop)
  return database
}

let database: TestDatabase
let apps: readonly [App, App]
let made: Awaited<ReturnType<typeof startNetwork>>
/** A client of the Admin for each of the two processes. */
let admins: readonly [Client, Client]
let receiver: Awaited<ReturnType<typeof startReceiver>>
const other = (n: number) => 1 - (n % 2)
const at = <Thing>(both: readonly [Thing, Thing], n: number): Thing => both[n % 2] as Thing

beforeAll(async () => {
  database = await place(false)
  apps = [await appOn(database), await appOn(database)]
  receiver = await startReceiver()
  closing.push(async () => {
    await Promise.all(apps.map((app) => app.stop()))
    await receiver.stop()
  })
  made = await startNetwork(apps[0], { csv: `firstName,lastName,email\nRuth,One,${PAYOR}\n`, terms: { amount: 9_000 } })
  const there = apps[1].guest()
  await there.post('/api/auth/login', { email: made.admin.email, password: PASSWORD })
  admins = [made.admin, there]
})

/** Adds a payor and returns their bill. */
const added = async (firstName: string, lastName: string): Promise<{ id: string }> => {
  await made.admin.upload(made.programId, `firstName,lastName,email\n${firstName},${lastName},${firstName.toLowerCase()}@rotated.example\n`)
  const bill = (await made.admin.bills(made.programId)).find(({ individualMember }) => individualMember?.firstName === firstName)
  if (!bill) throw new Error(`${firstName} has no bill`)
  return bill
}

type Repeatable = Readonly<{ key: string; body: object; answer: string }>
const receipts = () => `/api/assessment-bills/${made.bills[0]?.id}/receipts`
const pay = ({ send }: Client, key: string, body: object) => send('post', receipts(), { json: body, headers: { 'idempotency-key': key } })

const keysOf = async ({ get }: Client) =>
  (await get<{ data: { key: string; keys: { key: string; since: string | null }[] } }>('/api/audit/public-key')).data.keys.map(({ key }) => key)
/** The links in a payor's mails that prove their payments. */
const linksTo = async (app: App): Promise<string[]> =>
  (await app.mailsTo(PAYOR, /./)).flatMap(({ text }) => [...text.matchAll(/\/proofs\/\S+/g)].map(([link]) => `/api${link}`))
const opens = async (app: App, link: string): Promise<boolean> => (await app.guest().send('get', link)).status === 200

const kept: { repeatable: Repeatable[]; packs: { pack: Uint8Array; keys: readonly string[] }[]; secrets: string[] } = {
  repeatable: [],
  packs: [],
  secrets: [],
}
const file = (name: string) => path.join(folder, `${name}.backup`)

test('under traffic no request, link or signature fails, on either process, and nothing happens twice', async () => {
  const claimed = (await added('Ole', 'One')).id
  const stop = new AbortController()
  const wrong: string[] = []
  const did = { payments: 0, claims: 0, links: 0, packs: 0, signIns: 0, replaced: 0 }
  const again = (name: string, turn: (n: number) => Promise<void>) => async () => {
    for (let n = 0; !stop.signal.aborted; n += 1) await turn(n).catch((error: unknown) => wrong.push(`${name}: ${String(error)}`))
  }
  const must = (holds: boolean, what: string) => {
    if (!holds) throw new Error(what)
  }

  const paying = again('a payment', async (n) => {
    const [key, body] = [randomUUID(), { amount: 1, method: 'check', reference: `No. ${n}` }]
    const both = await Promise.all([pay(at(admins, n), key, body), n % 3 === 0 ? pay(at(admins, other(n)), key, body) : null])
    const [first] = both
    const repeated = await pay(at(admins, other(n)), key, body)
    must(first.status === 201, `answered ${first.status}: ${first.text}`)
    for (const one of [...both, repeated]) must(!one || one.text === first.text, `a repeat was answered ${one?.status}: ${one?.text}`)
    const mismatch = await pay(at(admins, other(n)), key, { ...body, amount: 2 })
    must(mismatch.status === 409, `another request under its key was answered ${mismatch.status}`)
    did.payments += 1
    kept.repeatable.push({ key, body, answer: first.text })
  })
  const following = again('a mailed link', async (n) => {
    const links = await linksTo(at(apps, n))
    const some = links[Math.floor(links.length / 2)]
    for (const link of new Set([links[0], some, links.at(-1)]))
      if (link) {
        must(await opens(at(apps, other(n)), link), link)
        did.links += 1
      }
    await setTimeout(20)
  })
  const auditing = again('a pack', async (n) => {
    // The keys come from one process, and the pack from the other.
    const keys = await keysOf(at(admins, n))
    const pack = await takePack(at(apps, other(n)), at(admins, other(n)))
    const problems = await problemsOf([pack], ...keys.slice(0, 1))
    must(problems.length === 0, problems.join('; '))
    did.packs += 1
    kept.packs.push({ pack, keys })
    await setTimeout(100)
  })
  const signingIn = again('a sign-in', async (n) => {
    const person = at(apps, n).guest()
    await person.post('/api/auth/login', { email: made.admin.email, password: PASSWORD })
    did.signIns += 1
    await setTimeout(50)
  })
  const claiming = again('a claim', async (n) => {
    // Claims use a separate bill, since a claimed bill takes no payment.
    const [key, id] = [randomUUID(), claimed]
    const mark = (app: App) =>
      app.guest().send<{ data: { withdrawToken: string } }>('post', `/api/assessments/${id}/mark-as-paid`, {
        json: { paymentMethod: 'zelle' },
        headers: { 'idempotency-key': key },
      })
    const first = await mark(at(apps, n))
    must(first.status === 200, `answered ${first.status}: ${first.text}`)
    const repeated = await mark(at(apps, other(n)))
    must(repeated.body.data?.withdrawToken === first.body.data.withdrawToken, `a repeat was answered ${repeated.text}`)
    const { status, text } = await at(apps, other(n)).guest().send('delete', `/api/assessments/${id}/mark-as-paid`, { json: first.body.data })
    must(status === 200, `a withdrawal was answered ${status}: ${text}`)
    did.claims += 1
  })
  const hooks = `/api/networks/${made.networkId}/webhooks`
  const hook = await made.admin.post<WebhookSecret>(hooks, { name: 'Books', url: `${receiver.url}/hook`, happenings: ['payment.recorded'] })
  kept.secrets.push(hook.secret)
  const early = { key: randomUUID(), body: { amount: 1, method: 'check' } }
  kept.repeatable.push({ ...early, answer: (await pay(admins[0], early.key, early.body)).text })
  await expect.poll(async () => (await linksTo(apps[0])).length).toBeGreaterThan(0)
  await backup({ url: database.url, file: file('before'), secret, config })

  const traffic = [paying, paying, paying, following, auditing, signingIn, claiming].map((loop) => loop())
  /** Waits until each kind of traffic has continued, however slow the machine is. */
  const goneOn = async () => {
    const { replaced: _, ...before } = did
    await expect
      .poll(() => Object.entries(before).filter(([what, count]) => wrong.length === 0 && did[what as keyof typeof before] <= count), {
        timeout: 60_000,
      })
      .toEqual([])
  }
  await goneOn()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ROTATING) {
      await setTimeout(250)
      await rotate(apps[0].pool, [masterKey], name)
      if (name !== 'webhooks') continue
      // Deliveries go on after the rotation: the receiver's secret stays valid until an Admin replaces it.
      await setTimeout(150)
      const receivedBefore = receiver.at('/hook').length
      await expect.poll(() => receiver.at('/hook').length).toBeGreaterThan(receivedBefore + 1)
      const replaced = await at(admins, round).post<WebhookSecret>(`${hooks}/${hook.id}/secret`)
      kept.secrets.push(replaced.secret)
      did.replaced += 1
    }
    await goneOn()
  }
  stop.abort()
  await Promise.all(traffic)

  expect(wrong).toEqual([])
  // Each payment was recorded exactly once.
  const { rows } = await apps[0].pool.query<{ count: number }>(`select count(*) as count from events where type = 'PaymentRecorded'`)
  expect(rows[0]?.count).toBe(1 + did.payments)
  const versions = await apps[0].pool.query<{ name: string }>(`select name from installation_keys order by name`)
  expect(versions.rows).toHaveLength(2 + ROTATING.length * (1 + ROUNDS))
  expect(apps.flatMap(({ complaints }) => complaints)).toEqual([])

  const sentIds = () => new Set(receiver.at('/hook').map(({ headers }) => headers['webhook-id'])).size
  await expect.poll(sentIds, { timeout: 20_000 }).toBe(1 + did.payments)
  const signed = receiver.at('/hook').map(({ headers, body }) => {
    const signatures = String(headers['webhook-signature']).split(' ')
    return kept.secrets.map((one) => {
      const own = signedHeaders([one], String(headers['webhook-id']), Number(headers['webhook-timestamp']), body)['webhook-signature']
      return signatures.includes(own)
    })
  })
  // Each delivery is signed with the newest secret or, before the receiver knows that one, with the previous one, too.
  for (const by of signed) expect(by.some(Boolean)).toBe(true)
  expect(new Set(signed.map((by) => by.map(Number).join('')))).toEqual(new Set(['1000', '1100', '0110', '0011']))
}, 240_000)

test('a claim that is repeated after its answer was lost gets the same token, even after a rotation', async () => {
  const { id } = await added('Eva', 'Two')
  const key = randomUUID()
  const mark = (app: App) =>
    app.guest().send<{ data: { withdrawToken: string } }>('post', `/api/assessments/${id}/mark-as-paid`, {
      json: { paymentMethod: 'zelle' },
      headers: { 'idempotency-key': key },
    })
  const first = await mark(apps[0])
  await rotate(apps[0].pool, [masterKey], 'links')
  for (const app of apps) {
    await apps[0].pool.query('delete from idempotency_keys where key = $1', [key])
    expect([(await mark(app)).text, first.status]).toEqual([first.text, 200])
  }
  expect((await apps[1].guest().send('delete', `/api/assessments/${id}/mark-as-paid`, { json: first.body.data })).status).toBe(200)
})

test('packs signed with any version of the key verify with all versions or the first, alone and together; a changed pack fails', async () => {
  const keys = await keysOf(admins[0])
  expect(keys).toHaveLength(1 + ROUNDS)
  const [first, last] = [kept.packs[0], kept.packs.at(-1)]
  if (!first || !last) throw new Error('no packs were taken')
  const firstKey = first.keys[0] ?? ''
  expect(keys.at(-1)).toBe(firstKey)
  for (const { pack } of kept.packs) {
    expect(await problemsOf([pack], ...keys)).toEqual([])
    expect(await problemsOf([pack], firstKey)).toEqual([])
  }
  for (const known of [keys, [firstKey], []]) expect(await problemsOf([first.pack, last.pack], ...known)).toEqual([])
  expect(await problemsOf([first.pack], ...keys.slice(0, 1))).toContain('manifest.note: is not signed with the key.')
  const files = await unzip(last.pack)
  files.set(
    'events.jsonl',
    Buffer.from(
      Buffer.from(files.get('events.jsonl') ?? [])
        .toString()
        .replace('"amount":100', '"amount":900'),
    ),
  )
  const changed = await zipOf(files)
  for (const known of [keys, [firstKey], []]) expect(await problemsOf([changed], ...known)).not.toEqual([])
})

test.each([
  ['before', 1],
  ['after', 1 + ROUNDS],
])(
  'a backup from %s the rotations restores everything made until then',
  async (when, versions) => {
    if (when === 'after') await backup({ url: database.url, file: file(when), secret, config })
    const there = await place(true)
    await restore({ url: there.url, file: file(when), secret, config })
    const app = await appOn(there)
    try {
      const admin = app.guest()
      await admin.post('/api/auth/login', { email: made.admin.email, password: PASSWORD })
      const keys = await keysOf(admin)
      expect([keys.length, keys.at(-1)]).toEqual([versions, kept.packs[0]?.keys.at(-1)])
      const repeatable = when === 'after' ? kept.repeatable : kept.repeatable.slice(0, 1)
      for (const step of ['restored', 'changed again']) {
        const links = await linksTo(app)
        expect(links.length).toBeGreaterThan(0)
        for (const link of links) expect([step, link, await opens(app, link)]).toEqual([step, link, true])
        for (const { key, body, answer } of repeatable) expect([step, (await pay(admin, key, body)).text]).toEqual([step, answer])
        expect(await problemsOf([await takePack(app, admin)], ...(await keysOf(admin)))).toEqual([])
        for (const name of ROTATING) await rotate(app.pool, [masterKey], name)
      }
      const [first] = kept.packs
      if (when === 'after') expect(await problemsOf([first?.pack ?? new Uint8Array(), await takePack(app, admin)])).toEqual([])
      const { rows } = await app.pool.query<{ count: number }>(`select count(*) as count from events where type = 'PaymentRecorded'`)
      expect(rows[0]?.count).toBe(repeatable.length)
    } finally {
      await app.stop()
    }
  },
  60_000,
)
