import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { ListOf, PageQuery } from '../../modules/kernel/api.ts'
import { literal, type Queries } from '../../modules/platform/postgres/database.ts'
import type { Direction } from './declaration.ts'

export const nothing = sql.fragment``
export const and = (condition: FragmentSqlToken | null | undefined): FragmentSqlToken => (condition ? sql.fragment`and ${condition}` : nothing)
export const all = (conditions: readonly FragmentSqlToken[]): FragmentSqlToken => sql.fragment`${sql.join(conditions, sql.fragment` and `)}`

/** A page of a list that has so many items in all. */
export const listOf = <Item>({ page, pageSize }: PageQuery, data: Item[], totalItems: number): ListOf<Item> => ({
  data,
  pagination: { page, pageSize, totalPages: Math.ceil(totalItems / pageSize), totalItems },
})

/** The page of a network that does not exist: a user without one sees empty lists (R29). */
export const emptyPage = (query: PageQuery): ListOf<never> => listOf(query, [], 0)

/** Some rows of a list, in its order or from its end. */
export type Range = Readonly<{ offset: number; count: number }>
export const rangeOf = ({ page, pageSize }: PageQuery): Range => ({ offset: (page - 1) * pageSize, count: pageSize })

/** First pages are asked for so often that they are prepared statements. */
export const KEPT_PAGES = 3

/** `limit … offset …`; of first pages as literals, which generic plans know. */
export const limits = ({ offset, count }: Range): FragmentSqlToken =>
  sql.fragment`limit ${literal(count)} offset ${offset < KEPT_PAGES * count ? literal(offset) : sql.fragment`${offset}`}`

export const directions = { asc: sql.fragment`asc`, desc: sql.fragment`desc` } as const
export const opposite = { asc: 'desc', desc: 'asc' } as const

/** Every list is sorted by its key, if any, then by creation, so that no two rows are alike. */
export const sorting = (key: FragmentSqlToken | null, table: FragmentSqlToken, order: Direction): FragmentSqlToken => {
  const direction = directions[order]
  const first = key ? sql.fragment`${key} ${direction},` : nothing
  return sql.fragment`order by ${first} ${table}.created_at ${direction}, ${table}.position ${direction}`
}

/** The last row of a page by what rows are sorted by. The next page begins behind it. */
export const Last = z.object({ sortKey: z.string(), sortAt: z.string(), position: z.number().int() })
export type Last = z.infer<typeof Last>

/** Only rows of `table` behind this one in an order: the first condition alone can be looked up where keys are another table's. */
export const behind = (last: Last, key: FragmentSqlToken, type: string, table: FragmentSqlToken, order: Direction): FragmentSqlToken => {
  const value = sql.fragment`${last.sortKey}::${sql.identifier([type])}`
  const here = sql.fragment`(${key}, ${table}.created_at, ${table}.position)`
  const there = sql.fragment`(${value}, ${last.sortAt}::timestamptz, ${last.position})`
  return order === 'asc' ? sql.fragment`(${key} >= ${value} and ${here} > ${there})` : sql.fragment`(${key} <= ${value} and ${here} < ${there})`
}

const Count = z.object({ count: z.number().int() })
export const counted = (db: Queries, query: FragmentSqlToken): Promise<number> => db.oneFirst(sql.type(Count)`${query}`)
