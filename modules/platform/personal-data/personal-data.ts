import type pg from 'pg'
import { type EventOf, type EventTable, type SealedFor, sealedIn } from '../../kernel/events.ts'
import type { Codec } from '../handle.ts'
import { byteaArray, uuidArray } from '../postgres/pg-arrays.ts'
import { announce } from './installation-keys.ts'
import type { MasterKeys } from './master-key.ts'
import { decrypt, encrypt, random, unwrap, wrap } from './sealing.ts'

const CACHED_KEYS = 100_000
/** Caches sealed values, since the projector of the same process opens most of them at once. */
const RECENT_VALUES = 2_000

export type Sealed = string & { readonly __sealed: unique symbol }

/** Keys by owner. A forgotten or unknown owner has none. */
type KeyRing = ReadonlyMap<string, Buffer>

/** Seals a JSON value for an owner; null for a forgotten owner. */
const seal = (ring: KeyRing, owner: string, value: unknown): Sealed | null => {
  const key = ring.get(owner)
  return key ? (encrypt(key, Buffer.from(JSON.stringify(value)), owner).toString('base64') as Sealed) : null
}

/** Opens a sealed value; null for a forgotten owner. */
const unseal = <Value>(ring: KeyRing, owner: string, sealed: Sealed): Value | null => {
  const key = ring.get(owner)
  return key ? (JSON.parse(decrypt(key, Buffer.from(sealed, 'base64'), owner).toString('utf8')) as Value) : null
}

/** Owners' keys from the database, cached for a while. */
const openKeys = (pool: pg.Pool, masterKeys: MasterKeys) => {
  const cache = new Map<string, Buffer>()
  /** Counts dropped keys, so that a query started before a drop is not cached after it. */
  let drops = 0
  const drop = (owner: string | null): void => {
    drops += 1
    if (owner === null) cache.clear()
    else cache.delete(owner)
  }
  const remember = (owner: string, key: Buffer, since: number) => {
    if (since !== drops) return
    if (cache.size >= CACHED_KEYS) for (const oldest of [...cache.keys()].slice(0, CACHED_KEYS / 10)) cache.delete(oldest)
    cache.set(owner, key)
  }

  const stored = async (owners: readonly string[]): Promise<[string, Buffer][]> => {
    if (owners.length === 0) return []
    const { rows } = await pool.query<{ owner: string; wrapped: Buffer }>({
      name: 'load-keys',
      text: 'select owner, wrapped from person_keys where owner = any($1::uuid[]) and wrapped is not null',
      values: [uuidArray(owners)],
    })
    return rows.map(({ owner, wrapped }) => [owner, unwrap(masterKeys, wrapped, owner)])
  }

  const keysOf = async (owners: Iterable<string>): Promise<KeyRing> => {
    const ring = new Map<string, Buffer>()
    const unknown = new Set<string>()
    for (const owner of owners) {
      const key = cache.get(owner)
      if (key) ring.set(owner, key)
      else unknown.add(owner)
    }
    const since = drops
    for (const [owner, key] of await stored([...unknown])) {
      ring.set(owner, key)
      remember(owner, key, since)
    }
    return ring
  }

  const createKeys = async (owners: readonly string[]): Promise<KeyRing> => {
    const ring = new Map<string, Buffer>()
    const fresh = new Map<string, Buffer>()
    for (const owner of owners) {
      const key = cache.get(owner)
      if (key) ring.set(owner, key)
      else fresh.set(owner, Buffer.from(random(32)))
    }
    if (fresh.size === 0) return ring
    const since = drops
    const { rows } = await pool.query<{ owner: string; wrapped: Buffer | null }>({
      name: 'create-keys',
      text: `with fresh as (insert into person_keys (owner, wrapped) select * from unnest($1::uuid[], $2::bytea[]) on conflict (owner) do nothing returning owner)
             select owner, null as wrapped from fresh union all
             select owner, wrapped from person_keys where owner = any($1) and wrapped is not null`,
      values: [uuidArray([...fresh.keys()]), byteaArray([...fresh].map(([owner, key]) => wrap(masterKeys, key, owner)))],
    })
    const found = rows.map(({ owner, wrapped }) => [owner, wrapped ? unwrap(masterKeys, wrapped, owner) : (fresh.get(owner) as Buffer)] as const)
    const known = new Set(rows.map(({ owner }) => owner))
    // The statement does not return keys that another process created while it ran. A forgotten owner has no key.
    const others = await stored([...fresh.keys()].filter((owner) => !known.has(owner)))
    for (const [owner, key] of [...found, ...others]) {
      ring.set(owner, key)
      remember(owner, key, since)
    }
    return ring
  }

  return { keysOf, createKeys, drop }
}

/**
 * Seals personal data in events, with one key per owner (a person, a payment profile, an invitation). The keys are in
 * Postgres, wrapped by PERSONAL_DATA_KEY; deleting a key forgets its owner everywhere in the log at once.
 */
export const personalData = (pool: pg.Pool, masterKeys: MasterKeys) => {
  const keys = openKeys(pool, masterKeys)
  const recent = new Map<Sealed, unknown>()
  const drop = (owner: string | null): void => {
    recent.clear()
    keys.drop(owner)
  }

  return {
    /** Seals values, each for its owner, creating missing keys. Null for a forgotten owner. */
    sealAll: async (items: readonly Readonly<{ owner: string; value: unknown }>[]): Promise<(Sealed | null)[]> => {
      const ring = await keys.createKeys(items.map(({ owner }) => owner))
      return items.map(({ owner, value }) => {
        const sealed = seal(ring, owner, value)
        if (recent.size >= RECENT_VALUES) recent.clear()
        if (sealed) recent.set(sealed, value)
        return sealed
      })
    },

    /** Deletes an owner's key and announces it to all processes; all values sealed with it become unreadable. */
    forget: async (owner: string): Promise<void> => {
      await pool.query(
        `with gone as (insert into person_keys as k (owner, wrapped) values ($1, null) on conflict (owner) do update set wrapped = null returning k.owner)
         select ${announce('owner::text')} from gone`,
        [owner],
      )
      drop(owner)
    },

    /** Drops a key that another process has deleted; null: all keys, since an announcement may have been missed. */
    refresh: drop,

    /** The forgotten owners among these: nothing more can be sealed for them. */
    forgotten: async (owners: readonly string[]): Promise<ReadonlySet<string>> => {
      const { rows } = await pool.query<{ owner: string }>({
        name: 'forgotten-keys',
        text: 'select owner from person_keys where owner = any($1::uuid[]) and wrapped is null',
        values: [uuidArray(owners)],
      })
      return new Set(rows.map(({ owner }) => owner))
    },

    /** Opens sealed values; null for a forgotten owner. */
    openAll: async <Value>(items: readonly Readonly<{ owner: string; sealed: Sealed | null }>[]): Promise<(Value | null)[]> => {
      const ring = await keys.keysOf(items.map(({ owner }) => owner))
      return items.map(({ owner, sealed }) => {
        if (sealed === null) return null
        const value = ring.has(owner) ? recent.get(sealed) : undefined
        return value === undefined ? unseal<Value>(ring, owner, sealed) : (value as Value)
      })
    },
  }
}
export type PersonalData = ReturnType<typeof personalData>

/** Opens one sealed value of a table; null if its owner was forgotten. */
export const openSealed = async <Value>(personal: PersonalData, owner: string, sealed: string): Promise<Value | null> =>
  (await personal.openAll<Value>([{ owner, sealed: sealed as Sealed }]))[0] ?? null

type Fields = Record<string, unknown>
type Change = readonly [at: number, change: Fields]

const textsIn = (events: readonly Readonly<{ data: object }>[], fields: readonly string[]) =>
  events.flatMap(({ data }, at) =>
    fields.flatMap((field) => {
      const text = (data as Fields)[field]
      return typeof text === 'string' ? [{ at, field, text, owner: (data as SealedFor).sealedFor }] : []
    }),
  )

const changedBy = <Event extends Readonly<{ data: object }>>(events: readonly Event[], changes: readonly Change[]): Event[] => {
  const all = [...events]
  for (const [at, change] of changes) {
    const event = all[at]
    if (event) all[at] = { ...event, data: { ...event.data, ...change } }
  }
  return all
}

export const openTexts = async <Event extends Readonly<{ data: object }>>(
  personal: PersonalData,
  fields: readonly string[],
  events: readonly Event[],
): Promise<readonly Event[]> => {
  const texts = textsIn(events, fields).flatMap(({ owner, ...text }) => (owner === undefined ? [] : [{ owner, ...text }]))
  if (texts.length === 0) return events
  const opened = await personal.openAll<string>(texts.map(({ owner, text }) => ({ owner, sealed: text as Sealed })))
  return changedBy(
    events,
    texts.map(({ at, field }, i) => [at, { [field]: opened[i] ?? null }]),
  )
}

/** Seals the texts of a table's events for the owner that the state names. Texts of a forgotten owner are dropped. */
export const sealedTexts = <Table extends EventTable, State>(
  personal: PersonalData,
  table: Table,
  ownerOf: (state: State) => string | null,
  fields = sealedIn(table),
): Codec<EventOf<Table>, State> => ({
  encode: async (events, state) => {
    const owner = ownerOf(state)
    const texts = owner === null ? [] : textsIn(events, fields)
    if (owner === null || texts.length === 0) return events
    const sealed = await personal.sealAll(texts.map(({ text }) => ({ owner, value: text })))
    return changedBy(
      events,
      texts.map(({ at, field }, i) => [at, { [field]: sealed[i], sealedFor: owner }]),
    )
  },
  decode: (events) => openTexts(personal, fields, events),
})

/**
 * Seals the one sealed field of a table's events for the owner that another field names. It reads as null once the
 * owner is forgotten.
 */
export const sealedField = <Table extends EventTable>(personal: PersonalData, table: Table, ownerField: string): Codec<EventOf<Table>> => {
  const [field = ''] = sealedIn(table)
  const ownerOf = (data: object): string => String((data as Fields)[ownerField])
  const replaced = <Kept extends { data: object }>(events: readonly Kept[], values: readonly unknown[]): Kept[] => {
    let next = 0
    return events.map((event) => (field in event.data ? { ...event, data: { ...event.data, [field]: values[next++] } } : event))
  }
  return {
    encode: async (events) => {
      const carrying = events.filter(({ data }) => field in data)
      return replaced(events, await personal.sealAll(carrying.map(({ data }) => ({ owner: ownerOf(data), value: (data as Fields)[field] }))))
    },
    decode: async (events) => {
      const carrying = events.filter(({ data }) => field in data)
      const opened = await personal.openAll(carrying.map(({ data }) => ({ owner: ownerOf(data), sealed: (data as Fields)[field] as Sealed | null })))
      return replaced(events, opened)
    },
  }
}
