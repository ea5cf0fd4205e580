import { type FragmentSqlToken, type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { ListOf, PageQuery } from '../modules/kernel/api.ts'
import { literal, type Queries } from '../modules/platform/database.ts'

const Count = z.object({ count: z.number().int() })

/** A page of a list that has so many items in all. */
export const listOf = <Shown>({ page, pageSize }: PageQuery, data: Shown[], totalItems: number): ListOf<Shown> => ({
  data,
  pagination: { page, pageSize, totalPages: Math.ceil(totalItems / pageSize), totalItems },
})

/** A page of rows and how many there are in all. */
export const pageOf = async <Row, Shown>(
  db: Queries,
  { page, pageSize }: PageQuery,
  rows: QuerySqlToken<z.ZodType<Row>>,
  from: FragmentSqlToken,
  show: (row: Row) => Shown,
): Promise<ListOf<Shown>> => {
  const [found, totalItems] = await Promise.all([db.any(rows), db.oneFirst(sql.type(Count)`select count(*) as count ${from}`)])
  return listOf(
    { page, pageSize },
    found.map((row) => show(row as Row)),
    totalItems,
  )
}

/** The page of a network that does not exist: a user without one sees empty lists (R29). */
export const emptyPage = (query: PageQuery): ListOf<never> => listOf(query, [], 0)

/** How many rows a list has in all, which each row of a page tells; of a page without rows it must be counted, but of the first. */
export const totalOf = async (rows: readonly Readonly<{ totalItems: number }>[], page: number, counted: () => Promise<number>): Promise<number> =>
  rows[0]?.totalItems ?? (page === 1 ? 0 : await counted())

export const offsetOf = ({ page, pageSize }: PageQuery): number => (page - 1) * pageSize

/** Up to here a page is merged from the beginnings of all that its list is made of, or of as many as are needed, in one statement. */
const NEAR = 100
export const isNear = (page: PageQuery): boolean => offsetOf(page) <= NEAR

/** `limit … offset …` of a page. */
export const limits = (page: PageQuery): FragmentSqlToken => rowsFrom(offsetOf(page), page.pageSize)

/** The first pages of lists are asked for so often that their plans are kept. */
export const KEPT_PAGES = 3

/** `limit … offset …`; of the first pages in words that their plans know. */
export const rowsFrom = (offset: number, count: number): FragmentSqlToken =>
  sql.fragment`limit ${literal(count)} offset ${offset < KEPT_PAGES * count ? literal(offset) : sql.fragment`${offset}`}`

/**
 * A list of up to so many rows is read and sorted whole where it is ordered by payor. Of a longer one the rows of a page are soon met
 * on a walk through the payors by name, which for a few rows would go through all of them.
 */
export const SHORT = 3_000

/** A pattern that finds a text anywhere, its own wildcards taken literally. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** The last row of a page by what rows are sorted by: a key, then their creation. The next page begins behind it. */
export const Last = z.object({ sortKey: z.string(), sortAt: z.string(), position: z.number().int() })
export type Last = z.infer<typeof Last>

/** Only rows of `table` behind this one in an order: the first condition alone can be looked up where keys are another table's. */
export const behind = (
  last: Last,
  key: FragmentSqlToken,
  type: FragmentSqlToken,
  table: FragmentSqlToken,
  order: 'asc' | 'desc',
): FragmentSqlToken => {
  const value = sql.fragment`${last.sortKey}::${type}`
  const here = sql.fragment`(${key}, ${table}.created_at, ${table}.position)`
  const there = sql.fragment`(${value}, ${last.sortAt}::timestamptz, ${last.position})`
  return order === 'asc' ? sql.fragment`(${key} >= ${value} and ${here} > ${there})` : sql.fragment`(${key} <= ${value} and ${here} < ${there})`
}

export const directions = { asc: sql.fragment`asc`, desc: sql.fragment`desc` } as const

/** What every list is sorted by: its key, then when rows came to be, so that no two are alike. */
export const sorting = (key: FragmentSqlToken, table: FragmentSqlToken, order: 'asc' | 'desc'): FragmentSqlToken => {
  const direction = directions[order]
  return sql.fragment`order by ${key} ${direction}, ${table}.created_at ${direction}, ${table}.position ${direction}`
}
