import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { DomainEvent } from '../kernel/decider.ts'
import type { Codec } from './handle.ts'

const CACHED_KEYS = 100_000
const CIPHER = 'aes-256-gcm'

/** base64 of 12 bytes nonce, ciphertext and 16 bytes tag. */
const encrypt = (key: Buffer, plain: Buffer, context: string): Buffer => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv(CIPHER, key, nonce)
  cipher.setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, body, cipher.getAuthTag()])
}

const decrypt = (key: Buffer, sealed: Buffer, context: string): Buffer => {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, 12))
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
}

/** A value that only the key of its owner opens. */
export type Sealed = string & { readonly __sealed: unique symbol }

/**
 * Seals what is personal in events, with one key an owner (a person, a payment profile). The keys lie in Postgres,
 * wrapped by PERSONAL_DATA_KEY; deleting a key forgets its owner everywhere in the log at once.
 */
export const personalData = (pool: pg.Pool, masterKey: Buffer) => {
  const cache = new Map<string, Buffer>()
  const remember = (owner: string, key: Buffer) => {
    if (cache.size >= CACHED_KEYS) cache.clear()
    cache.set(owner, key)
  }

  /** Makes sure that every owner has a key: existing keys stay. One statement for all. */
  const createKeys = async (owners: readonly string[]): Promise<void> => {
    const fresh = owners.filter((owner) => !cache.has(owner)).map((owner) => ({ owner, key: randomBytes(32) }))
    if (fresh.length === 0) return
    const { rows } = await pool.query<{ owner: string }>(
      `insert into person_keys (owner, wrapped) select * from unnest($1::uuid[], $2::bytea[]) on conflict (owner) do nothing returning owner`,
      [fresh.map(({ owner }) => owner), fresh.map(({ owner, key }) => encrypt(masterKey, key, owner))],
    )
    const created = new Set(rows.map(({ owner }) => owner))
    for (const { owner, key } of fresh) if (created.has(owner)) remember(owner, key)
    if (created.size < fresh.length) await loadKeys(owners)
  }

  /** Loads keys into the cache; a forgotten owner simply has none. */
  const loadKeys = async (owners: Iterable<string>): Promise<void> => {
    const wanted = [...new Set(owners)].filter((owner) => !cache.has(owner))
    if (wanted.length === 0) return
    const { rows } = await pool.query<{ owner: string; wrapped: Buffer }>('select owner, wrapped from person_keys where owner = any($1::uuid[])', [
      wanted,
    ])
    for (const { owner, wrapped } of rows) remember(owner, decrypt(masterKey, wrapped, owner))
  }

  return {
    createKeys,
    loadKeys,

    /** Seals a JSON value. The owner's key must have been created or loaded. */
    seal: (owner: string, value: unknown): Sealed => {
      const key = cache.get(owner)
      if (!key) throw new Error(`no key for ${owner}`)
      return encrypt(key, Buffer.from(JSON.stringify(value)), owner).toString('base64') as Sealed
    },

    /** Opens a sealed value; null when its owner was forgotten. The key must have been loaded. */
    unseal: <Value>(owner: string, sealed: Sealed): Value | null => {
      const key = cache.get(owner)
      return key ? (JSON.parse(decrypt(key, Buffer.from(sealed, 'base64'), owner).toString('utf8')) as Value) : null
    },
  }
}
export type PersonalData = ReturnType<typeof personalData>

/** The installation's own secrets, made once and kept wrapped beside the log: backups must hold them. */
export const installationKeys = async (pool: pg.Pool, masterKey: Buffer) => {
  const keyOf = async (name: string): Promise<Buffer> => {
    await pool.query('insert into installation_keys (name, wrapped) values ($1, $2) on conflict (name) do nothing', [
      name,
      encrypt(masterKey, randomBytes(32), name),
    ])
    const { rows } = await pool.query<{ wrapped: Buffer }>('select wrapped from installation_keys where name = $1', [name])
    const [row] = rows
    if (!row) throw new Error(`the installation key ${name} is missing`)
    try {
      return decrypt(masterKey, row.wrapped, name)
    } catch (cause) {
      throw new Error('PERSONAL_DATA_KEY is not the key that this database was made with.', { cause })
    }
  }
  const billIds = await keyOf('bill-ids')
  const memberIds = await keyOf('member-ids')
  return {
    /** 16 keyed bytes over the parts: the same parts give the same bytes, and nobody else can compute them. */
    billDigest: (...parts: readonly string[]): Buffer => createHmac('sha256', billIds).update(parts.join('\n')).digest().subarray(0, 16),
    memberDigest: (...parts: readonly string[]): Buffer => createHmac('sha256', memberIds).update(parts.join('\n')).digest().subarray(0, 16),
  }
}
export type InstallationKeys = Awaited<ReturnType<typeof installationKeys>>

/**
 * Seals one field of each event for the owner that another field names, and opens it again on reading.
 * A field whose owner was forgotten reads as null.
 */
export const sealedField = <Event extends DomainEvent>(personal: PersonalData, ownerField: string, field: string): Codec<Event> => {
  const ownerOf = ({ data }: Pick<DomainEvent, 'data'>) => (data as Record<string, string>)[ownerField] ?? ''
  const carries = ({ data }: Pick<DomainEvent, 'data'>) => field in data
  return {
    encode: async (events) => {
      await personal.createKeys(events.filter(carries).map(ownerOf))
      return events.map((event) => {
        if (!carries(event)) return event
        const data = event.data as Record<string, unknown>
        return { type: event.type, data: { ...data, [field]: personal.seal(ownerOf(event), data[field]) } }
      })
    },
    decode: async (events) => {
      await personal.loadKeys(events.filter(carries).map(ownerOf))
      return events.map((event) => {
        if (!carries(event)) return event as unknown as Event
        return { ...event, data: { ...event.data, [field]: personal.unseal(ownerOf(event), event.data[field] as Sealed) } } as unknown as Event
      })
    },
  }
}
