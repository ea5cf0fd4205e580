import { type FragmentSqlToken, sql } from 'slonik'
import type { ProgramId } from '../../modules/kernel/ids.ts'
import { literal } from '../../modules/platform/postgres/database.ts'
import type { Listed, Order } from './declaration.ts'
import { all, and, directions, limits, nothing, rangeOf, sorting } from './page.ts'

/** From this offset on, a page of a list that one index holds is read from the nearer end. */
const FAR = 5_000
/**
 * A list up to this length is read and sorted as a whole, if its order is the key of another table. For a longer list,
 * that table is scanned in order, which soon finds a page's rows; for a short list it would be scanned to the end.
 */
export const SHORT = 3_000

const r = sql.fragment`r`
const none = sql.fragment`0::bigint`
const comma = sql.fragment`, `
/**
 * Hides a constant from the planner in a subselect, as `idsOf` hides the number of programs. Otherwise the planner
 * would choose a slower plan for a rare value, or for one program.
 */
export const word = (value: string): FragmentSqlToken => sql.fragment`(select ${sql.literalValue(value)})`

const idsOf = (programs: readonly ProgramId[]): FragmentSqlToken => sql.fragment`(select array[${sql.join([...programs], comma)}]::uuid[])::uuid[]`

/** The list's length, from the maintained counts. */
export const countOf = ({ list: { counts }, at: { networkId }, programs, filter }: Listed): FragmentSqlToken => sql.fragment`
  (select coalesce(sum(r.${counts.rows}), 0) from ${counts.table} r
   where r.scope = any(${programs ? idsOf(programs) : sql.fragment`array[${networkId}]::uuid[]`}) and r.network_id = ${networkId} ${and(filter?.(r))})`

/** The condition for the counts `r` of a list's segments. */
const isSegment = ({ at: { networkId }, programs, filter }: Listed): FragmentSqlToken => sql.fragment`
  r.network_id = ${networkId} and r.scope <> r.network_id ${programs ? sql.fragment`and r.scope = any(${idsOf(programs)})` : nothing} ${and(filter?.(r))}`

/** The segments of a list as `r`, ordered by their keys if they have any, so that the merge can use the order. */
const segmentsOf = (listed: Listed): FragmentSqlToken => {
  const { by, at, order } = listed
  const { counts } = listed.list
  const columns = counts.segment.map(({ column }) => sql.fragment`, r.${column}`)
  const [key, joins] = by.by === 'segment' ? [by.key(r, at), by.joins?.(sql.fragment`r.scope`) ?? nothing] : [none, nothing]
  return sql.fragment`
    (select r.scope as program_id ${columns.length > 0 ? sql.join(columns, nothing) : nothing}, ${key} as key
     from ${counts.table} r ${joins} where ${isSegment(listed)} order by key ${directions[order]}) r`
}

/** Rows as (key, created_at, position), sorted by the key if there is one. */
const rowsWhere = ({ list: { table, as }, order }: Listed, condition: FragmentSqlToken, key: FragmentSqlToken | null) => sql.fragment`
  select ${key ?? none} as key, ${as}.created_at, ${as}.position from ${table} ${as} where ${condition} ${sorting(key, as, order)}`

/**
 * Merges the first rows of each segment `r` in `from` (lateral join), by the key of each row, or by that of its segment
 * if `own` is null.
 */
const merged = (listed: Listed, from: FragmentSqlToken, condition: FragmentSqlToken, own: FragmentSqlToken | null, key = sql.fragment`x.key`) => {
  const { offset, count } = rangeOf(listed)
  return sql.fragment`
    select ${key}, x.created_at, x.position from ${from}
    cross join lateral (${rowsWhere(listed, condition, own)} limit ${literal(offset + count)}) x
    ${sorting(key, sql.fragment`x`, listed.order)} ${limits({ offset, count })}`
}

const isOfProgram = ({ list: { as } }: Listed): FragmentSqlToken => sql.fragment`${as}.program_id = r.program_id`
const isOfSegment = ({ list: { as, counts } }: Listed, program = sql.fragment`r.program_id`): FragmentSqlToken =>
  all([sql.fragment`${as}.program_id = ${program}`, ...counts.segment.map(({ column }) => sql.fragment`${as}.${column} = r.${column}`)])

/** Orders a list by another table's key: sorts a short list; for a long one, scans that table's index. */
const byWalk = (listed: Listed, by: Extract<Order, { by: 'walk' }>): FragmentSqlToken => {
  const { at, programs, filter, order } = listed
  const { table, as, counts } = listed.list
  const rows = sql.fragment`${sorting(by.key, as, order)} ${limits(rangeOf(listed))}`
  // `offset 0` prevents the planner from scanning all of the other table, or all rows.
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

/**
 * The condition of a list that one index holds in its order; null for other lists. The given program may belong to
 * another network.
 */
const alone = ({ list: { as }, at, by, programs, filter }: Listed): FragmentSqlToken | null => {
  if (filter || (by.by !== 'creation' && !(by.by === 'column' && by.index === 'network'))) return null
  if (!programs) return sql.fragment`${as}.network_id = ${at.networkId}`
  return programs.length === 1 ? sql.fragment`${as}.program_id = ${programs[0] ?? null}` : null
}

/**
 * True for a far page of a list that one index holds. It is worth counting the rows then, to read the page from the
 * nearer end.
 */
export const isFar = (listed: Listed): boolean => rangeOf(listed).offset > FAR && alone(listed) !== null

/**
 * The positions of a page's rows, as (key, created_at, position). A far page is read from the nearer end, which needs
 * the list's length.
 */
export const rowsAt = (listed: Listed, total: number | null = null): FragmentSqlToken => {
  const { list, by, programs, filter } = listed
  if (by.by === 'walk') return byWalk(listed, by)
  const own = by.by === 'column' ? sql.fragment`${list.as}.${by.column}` : null
  const condition = alone(listed)
  if (condition) {
    const { offset, count } = rangeOf(listed)
    const behind = total === null ? offset : Math.max(0, total - offset - count)
    if (total === null || behind >= offset) return sql.fragment`${rowsWhere(listed, condition, own)} ${limits({ offset, count })}`
    const order = listed.order === 'asc' ? 'desc' : 'asc'
    return sql.fragment`${rowsWhere({ ...listed, order }, condition, own)} ${limits({ offset: behind, count: Math.max(0, Math.min(count, total - offset)) })}`
  }
  if (by.by === 'creation' && programs && !filter)
    return merged(listed, sql.fragment`unnest(${idsOf(programs)}) r(program_id)`, isOfProgram(listed), null)
  if (!own) return merged(listed, segmentsOf(listed), isOfSegment(listed), null, sql.fragment`r.key`)
  const withSegments = sql.fragment`(select distinct r.scope as program_id from ${list.counts.table} r where ${isSegment(listed)}) r`
  return merged(listed, withSegments, sql.fragment`${isOfProgram(listed)} ${and(filter?.(list.as))}`, own)
}
