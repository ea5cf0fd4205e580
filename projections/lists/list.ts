/**
 * The list engine. A list is a declaration (declaration.ts) of its table, columns, orders, filters and search. Two
 * kinds exist.
 *
 * A plain list (plain.ts) is short, or an index finds its rows: they are sorted and counted for each request.
 *
 * A list of a network (this file) may have a million rows, and any page in any order must cost the same as among a
 * thousand:
 *
 * - Its length is maintained. The projector counts rows by *segment*: the rows of one program with the same values in
 *   some columns. Bills are counted by program, state and due date, payments by program. A filter selects whole
 *   segments, so its length is a sum of counts.
 * - A page is merged from the heads of segments (rows.ts): an index holds each segment by creation, and each head is as
 *   long as the end of the page. An order by a column reads the heads of programs instead; an order by another table's
 *   key sorts a short list, and scans that table's index for a long one. If one index holds the whole list, only that
 *   is read. The merge reads keys; the rows of the page are joined by (created_at, position), which is unique in a
 *   network.
 * - A search (search-targets.ts, search.ts) first resolves the text to programs, payors and bills. If it names programs
 *   alone, the list of these programs is merged as usual. The rows of few bills and payors are sorted and counted in
 *   one statement; the rows of many are counted by a second one.
 * - An export reads the whole list by keyset pagination on key, creation and position.
 *
 * First pages are prepared statements (statement.ts): composed once per shape, with a generic plan and literal limits,
 * which the planner needs. Rarer pages are planned each time. Some conditions are hidden from the planner (`word`,
 * `offset 0`, `materialized`) where its choice would be slower.
 */
import { sql } from 'slonik'
import type { ZodType } from 'zod'
import type { Instant } from '../../modules/kernel/dates.ts'
import { type NetworkId, ProgramId } from '../../modules/kernel/ids.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { type ListOf, paged } from '../../modules/shared/api.ts'
import { type Asked, type Declaration, type Declared, type ListQuery, listedOf, reportedRow } from './declaration.ts'
import { mergedPages } from './merged-page.ts'
import { behind, emptyPage, Last, nothing } from './page.ts'
import { meansProgramsAlone, meantBy, resolveSearch } from './search-targets.ts'
import { keyOf, rowsIn, searchPage, sorted } from './sorted.ts'

/** A program that is absent or of another network, or an invalid id, makes the list empty (R102). */
export const programIn = ({ assessmentProgramId: id }: Pick<ListQuery, 'assessmentProgramId'>): ProgramId | 'none' | null =>
  id === undefined ? null : (ProgramId.safeParse(id).data ?? 'none')

export const networkList = <Query extends ListQuery, Row, Item>(declaration: Declaration<Query, Row, Item>) => {
  const list: Declared = { ...declaration, countedRow: reportedRow(declaration.row) }
  const RowBehind = declaration.row.extend(Last.shape) as unknown as ZodType<Row & Last>
  const merged = mergedPages(list)

  /**
   * Reads a page. Its rows are counted only if a search finds payors or bills; otherwise the maintained counts have the
   * length.
   */
  const page = async (db: Queries, networkId: NetworkId, query: Query, now: Instant): Promise<ListOf<Item>> => {
    const { search, assessmentProgramId: _, ...asked } = query
    const at = { networkId, now }
    const program = programIn(query)
    if (program === 'none') return emptyPage(query)
    const text = search && (await meantBy(db, networkId, search))
    const found = async () => {
      const means = text ? await resolveSearch(db, networkId, text) : null
      const programs = program ? [program] : null
      if (!text || !means) return merged(db, asked, at, programs)
      if (!meansProgramsAlone(means) || list.search.byId?.(text)) return searchPage(db, listedOf(list, asked, at, programs), text, means)
      const named = means.programs.filter((id) => !program || id === program)
      return named.length > 0 ? merged(db, asked, at, named) : { rows: [], count: 0 }
    }
    const { rows, count } = await found()
    return paged(
      query,
      rows.map((row) => declaration.show(row as Row)),
      count,
    )
  }

  /** Reads `count` rows after `last` (keyset pagination), or the first ones if it is not given. */
  const rowsBehind = async (
    db: Queries,
    networkId: NetworkId,
    query: Omit<Query, 'page' | 'pageSize'>,
    now: Instant,
    last: Last | null,
    count: number,
  ): Promise<readonly (Row & Last)[]> => {
    const { search, assessmentProgramId, ...asked } = query as Omit<ListQuery, 'page' | 'pageSize'>
    const program = programIn({ assessmentProgramId })
    if (program === 'none') return []
    const text = search && (await meantBy(db, networkId, search))
    const resolved = text ? { text, means: await resolveSearch(db, networkId, text) } : null
    const listed = listedOf(list, { ...asked, page: 1, pageSize: count } satisfies Asked, { networkId, now }, program ? [program] : null)
    const { as } = list
    const { key, type } = keyOf(listed)
    const rows = rowsIn(listed, resolved, last && behind(last, key, type, as, listed.order))
    const sums = sql.fragment`${as}.sort_key::text as sort_key, ${as}.created_at::text as sort_at, ${as}.position`
    return db.any(sql.type(RowBehind)`${sorted(listed, rows, sql.fragment`limit ${count}`, nothing, sums)}`)
  }

  return { page, rowsBehind }
}
