import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { stringify } from 'uuid'
import { type Instant, instantOf } from '../../kernel/dates.ts'
import { listen } from '../postgres/listen.ts'
import type { MasterKeys } from './master-key.ts'
import { decrypt, encrypt, unwrap, wrap } from './sealing.ts'

/**
 * The channel is still named after its first use, forgotten keys, since processes of earlier releases listen on it,
 * too.
 */
const CHANNEL = 'forgotten_keys'

/** SQL that announces a forgotten owner or a key with a new version to all processes. */
export const announce = (what: string): string => `pg_notify('${CHANNEL}', ${what})`

/**
 * Receives these announcements on one connection; null after each new or lost connection, since announcements may have
 * been missed.
 */
export const followKeys = (url: string, onMessage: (what: string | null) => void, signal: AbortSignal): Promise<void> =>
  listen({ url, channel: CHANNEL, begin: () => onMessage(null), onMessage, lost: () => onMessage(null), signal }).begun

/** Keys with versions: only the newest version seals and signs; all versions open and verify (R109). */
export const ROTATING = ['answers', 'audit', 'links', 'requests', 'webhooks'] as const
export type Rotating = (typeof ROTATING)[number]
/** Keys from which ids are derived: they never change (DECISIONS 7). */
export const LASTING = ['bill-ids', 'member-ids'] as const
type Name = Rotating | (typeof LASTING)[number]

/** `since`: time of creation, if known. */
export type Version = Readonly<{ version: number; key: Buffer; since: Instant | null }>
/** Versions of one key, newest first. */
type Versions = readonly [Version, ...Version[]]
type Row = Readonly<{ name: string; wrapped: Buffer; made_at: Date | null }>

/** Row name of a version: `audit`, then `audit 2`, so that first versions keep their earlier names. */
const rowOf = (name: Name, version: number): string => (version === 1 ? name : `${name} ${version}`)
const versionOf = (row: string): number => Number(/ (\d+)$/.exec(row)?.[1] ?? 1)

const notOpened = (cause: unknown) => new Error('PERSONAL_DATA_KEY is not the key that this database was made with.', { cause })

/** True if these master keys wrap the database's keys, or there are none. */
export const opensKeys = async (client: Pick<pg.ClientBase, 'query'>, masterKeys: MasterKeys): Promise<boolean> => {
  const { rows } = await client.query<{ name: string; wrapped: Buffer }>('select name, wrapped from installation_keys')
  try {
    for (const { name, wrapped } of rows) unwrap(masterKeys, wrapped, name)
    return true
  } catch {
    return false
  }
}

/**
 * Makes the next version of a key, and announces it to all processes.
 * @returns its number
 * @throws Error if another master key wraps the keys, or a concurrent call makes a version
 */
export const rotate = async (pool: Pick<pg.Pool, 'query'>, masterKeys: MasterKeys, name: Rotating): Promise<number> => {
  const { rowCount } = await pool.query(
    `select from information_schema.columns where table_schema = 'public' and table_name = 'installation_keys' and column_name = 'made_at'`,
  )
  if (!rowCount) throw new Error('There are no keys with versions in this database yet: start this release first.')
  // A version that the processes cannot open would stop them.
  if (!(await opensKeys(pool, masterKeys))) throw notOpened(null)
  const { rows } = await pool.query<{ name: string }>('select name from installation_keys where name = $1 or starts_with(name, $2)', [
    name,
    `${name} `,
  ])
  const version = 1 + Math.max(0, ...rows.map((row) => versionOf(row.name)))
  const row = rowOf(name, version)
  await pool.query(
    `with made as (insert into installation_keys (name, wrapped, made_at) values ($1, $2, now()) returning name) select ${announce('name')} from made`,
    [row, wrap(masterKeys, randomBytes(32), row)],
  )
  return version
}

const hmac = (key: Buffer, message: string): Buffer => createHmac('sha256', key).update(message).digest()

/** 16 bytes as a uuid of version 8, the custom one (RFC 9562). */
const asUuid = (bytes: Buffer): Uint8Array => {
  const id = Uint8Array.from(bytes.subarray(0, 16))
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x80
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80
  return id
}

export type Digests = Readonly<{
  of: (message: string) => Buffer
  /** The digests of a message by each known version, newest first. */
  all: (message: string) => readonly Buffer[]
  /** The digest of any version that fits; null if none does. */
  find: (message: string, fits: (digest: Buffer) => boolean) => Promise<Buffer | null>
}>

const opened = (masterKeys: MasterKeys, row: string, wrapped: Buffer): Buffer => {
  try {
    return unwrap(masterKeys, wrapped, row)
  } catch (cause) {
    throw notOpened(cause)
  }
}

/** The installation's own secrets, made once and stored wrapped beside the log: backups must hold them. */
export const installationKeys = async (pool: Pick<pg.Pool, 'query'>, masterKeys: MasterKeys) => {
  let known: ReadonlyMap<string, Versions> = new Map()
  let rowsKnown = 0

  const readAnew = async (): Promise<void> => {
    const { rows } = await pool.query<Row>('select name, wrapped, made_at from installation_keys')
    // Versions are never deleted, so a result with fewer rows is older than the known one.
    if (rows.length < rowsKnown) return
    const read = new Map<string, Versions>()
    for (const { name: row, wrapped, made_at } of rows) {
      const version = { version: versionOf(row), key: opened(masterKeys, row, wrapped), since: made_at && instantOf(made_at.getTime()) }
      const name = row.replace(/ \d+$/, '')
      read.set(name, [version, ...(read.get(name) ?? [])].sort((a, b) => b.version - a.version) as unknown as Versions)
    }
    known = read
    rowsKnown = rows.length
  }
  for (const name of [...ROTATING, ...LASTING])
    await pool.query('insert into installation_keys (name, wrapped, made_at) values ($1, $2, now()) on conflict (name) do nothing', [
      name,
      wrap(masterKeys, randomBytes(32), name),
    ])
  await readAnew()

  const versionsOf = (name: Name): Versions => {
    const versions = known.get(name)
    if (!versions) throw new Error(`the installation key ${name} is missing`)
    return versions
  }

  /**
   * Tries all versions, newest first. Before giving up it reads the keys again, since another process may have made a
   * newer version.
   */
  const byAny = async <Found>(name: Rotating, fits: (version: Version) => Found | null): Promise<Found | null> => {
    const first = (versions: readonly Version[]): Found | null => {
      for (const version of versions) {
        const found = fits(version)
        if (found !== null) return found
      }
      return null
    }
    const tried = versionsOf(name)
    const found = first(tried)
    if (found !== null) return found
    await readAnew()
    return first(versionsOf(name).filter(({ version }) => version > tried[0].version))
  }

  const digestsBy = (name: Rotating): Digests => {
    const all: Digests['all'] = (message) => versionsOf(name).map(({ key }) => hmac(key, message))
    return {
      of: (message) => hmac(versionsOf(name)[0].key, message),
      all,
      find: (message, fits) =>
        byAny(name, ({ key }) => {
          const digest = hmac(key, message)
          return fits(digest) ? digest : null
        }),
    }
  }

  const [billIds, memberIds] = LASTING.map((name) => versionsOf(name)[0].key) as [Buffer, Buffer]
  return {
    /** HMAC of the parts, 16 bytes: deterministic, and unguessable without the key. */
    billDigest: (...parts: readonly string[]): Buffer => hmac(billIds, parts.join('\n')).subarray(0, 16),
    /** HMAC of the parts as a uuid: deterministic, and unguessable without the key. */
    idDigest: (...parts: readonly string[]): string => stringify(asUuid(hmac(memberIds, parts.join('\n')))),
    links: digestsBy('links'),
    /**
     * Identifies repeated requests, addresses and guesses. Keyed, since a bare hash would expose a password in a
     * request to guessing.
     */
    requests: digestsBy('requests'),
    webhookKeyVersion: (): number => versionsOf('webhooks')[0].version,
    /** A webhook's secret, derived from its number and key version; it is stored nowhere. */
    webhookSecret: async (webhookId: string, number: number, keyVersion: number): Promise<string> => {
      const secret = await byAny('webhooks', ({ version, key }) => (version === keyVersion ? hmac(key, `${webhookId}\n${number}`) : null))
      if (!secret) throw new Error(`version ${keyVersion} of the installation key webhooks is missing`)
      return `whsec_${secret.toString('base64')}`
    },
    /** The private keys (Ed25519) that sign heads and audit packs, newest first, read now from the database. */
    auditKeys: async (): Promise<Versions> => {
      await readAnew()
      return versionsOf('audit')
    },
    sealAnswer: (answer: unknown): string => encrypt(versionsOf('answers')[0].key, Buffer.from(JSON.stringify(answer)), 'answer').toString('base64'),
    openAnswer: async (sealed: string): Promise<unknown> => {
      const plain = await byAny('answers', ({ key }) => {
        try {
          return decrypt(key, Buffer.from(sealed, 'base64'), 'answer')
        } catch {
          return null
        }
      })
      if (!plain) throw new Error('no version of the installation key answers opens this')
      return JSON.parse(plain.toString('utf8'))
    },
    /** Reads versions made by other processes. Without this, `byAny` would find them on first use. */
    refresh: (): void => void readAnew().catch(() => {}),
  }
}
export type InstallationKeys = Awaited<ReturnType<typeof installationKeys>>
