import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { literal, type Queries } from '../../modules/platform/postgres/database.ts'
import { type ListOf, type PageQuery, paged } from '../../modules/shared/api.ts'
import type { Direction } from './declaration.ts'

export const nothing = sql.fragment``
export const and = (condition: FragmentSqlToken | null | undefined): FragmentSqlToken => (condition ? sql.fragment`and ${condition}` : nothing)
export const all = (conditions: readonly FragmentSqlToken[]): FragmentSqlToken => sql.fragment`${sql.join(conditions, sql.fragment` and `)}`

/** The empty page, for a user without a network (R16). */
export const emptyPage = (query: PageQuery): ListOf<never> => paged(query, [], 0)

type Range = Readonly<{ offset: number; count: number }>
export const rangeOf = ({ page, pageSize }: PageQuery): Range => ({ offset: (page - 1) * pageSize, count: pageSize })

/** This many first pages are prepared statements, since they are requested most often. */
export const PREPARED_PAGES = 3

/** `limit … offset …`. First pages have literals, so that generic plans know the numbers. */
export const limits = ({ offset, count }: Range): FragmentSqlToken =>
  sql.fragment`limit ${literal(count)} offset ${offset < PREPARED_PAGES * count ? literal(offset) : sql.fragment`${offset}`}`

export const directions = { asc: sql.fragment`asc`, desc: sql.fragment`desc` } as const

/** Sorts by the key, if there is one, then by creation and position, which makes the order total. */
export const sorting = (key: FragmentSqlToken | null, table: FragmentSqlToken, order: Direction): FragmentSqlToken => {
  const direction = directions[order]
  const first = key ? sql.fragment`${key} ${direction},` : nothing
  return sql.fragment`order by ${first} ${table}.created_at ${direction}, ${table}.position ${direction}`
}

/** The keyset cursor: the sort columns of a page's last row. */
export const Last = z.object({ sortKey: z.string(), sortAt: z.string(), position: z.number().int() })
export type Last = z.infer<typeof Last>

/**
 * The condition for rows after the cursor. It has a condition on the key alone, which can use an index of another
 * table.
 */
export const behind = (last: Last, key: FragmentSqlToken, type: string, table: FragmentSqlToken, order: Direction): FragmentSqlToken => {
  const value = sql.fragment`${last.sortKey}::${sql.identifier([type])}`
  const here = sql.fragment`(${key}, ${table}.created_at, ${table}.position)`
  const there = sql.fragment`(${value}, ${last.sortAt}::timestamptz, ${last.position})`
  return order === 'asc' ? sql.fragment`(${key} >= ${value} and ${here} > ${there})` : sql.fragment`(${key} <= ${value} and ${here} < ${there})`
}

const Count = z.object({ count: z.number().int() })
export const counted = (db: Queries, query: FragmentSqlToken): Promise<number> => db.oneFirst(sql.type(Count)`${query}`)
