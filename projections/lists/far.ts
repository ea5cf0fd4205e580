import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { ProgramId } from '../../modules/kernel/ids.ts'
import { prepared, type Queries } from '../../modules/platform/postgres/database.ts'
import { cut, type Group } from './cut.ts'
import type { Direction, Listed } from './declaration.ts'
import { all, counted, nothing, opposite, rangeOf } from './page.ts'
import {
  byColumn,
  comma,
  countOf,
  held,
  inOne,
  isOfSegment,
  isSegment,
  keyOfSegment,
  merged,
  ofPrograms,
  ofShelf,
  programsOf,
  type Rows,
  word,
  words,
} from './rows.ts'

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
const uuids = (values: readonly string[]) => sql.array([...values], 'uuid')

export const countRows = (db: Queries, listed: Listed): Promise<number> => counted(db, sql.fragment`${prepared} select ${countOf(listed)} as count`)

const Segment = z.object({
  programId: ProgramId,
  /** The values of the segment's columns. */
  at: z.array(z.string()),
  rows: z.number().int(),
  /** Its value on the shelf; null if it is not there. */
  shelf: z.string().nullable(),
  /** The rank of its key in the list's order. */
  place: z.number().int(),
})
type Segment = z.infer<typeof Segment>

/** A list's segments; in an order by a column, those on the shelf come first. */
const readSegments = (db: Queries, listed: Listed): Promise<readonly Segment[]> => {
  const { counts, shelf } = listed.list
  const at = counts.segment.map(({ column }) => sql.fragment`r.${column}::text`)
  const value = shelf ? sql.fragment`case when r.${shelf.column} = any(${words(shelf.values)}) then r.${shelf.column} end` : sql.fragment`null::text`
  const key = listed.by.by === 'column' && listed.by.unshelved ? sql.fragment`${value} is null` : keyOfSegment(listed)
  return db.any(sql.type(Segment)`${prepared}
    select r.scope as program_id, array[${at.length > 0 ? sql.join(at, comma) : nothing}]::text[] as at, r.${counts.rows} as rows, ${value} as shelf,
           dense_rank() over (order by ${key}) as place
    from ${counts.table} r ${programsOf(listed)} where ${isSegment(listed)}`)
}

/** Groups segments by key, in the order of the keys. */
const grouped = (segments: readonly Segment[], order: Direction): Group<readonly Segment[]>[] => {
  const groups = new Map<number, Segment[]>()
  for (const segment of segments) {
    const group = groups.get(segment.place)
    if (group) group.push(segment)
    else groups.set(segment.place, [segment])
  }
  const sorted = [...groups].sort(([a], [b]) => (order === 'asc' ? a - b : b - a))
  return sorted.map(([, source]) => ({ source, count: source.reduce((sum, { rows }) => sum + rows, 0) }))
}

/** How to read the rows of a group of segments: the index that holds them together. */
const lying = (listed: Listed, segments: readonly Segment[]): Rows => {
  const { list, by, programs, filter } = listed
  const { as, counts, shelf } = list
  const [first] = segments
  const programIds = segments.map(({ programId }) => programId)
  const valuesOf = (i: number) => segments.map(({ at }) => at[i] ?? '')
  const whole = by.by === 'segment' ? by.whole : by.by === 'creation' ? 'program' : undefined
  if (by.by === 'column' && !(by.unshelved && first?.shelf)) {
    // The filter as the remaining values, for which the planner has statistics.
    const condition = counts.segment.map(({ column, type }, i) => sql.fragment`${as}.${column} = any(${sql.array(unique(valuesOf(i)), type)})`)
    return byColumn(listed, by, sql.fragment`unnest(${uuids(unique(programIds))}) r(program_id)`, condition.length > 0 ? all(condition) : null)
  }
  if (whole === 'shelf' && shelf && first?.shelf && !programs) return held(listed, ofShelf(listed, shelf, word(first.shelf)), null)
  if (whole === 'program' && !filter) return ofPrograms(listed, sql.fragment`${uuids(unique(programIds))}`)
  const names = [sql.fragment`program_id`, ...counts.segment.map(({ column }) => column)]
  const arrays = [uuids(programIds), ...counts.segment.map(({ type }, i) => sql.array(valuesOf(i), type))]
  return merged(listed, sql.fragment`unnest(${sql.join(arrays, comma)}) r(${sql.join(names, comma)})`, isOfSegment(listed), null)
}

/**
 * The positions of a far page's rows, as (piece, key, created_at, position) to be sorted by these four, and the list's length. No row is
 * counted, and except for the farthest pages hardly more is read than is shown.
 */
export const farRows = async (db: Queries, listed: Listed): Promise<{ rows: FragmentSqlToken | null; totalItems: number }> => {
  const whole = inOne(listed)
  const segments = whole ? [] : await readSegments(db, listed)
  const totalItems = whole ? await countRows(db, listed) : segments.reduce((sum, { rows }) => sum + rows, 0)
  const groups = whole
    ? [{ source: whole, count: totalItems }]
    : grouped(segments, listed.order).map(({ source, count }) => ({ source: lying(listed, source), count }))
  const pieces = cut(groups, rangeOf(listed).offset, listed.pageSize).map(({ source, fromEnd, offset, count }, piece) => {
    const rows = source(fromEnd ? opposite[listed.order] : listed.order, { offset, count })
    return sql.fragment`(select ${piece}::int as piece, x.* from (${rows}) x)`
  })
  return { rows: pieces.length > 0 ? sql.fragment`${sql.join(pieces, sql.fragment` union all `)}` : null, totalItems }
}
