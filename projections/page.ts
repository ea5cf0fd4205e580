import { type FragmentSqlToken, type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { ListOf, PageQuery } from '../modules/kernel/api.ts'
import type { Queries } from '../modules/platform/database.ts'

const Count = z.object({ count: z.number().int() })

/** A page of rows and how many there are in all. */
export const pageOf = async <Row, Shown>(
  db: Queries,
  { page, pageSize }: PageQuery,
  rows: QuerySqlToken<z.ZodType<Row>>,
  from: FragmentSqlToken,
  show: (row: Row) => Shown,
): Promise<ListOf<Shown>> => {
  const [found, totalItems] = await Promise.all([db.any(rows), db.oneFirst(sql.type(Count)`select count(*) as count ${from}`)])
  return { data: found.map((row) => show(row as Row)), pagination: { page, pageSize, totalPages: Math.ceil(totalItems / pageSize), totalItems } }
}

/** The page of a network that does not exist: a user without one sees empty lists (decision 4). */
export const emptyPage = ({ page, pageSize }: PageQuery): ListOf<never> => ({
  data: [],
  pagination: { page, pageSize, totalPages: 0, totalItems: 0 },
})

/** `limit … offset …` of a page. */
export const limits = ({ page, pageSize }: PageQuery): FragmentSqlToken => sql.fragment`limit ${pageSize} offset ${(page - 1) * pageSize}`

/** A pattern that finds a text anywhere, its own wildcards taken literally. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** The last row of a page by what rows are sorted by; the next page begins behind it. */
export type Last = Readonly<{ sortKey: string; position: number }>
export const Last = z.object({ sortKey: z.string(), position: z.number().int() })

/** Only rows behind this one in an order: the first condition alone can be looked up where keys are another table's. */
export const behind = (
  last: Last,
  key: FragmentSqlToken,
  type: FragmentSqlToken,
  position: FragmentSqlToken,
  order: 'asc' | 'desc',
): FragmentSqlToken => {
  const value = sql.fragment`${last.sortKey}::${type}`
  return order === 'asc'
    ? sql.fragment`(${key} >= ${value} and (${key}, ${position}) > (${value}, ${last.position}))`
    : sql.fragment`(${key} <= ${value} and (${key}, ${position}) < (${value}, ${last.position}))`
}
