import { type FragmentSqlToken, sql } from 'slonik'
import { prepared, type Queries } from '../../modules/platform/postgres/database.ts'
import type { Listed, Page } from './declaration.ts'
import { totalOf } from './merged-page.ts'
import { all, counted, limits, nothing, PREPARED_PAGES, rangeOf, sorting } from './page.ts'
import { either } from './search.ts'
import { isFew, matchesSearch, type SearchTargets } from './search-targets.ts'

type Key = Readonly<{ key: FragmentSqlToken; type: string; joins: FragmentSqlToken; condition?: FragmentSqlToken }>

/** The sort key of rows that are not merged, with the joins and the condition that it needs. */
export const keyOf = ({ list: { as }, by, at }: Listed): Key => {
  switch (by.by) {
    case 'creation':
      return { key: sql.fragment`${as}.created_at`, type: 'timestamptz', joins: nothing }
    case 'segment':
      return { key: by.key(as, at), type: by.type, joins: by.joins?.(sql.fragment`${as}.program_id`) ?? nothing }
    case 'column':
      return { key: sql.fragment`${as}.${by.column}`, type: by.type, joins: nothing }
    case 'walk': {
      // A condition on the other table, so that its index can be scanned in the order of the key.
      const condition = sql.fragment`${by.as}.network_id = ${at.networkId}`
      return { key: by.key, type: by.type, joins: sql.fragment`join ${by.table} ${by.as} on ${by.as}.id = ${as}.${by.on}`, condition }
    }
  }
}

/** `from … where …` of a list, or of a search in it. A program that is absent or of another network has no rows. */
export const rowsIn = (
  listed: Listed,
  resolved: Readonly<{ text: string; means: SearchTargets }> | null,
  behind?: FragmentSqlToken | null,
): FragmentSqlToken => {
  const { list, at, programs, filter } = listed
  const { table, as } = list
  const { joins, condition } = keyOf(listed)
  const conditions = [sql.fragment`${as}.network_id = ${at.networkId}`]
  if (programs) conditions.push(either(programs.map((id) => sql.fragment`${as}.program_id = ${id}`)))
  if (filter) conditions.push(filter(as))
  if (condition) conditions.push(condition)
  if (resolved) conditions.push(matchesSearch(at.networkId, resolved.text, resolved.means, list))
  if (behind) conditions.push(behind)
  return sql.fragment`from ${table} ${as} ${joins} where ${all(conditions)}`
}

/** The first rows in the list's order, with their columns and the columns `reported`. */
export const sorted = (listed: Listed, rows: FragmentSqlToken, limit: FragmentSqlToken, inside: FragmentSqlToken, reported: FragmentSqlToken) => {
  const { list, at, order } = listed
  const { as, columns, joins } = list
  const { key } = keyOf(listed)
  return sql.fragment`
    select ${columns(at.now)}, ${reported} from (
      select ${as}.*, ${key} as sort_key ${inside} ${rows} ${sorting(key, as, order)} ${limit}
    ) ${as} ${joins} ${sorting(sql.fragment`${as}.sort_key`, as, order)}`
}

/** A page of a resolved search. */
export const searchPage = async (db: Queries, listed: Listed, text: string, means: SearchTargets): Promise<Page> => {
  const rowsMeant = rowsIn(listed, { text, means })
  const { list, page } = listed
  const counting = () => counted(db, sql.fragment`select count(*) as count ${rowsMeant}`)
  const pageWith = (total: FragmentSqlToken) =>
    sorted(listed, rowsMeant, limits(rangeOf(listed)), sql.fragment`, ${total} as total_items`, sql.fragment`${list.as}.total_items`)
  // If a search finds many rows, a second statement counts them, so that the page need not read all.
  if (!isFew(means)) {
    const [rows, count] = await Promise.all([db.any(sql.type(list.countedRow)`${pageWith(sql.fragment`0`)}`), counting()])
    return { rows, count }
  }
  const rows = await db.any(sql.type(list.countedRow)`${page <= PREPARED_PAGES ? prepared : nothing} ${pageWith(sql.fragment`(count(*) over ())`)}`)
  return { rows, count: await totalOf(rows, page, counting) }
}
