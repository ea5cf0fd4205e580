import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../scripts/testing/database.ts'
import { openNoteBy, parseVerifierKeys } from '../../audit/signed-note.ts'
import { signingKeys } from '../../audit/signing-key.ts'
import { signedLinks } from '../http/signed-links.ts'
import { openPool } from '../postgres/database.ts'
import { MIGRATIONS, migrate, migrationsOf } from '../postgres/migrate.ts'
import { followKeys, type InstallationKeys, installationKeys, opensKeys, ROTATING, type Rotating, rotate } from './installation-keys.ts'
import { wrap } from './sealing.ts'

const master = [randomBytes(32)] as const
const NETWORK = '00000000-0000-4000-8000-000000000001'

let database: TestDatabase
let pool: pg.Pool
beforeEach(async () => {
  database = await freshDatabase()
  pool = openPool(database.url)
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

const linksOf = (keys: InstallationKeys) => signedLinks(keys, 'reminders', ['networkId', 'address'])

/** For each key: a value made with it, and a check that accepts the value. */
const uses: Readonly<
  Record<Rotating, Readonly<{ make: (keys: InstallationKeys) => Promise<string>; takes: (keys: InstallationKeys, made: string) => Promise<boolean> }>>
> = {
  answers: {
    make: async (keys) => keys.sealAnswer({ for: 'Ruth' }),
    takes: (keys, made) =>
      keys.openAnswer(made).then(
        (answer) => (answer as { for: string }).for === 'Ruth',
        () => false,
      ),
  },
  links: {
    make: async (keys) => linksOf(keys).issue({ networkId: NETWORK, address: 'one' }),
    takes: async (keys, made) => (await linksOf(keys).read(made))?.address === 'one',
  },
  requests: {
    make: async (keys) => keys.requests.of('a request').toString('hex'),
    takes: async (keys, made) => (await keys.requests.find('a request', (digest) => digest.toString('hex') === made)) !== null,
  },
  webhooks: {
    make: async (keys) => JSON.stringify([keys.webhookKeyVersion(), await keys.webhookSecret('one', 0, keys.webhookKeyVersion())]),
    takes: async (keys, made) => {
      const [version, secret] = JSON.parse(made) as [number, string]
      return (await keys.webhookSecret('one', 0, version)) === secret
    },
  },
  audit: {
    make: async (keys) => (await signingKeys(keys.auditKeys).now()).sign(NETWORK, 'a head\n'),
    takes: async (keys, made) => {
      const listed = (await signingKeys(keys.auditKeys).publicKeys(NETWORK)).map(({ key }) => key).join('\n')
      return openNoteBy(parseVerifierKeys(listed) ?? [], made) !== null
    },
  },
}
/** Changes one character of the value. */
const altered = (made: string) =>
  made.startsWith('a head') ? made.replace('head', 'hand') : made.replace(/[A-Za-z\d](?=[^A-Za-z\d]*$)/, (last) => (last === 'A' ? 'Q' : 'A'))

describe.each(ROTATING)('a new version of the key %s', (name) => {
  const { make, takes } = uses[name]

  test('makes new values, accepts old ones, and is learned by a process that missed its announcement', async () => {
    const [unreceived, silent] = [await installationKeys(pool, master), await installationKeys(pool, master)]
    const before = await make(unreceived)
    for (const version of [2, 3]) expect(await rotate(pool, master, name)).toBe(version)
    const fresh = await installationKeys(pool, master)
    const after = await make(fresh)
    expect(after).not.toBe(before)
    expect(await takes(unreceived, after)).toBe(true)
    for (const keys of [unreceived, fresh]) expect(await takes(keys, before)).toBe(true)
    // This process still uses the first version, which all accept.
    expect(await takes(fresh, await make(silent))).toBe(true)
    for (const keys of [unreceived, fresh]) expect(await takes(keys, altered(after))).toBe(false)
  })
})

test('verifies, with the newest public key, signatures of a process that missed the announcement', async () => {
  const unreceived = await installationKeys(pool, master)
  await rotate(pool, master, 'audit')
  const [newest] = await signingKeys((await installationKeys(pool, master)).auditKeys).publicKeys(NETWORK)
  const note = (await signingKeys(unreceived.auditKeys).now()).sign(NETWORK, 'a head\n')
  expect(openNoteBy(parseVerifierKeys(newest?.key ?? '') ?? [], note)?.text).toBe('a head\n')
})

test('announces a new version to every process', async () => {
  const stop = new AbortController()
  const keys = await installationKeys(pool, master)
  const [request, version] = [keys.requests.of('a request'), keys.webhookKeyVersion()]
  await followKeys(database.url, keys.refresh, stop.signal)
  await rotate(pool, master, 'requests')
  await expect.poll(() => keys.requests.of('a request')).not.toEqual(request)
  expect([keys.webhookKeyVersion(), keys.requests.all('a request')]).toEqual([version, [keys.requests.of('a request'), request]])
  stop.abort()
})

test('keeps a newer version when an earlier read arrives late', async () => {
  const held: (() => void)[] = []
  let holding = false
  const slow = {
    query: async (text: string, values?: unknown[]) => {
      const answer = await pool.query(text, values)
      if (!holding) return answer
      holding = false
      await new Promise<void>((resolve) => held.push(resolve))
      return answer
    },
  }
  const keys = await installationKeys(slow as unknown as pg.Pool, master)
  const before = keys.requests.of('a request')
  holding = true
  keys.refresh()
  await expect.poll(() => held.length).toBe(1)
  await rotate(pool, master, 'requests')
  expect(await keys.requests.find('a request', () => false)).toBeNull()
  const after = keys.requests.of('a request')
  expect(after).not.toEqual(before)
  held[0]?.()
  await setTimeout(20)
  expect(keys.requests.of('a request')).toEqual(after)
})

test('refuses a version that the processes could not open, and numbers concurrent versions', async () => {
  const keys = await installationKeys(pool, master)
  await expect(rotate(pool, [randomBytes(32)], 'links')).rejects.toThrow('PERSONAL_DATA_KEY is not the key')
  const made = await Promise.allSettled([rotate(pool, master, 'links'), rotate(pool, master, 'links'), rotate(pool, master, 'links')])
  const versions = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(versions.length).toBeGreaterThan(0)
  expect(new Set(versions).size).toBe(versions.length)
  expect(await opensKeys(pool, master)).toBe(true)
  await keys.links.find('', () => false)
  expect(keys.links.all('a link')).toHaveLength(1 + versions.length)
})

test('treats keys made before versioning as first versions, with the same results', async () => {
  const earlier = await freshDatabase({ empty: true })
  const there = openPool(earlier.url)
  const versions = 'platform/014-versions-of-installation-keys.sql'
  await migrate(
    there,
    MIGRATIONS,
    migrationsOf(MIGRATIONS).filter((name) => name !== versions),
  )
  const seeds = new Map<string, Buffer>(
    ['answers', 'audit', 'bill-ids', 'links', 'member-ids', 'requests', 'webhooks'].map((name) => [name, randomBytes(32)]),
  )
  for (const [name, seed] of seeds)
    await there.query('insert into installation_keys (name, wrapped) values ($1, $2)', [name, wrap(master, seed, name)])
  const hmac = (name: string, message: string) =>
    createHmac('sha256', seeds.get(name) ?? '')
      .update(message)
      .digest()

  await expect(rotate(there, master, 'links')).rejects.toThrow('start this release first')
  await migrate(there, MIGRATIONS)
  for (const step of ['opened', 'opened again, after each was changed']) {
    const keys = await installationKeys(there, master)
    expect([step, keys.billDigest('a', 'b')]).toEqual([step, hmac('bill-ids', 'a\nb').subarray(0, 16)])
    const id = hmac('member-ids', 'a\nb').toString('hex')
    expect(keys.idDigest('a', 'b').replaceAll('-', '').slice(0, 12)).toBe(id.slice(0, 12))
    expect(keys.requests.all('a').at(-1)).toEqual(hmac('requests', 'a'))
    expect(await keys.webhookSecret('a', 3, 1)).toBe(`whsec_${hmac('webhooks', 'a\n3').toString('base64')}`)
    expect(await linksOf(keys).read(`n.x.${hmac('links', 'reminders\nn\nx').toString('base64url')}`)).toEqual({ networkId: 'n', address: 'x' })
    expect((await keys.auditKeys()).at(-1)).toMatchObject({ version: 1, key: seeds.get('audit'), since: null })
    for (const name of ROTATING) await rotate(there, master, name)
  }
  await there.end()
  await earlier.drop()
})
