import type pg from 'pg'
import { byteaArray } from '../postgres/pg-arrays.ts'
import type { MasterKeys } from './master-key.ts'
import { unwrap, wrap } from './sealing.ts'

const BATCH = 5_000

/** Tables of wrapped keys, and the column that names each key. */
const PLACES = [
  { table: 'person_keys', name: 'owner', type: 'uuid', first: '00000000-0000-0000-0000-000000000000' },
  { table: 'installation_keys', name: 'name', type: 'text', first: '' },
] as const

type Wrapped = Readonly<{ name: string; wrapped: Buffer }>

/** Re-wraps a key with the current master key if an older one wrapped it; null if the current one did. */
const moved = (masterKeys: MasterKeys, { name, wrapped }: Wrapped): Buffer | null => {
  const [first, ...others] = masterKeys
  try {
    unwrap([first], wrapped, name)
    return null
  } catch (error) {
    const [other, ...rest] = others
    if (!other) throw error
    return wrap([first], unwrap([other, ...rest], wrapped, name), name)
  }
}

/**
 * Re-wraps with the current master key all keys that another one wrapped. May run beside traffic, and more than once.
 * The keys themselves stay the same, so the log does not change. A key deleted meanwhile stays deleted.
 * @returns the numbers of re-wrapped keys and of all keys
 * @throws Error for a key that no master key opens
 */
export const wrapAnew = async (pool: Pick<pg.Pool, 'query'>, masterKeys: MasterKeys): Promise<{ moved: number; keys: number }> => {
  const done = { moved: 0, keys: 0 }
  for (const { table, name, type, first } of PLACES) {
    for (let after: string = first; ; ) {
      const { rows } = await pool.query<Wrapped>(
        `select ${name} as name, wrapped from ${table} where ${name} > $1::${type} and wrapped is not null order by ${name} limit ${BATCH}`,
        [after],
      )
      const last = rows.at(-1)
      if (!last) break
      after = last.name
      done.keys += rows.length
      const changes = rows.flatMap((row) => {
        const anew = moved(masterKeys, row)
        return anew ? [{ ...row, anew }] : []
      })
      if (changes.length === 0) continue
      const { rowCount } = await pool.query(
        `update ${table} k set wrapped = c.anew from unnest($1::${type}[], $2::bytea[], $3::bytea[]) as c (name, wrapped, anew)
         where k.${name} = c.name and k.wrapped = c.wrapped`,
        [changes.map((change) => change.name), byteaArray(changes.map(({ wrapped }) => wrapped)), byteaArray(changes.map(({ anew }) => anew))],
      )
      done.moved += rowCount ?? 0
    }
  }
  return done
}
