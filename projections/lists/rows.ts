import { type FragmentSqlToken, sql } from 'slonik'
import type { PageQuery } from '../../modules/kernel/api.ts'
import { literal } from '../../modules/platform/postgres/database.ts'
import type { Direction, Listed, Order, Tables } from './declaration.ts'
import { all, and, directions, limits, nothing, type Range, rangeOf, sorting } from './page.ts'

/** Reads a range of a list's rows as (key, created_at, position), in its order or from its end. */
export type Rows = (order: Direction, range: Range) => FragmentSqlToken

/** The last row, by offset, of a near page: merged from the heads of segments in one statement. */
const NEAR = 100
/** From this offset on a page that one index holds is read from the nearer end of the list. */
const FAR = 5_000
/**
 * Up to this length a list ordered by another table's key is read and sorted whole. For a longer one a scan of that table in order soon
 * meets a page's rows; for a few rows it would scan all of it.
 */
export const SHORT = 3_000

type ByColumn = Extract<Order, { by: 'column' }>
type Shelf = NonNullable<Tables['shelf']>

const r = sql.fragment`r`
const x = sql.fragment`x`
const none = sql.fragment`0::bigint`
export const comma = sql.fragment`, `
/**
 * Constants of ours as text in a statement. A single one is hidden from the planner by a subselect, as the number of programs is: for a
 * rare value, or for one program, it would choose a slower plan.
 */
export const word = (value: string): FragmentSqlToken => sql.fragment`(select ${sql.literalValue(value)})`
export const words = (values: readonly string[]): FragmentSqlToken => sql.fragment`array[${sql.join(values.map(sql.literalValue), comma)}]`

const idsOf = (programs: NonNullable<Listed['programs']>): FragmentSqlToken =>
  'length' in programs ? sql.fragment`(select array[${sql.join([...programs], comma)}]::uuid[])::uuid[]` : programs

/** The list's length, from the maintained counts. */
export const countOf = ({ list: { counts }, at: { networkId }, programs, filter }: Listed): FragmentSqlToken => sql.fragment`
  (select coalesce(sum(r.${counts.rows}), 0) from ${counts.table} r
   where r.scope = any(${idsOf(programs ?? sql.fragment`array[${networkId}]::uuid[]`)}) and r.network_id = ${networkId} ${and(filter?.(r))})`

/** The condition for the counts `r` of a list's segments. */
export const isSegment = ({ at: { networkId }, programs, filter }: Listed): FragmentSqlToken => sql.fragment`
  r.network_id = ${networkId} and r.scope <> r.network_id ${programs ? sql.fragment`and r.scope = any(${idsOf(programs)})` : nothing} ${and(filter?.(r))}`

export const programsOf = ({ by }: Listed): FragmentSqlToken => ('joins' in by && by.joins ? by.joins(sql.fragment`r.scope`) : nothing)

/** The key that all rows of a segment have, if the order is one of segments. */
export const keyOfSegment = ({ by, at }: Listed): FragmentSqlToken => (by.by === 'segment' ? by.key(r, at) : none)

/** A list's segments as `r`, in the order of their keys, which the merge of their heads can use. */
const segmentsOf = (listed: Listed, condition?: FragmentSqlToken): FragmentSqlToken => {
  const { counts } = listed.list
  const columns = counts.segment.map(({ column }) => sql.fragment`, r.${column}`)
  return sql.fragment`
    (select r.scope as program_id ${columns.length > 0 ? sql.join(columns, nothing) : nothing}, ${keyOfSegment(listed)} as key
     from ${counts.table} r ${programsOf(listed)} where ${isSegment(listed)} ${and(condition)} order by key ${directions[listed.order]}) r`
}

/** Rows as (key, created_at, position), sorted by the key, if any. */
const rowsWhere = ({ list: { table, as } }: Listed, condition: FragmentSqlToken, key: FragmentSqlToken | null, order: Direction) => sql.fragment`
  select ${key ?? none} as key, ${as}.created_at, ${as}.position from ${table} ${as} where ${condition} ${sorting(key, as, order)}`

/** Rows that one index holds in the order of the list. */
export const held =
  (listed: Listed, condition: FragmentSqlToken, key: FragmentSqlToken | null): Rows =>
  (order, range) =>
    sql.fragment`${rowsWhere(listed, condition, key, order)} ${limits(range)}`

/** Merges the heads of the `r` in `from` (lateral join), by each row's own key or its segment's. */
export const merged =
  (listed: Listed, from: FragmentSqlToken, condition: FragmentSqlToken, own: FragmentSqlToken | null, ofSegment = false): Rows =>
  (order, range) => {
    const key = ofSegment ? sql.fragment`r.key` : sql.fragment`x.key`
    return sql.fragment`
      select ${key}, x.created_at, x.position from ${from}
      cross join lateral (${rowsWhere(listed, condition, own, order)} limit ${literal(range.offset + range.count)}) x
      ${sorting(key, x, order)} ${limits(range)}`
  }

const isOfProgram = ({ list: { as } }: Listed): FragmentSqlToken => sql.fragment`${as}.program_id = r.program_id`
export const isOfSegment = ({ list: { as, counts } }: Listed, program = sql.fragment`r.program_id`): FragmentSqlToken =>
  all([sql.fragment`${as}.program_id = ${program}`, ...counts.segment.map(({ column }) => sql.fragment`${as}.${column} = r.${column}`)])

/** Merges whole programs by creation. */
export const ofPrograms = (listed: Listed, ids: FragmentSqlToken): Rows =>
  merged(listed, sql.fragment`unnest(${ids}) r(program_id)`, isOfProgram(listed), null)

/** The condition for all rows of the network with a value on the shelf. */
export const ofShelf = ({ list: { as }, at }: Listed, { column, condition }: Shelf, value: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`${as}.network_id = ${at.networkId} and ${as}.${column} = ${value} and ${condition}`

/** A list's rows on the shelf, by creation. */
const shelved = (listed: Listed, shelf: Shelf): Rows => {
  const values = words(listed.onShelf ? [listed.onShelf] : shelf.values)
  if (listed.programs) return merged(listed, segmentsOf(listed, sql.fragment`r.${shelf.column} = any(${values})`), isOfSegment(listed), null)
  return merged(listed, sql.fragment`unnest(${values}) r(${shelf.column})`, ofShelf(listed, shelf, sql.fragment`r.${shelf.column}`), null)
}

/** Merges the rows of programs `r` by a column, each from its index. */
export const byColumn = (listed: Listed, { column, unshelved }: ByColumn, programs: FragmentSqlToken, condition: FragmentSqlToken | null): Rows => {
  const key = sql.fragment`${listed.list.as}.${column}`
  return merged(listed, programs, sql.fragment`${isOfProgram(listed)} ${and(unshelved)} ${and(condition)}`, key)
}

/** By another table's key: sorts a short list, and for a long one scans that table's index in order. */
const byWalk =
  (listed: Listed, by: Extract<Order, { by: 'walk' }>): Rows =>
  (order, range) => {
    const { at, programs, filter } = listed
    const { table, as, counts } = listed.list
    const rows = sql.fragment`${sorting(by.key, as, order)} ${limits(range)}`
    // `offset 0` keeps the planner from scanning the whole other table, or all rows.
    return sql.fragment`
      select x.* from (select ${countOf(listed)} as rows) l cross join lateral (
        (select ${by.key} as key, ${as}.created_at, ${as}.position from ${counts.table} r
         cross join lateral (
           select ${as}.${by.on}, ${as}.created_at, ${as}.position from ${table} ${as}
           where ${isOfSegment(listed, sql.fragment`r.scope`)} offset 0
         ) ${as}
         cross join lateral (select ${by.key} from ${by.table} ${by.as} where ${by.as}.id = ${as}.${by.on} offset 0) ${by.as}
         where l.rows <= ${literal(SHORT)} and ${isSegment(listed)} ${rows})
        union all
        (select ${by.key} as key, ${as}.created_at, ${as}.position from ${by.table} ${by.as} join ${table} ${as} on ${as}.${by.on} = ${by.as}.id
         where l.rows > ${literal(SHORT)} and ${by.as}.network_id = ${at.networkId} and ${as}.network_id = ${at.networkId}
           ${programs ? sql.fragment`and ${as}.program_id = any(${idsOf(programs)})` : nothing} ${and(filter?.(as))} ${rows})
      ) x`
  }

/** The condition of a list that a single index holds in its order; null for others. A program may be another network's. */
export const alone = (listed: Listed): FragmentSqlToken | null => {
  const { list, at, by, programs, filter, onShelf } = listed
  const { as, shelf } = list
  if (by.by === 'creation' && shelf && onShelf && !programs) return ofShelf(listed, shelf, word(onShelf))
  if (filter || (by.by !== 'creation' && !(by.by === 'column' && by.index === 'network'))) return null
  if (!programs) return sql.fragment`${as}.network_id = ${at.networkId}`
  return 'length' in programs && programs.length === 1 ? sql.fragment`${as}.program_id = ${programs[0] ?? null}` : null
}

/** The rows of a list that a single index holds; null for others. */
export const inOne = (listed: Listed): Rows | null => {
  const condition = alone(listed)
  return condition && held(listed, condition, listed.by.by === 'column' ? sql.fragment`${listed.list.as}.${listed.by.column}` : null)
}

/** Merges a near page from the heads of the list's parts. */
export const nearRows = (listed: Listed): FragmentSqlToken => {
  const { list, by, order, programs, filter, onShelf } = listed
  const range = rangeOf(listed)
  if (by.by === 'walk') return byWalk(listed, by)(order, range)
  if (by.by === 'creation' && programs && !filter) return ofPrograms(listed, idsOf(programs))(order, range)
  if (by.by !== 'column') return merged(listed, segmentsOf(listed), isOfSegment(listed), null, true)(order, range)
  const withSegments = sql.fragment`(select distinct r.scope as program_id from ${list.counts.table} r where ${isSegment(listed)}) r`
  const keyed = byColumn(listed, by, withSegments, filter?.(list.as) ?? null)
  const { shelf } = list
  if (!shelf || !by.unshelved || (filter && !onShelf)) return keyed(order, range)
  const rest = shelved(listed, shelf)
  if (onShelf) return rest(order, range)
  const first = { offset: 0, count: range.offset + range.count }
  return sql.fragment`
    select x.key, x.created_at, x.position from ((${keyed(order, first)}) union all (${rest(order, first)})) x
    ${sorting(sql.fragment`x.key`, x, order)} ${limits(range)}`
}

export const isNear = (page: PageQuery): boolean => rangeOf(page).offset <= NEAR

/** Whether a page has to be located by the counts first. */
export const isFar = (listed: Listed): boolean => (alone(listed) ? rangeOf(listed).offset > FAR : listed.by.by !== 'walk' && !isNear(listed))

/** The positions of a near page's rows, as (key, created_at, position) to be sorted by these three. */
export const rowsAt = (listed: Listed): FragmentSqlToken => inOne(listed)?.(listed.order, rangeOf(listed)) ?? nearRows(listed)
