import { type FragmentSqlToken, sql } from 'slonik'
import type { ProgramId } from '../../modules/kernel/ids.ts'
import { prepared, type Queries } from '../../modules/platform/postgres/database.ts'
import { type Asked, type At, type Declared, type Listed, listedOf, type Page, type Told } from './declaration.ts'
import { countRows, farRows } from './far.ts'
import { directions, limits, nothing, PREPARED_PAGES, rangeOf } from './page.ts'
import { alone, countOf, isFar, isNear, rowsAt } from './rows.ts'
import { sorted } from './sorted.ts'
import { statements } from './statement.ts'

/** The list's length, which each row of a page carries. A page without rows needs a count, except the first. */
export const totalOf = async (rows: readonly Told[], page: number, count: () => Promise<number>): Promise<number> =>
  rows[0]?.totalItems ?? (page === 1 ? 0 : await count())

/** The rows at given positions, `s (piece, key, created_at, position)`. */
const placed = ({ list, at, order, page }: Listed, places: FragmentSqlToken, total: FragmentSqlToken) => {
  const { table, as, countedRow, columns, joins } = list
  const direction = directions[order]
  return sql.type(countedRow)`${page <= PREPARED_PAGES ? prepared : nothing}
    select ${columns(at.now)}, ${total} as total_items
    from (${places}) s join ${table} ${as} on ${as}.network_id = ${at.networkId} and ${as}.created_at = s.created_at and ${as}.position = s.position
    ${joins} order by s.piece, s.key ${direction}, s.created_at ${direction}, s.position ${direction}`
}

/** A page that is not far. */
const nearPage = (listed: Listed) => {
  const { table, as, countedRow } = listed.list
  const total = countOf(listed)
  const condition = alone(listed)
  if (!condition || !isNear(listed)) return placed(listed, sql.fragment`select 0 as piece, x.* from (${rowsAt(listed)}) x`, total)
  // So few rows are skipped that a late join by position does not pay.
  const rows = sql.fragment`from ${table} ${as} where ${as}.network_id = ${listed.at.networkId} and ${condition}`
  return sql.type(countedRow)`${listed.page <= PREPARED_PAGES ? prepared : nothing}
    ${sorted(listed, rows, limits(rangeOf(listed)), nothing, sql.fragment`${total} as total_items`)}`
}

/** Reads pages of a list, of some of its programs or all. */
export const mergedPages = (list: Declared) => {
  const first = statements(
    ({ asked, inProgram }: Readonly<{ asked: Asked; inProgram: boolean }>, { program, ...at }: At & Readonly<{ program: ProgramId | null }>) =>
      nearPage(listedOf(list, asked, at, inProgram ? [program as ProgramId] : null)),
  )
  return async (db: Queries, asked: Asked, at: At, programs: readonly ProgramId[] | null): Promise<Page> => {
    const listed = listedOf(list, asked, at, programs)
    if (isFar(listed)) {
      const { rows, totalItems } = await farRows(db, listed)
      return { rows: rows ? await db.any(placed(listed, rows, sql.fragment`${totalItems}::int`)) : [], count: totalItems }
    }
    const [program = null, another] = programs ?? []
    const rows = await db.any(
      asked.page <= PREPARED_PAGES && !another ? first({ asked, inProgram: program !== null }, { program, ...at }) : nearPage(listed),
    )
    return { rows, count: await totalOf(rows, asked.page, () => countRows(db, listed)) }
  }
}
