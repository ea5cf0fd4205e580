import { type PrimitiveValueExpression, type QuerySqlToken, sql } from 'slonik'
import type { ZodType } from 'zod'
import type { ProgramId } from '../../modules/kernel/ids.ts'
import { prepared, type Queries } from '../../modules/platform/postgres/database.ts'
import { type Asked, type At, type Counted, type Declared, type Listed, listedOf, type Page } from './declaration.ts'
import { counted, directions, nothing, PREPARED_PAGES } from './page.ts'
import { countOf, isFar, rowsAt } from './rows.ts'

/** Limits the cache, since clients decide which shapes are requested. */
const MOST_SHAPES = 300

type Values = Readonly<Record<string, PrimitiveValueExpression>>

/**
 * Caches composed statements by shape (order, filter, page size), since composing one takes a third of a request's
 * time. `compose` gets placeholders instead of values, so that no value gets into the cache; each call binds its own.
 */
export const statements = <Shape, Given extends Values, Row>(compose: (shape: Shape, given: Given) => QuerySqlToken<ZodType<Row>>) => {
  const known = new Map<string, QuerySqlToken<ZodType<Row>>>()
  return (shape: Shape, given: Given): QuerySqlToken<ZodType<Row>> => {
    const key = JSON.stringify(shape)
    let statement = known.get(key)
    if (!statement) {
      statement = compose(shape, Object.fromEntries(Object.keys(given).map((name) => [name, name])) as Given)
      if (known.size < MOST_SHAPES) known.set(key, statement)
    }
    return {
      ...statement,
      values: statement.values.map((name) => {
        const value = given[name as string]
        if (value === undefined) throw new Error(`A statement holds a value of its own: ${statement.sql}`)
        return value
      }),
    }
  }
}

/**
 * The list's length, which each row of a page contains. An empty page has no row, so the rows are counted, except for
 * the first page.
 */
export const totalOf = async (rows: readonly Counted[], page: number, count: () => Promise<number>): Promise<number> =>
  rows[0]?.totalItems ?? (page === 1 ? 0 : await count())

/** A page, and the list's length. The columns are joined by position, so that skipped rows are read only in indexes. */
const pageOf = (listed: Listed, total: number | null = null) => {
  const { at, order, page } = listed
  const { table, as, countedRow, columns, joins } = listed.list
  const direction = directions[order]
  return sql.type(countedRow)`${page <= PREPARED_PAGES ? prepared : nothing}
    select ${columns(at.now)}, ${countOf(listed)} as total_items
    from (${rowsAt(listed, total)}) s join ${table} ${as} on ${as}.network_id = ${at.networkId} and ${as}.created_at = s.created_at and ${as}.position = s.position
    ${joins} order by s.key ${direction}, s.created_at ${direction}, s.position ${direction}`
}

/** Reads pages of a list, for some or all of its programs. */
export const mergedPages = (list: Declared) => {
  const first = statements(
    ({ asked, inProgram }: Readonly<{ asked: Asked; inProgram: boolean }>, { program, ...at }: At & Readonly<{ program: ProgramId | null }>) =>
      pageOf(listedOf(list, asked, at, inProgram ? [program as ProgramId] : null)),
  )
  return async (db: Queries, asked: Asked, at: At, programs: readonly ProgramId[] | null): Promise<Page> => {
    const listed = listedOf(list, asked, at, programs)
    const length = () => counted(db, sql.fragment`${prepared} select ${countOf(listed)} as count`)
    const total = isFar(listed) ? await length() : null
    const [program = null, another] = programs ?? []
    const rows = await db.any(
      asked.page <= PREPARED_PAGES && !another ? first({ asked, inProgram: program !== null }, { program, ...at }) : pageOf(listed, total),
    )
    return { rows, count: await totalOf(rows, asked.page, length) }
  }
}
