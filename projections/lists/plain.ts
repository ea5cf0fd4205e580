import { type FragmentSqlToken, sql } from 'slonik'
import type { ZodType } from 'zod'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { type ListOf, type PageQuery, paged } from '../../modules/shared/api.ts'
import { and, counted, limits, rangeOf } from './page.ts'
import { hits } from './search.ts'

/** A list with few rows, or whose rows an index finds. They are counted at each request. */
export type PlainList<Row, Item> = Readonly<{
  row: ZodType<Row>
  /** The table of the rows, with the joins for conditions and order. */
  from: FragmentSqlToken
  as: FragmentSqlToken
  columns: FragmentSqlToken
  /** The joins for the columns. */
  joins: FragmentSqlToken
  order: FragmentSqlToken
  show: (row: Row) => Item
}>

/** `isLookedUp`: an index finds the rows, so their order does not matter. */
type Which = Readonly<{ where: FragmentSqlToken; isLookedUp?: boolean }>

/** Limits the rows before the joins for their columns. */
const chosen = ({ from, as }: Pick<PlainList<never, never>, 'from' | 'as'>, { where, isLookedUp = false }: Which): FragmentSqlToken =>
  isLookedUp
    ? sql.fragment`from (with ${hits(sql.fragment`select ${as}.* from ${from} where ${where}`)} select * from hits) ${as} where true`
    : sql.fragment`from ${from} where ${where}`

/** A range of a list's rows, by offset or after a cursor. */
export const someOf = <Row, Item>(
  db: Queries,
  list: PlainList<Row, Item>,
  which: Which,
  limit: FragmentSqlToken,
  behind?: FragmentSqlToken | null,
) => {
  const { row, as, columns, joins, order } = list
  return db.any(sql.type(row)`
    select ${columns} from (select ${as}.* ${chosen(list, which)} ${and(behind)} order by ${order} ${limit}) ${as} ${joins} order by ${order}`)
}

export const allOf = async <Row, Item>(db: Queries, list: PlainList<Row, Item>, where: FragmentSqlToken): Promise<Item[]> =>
  (await someOf(db, list, { where }, sql.fragment``)).map((row) => list.show(row as Row))

export const pageOf = async <Row, Item>(db: Queries, list: PlainList<Row, Item>, page: PageQuery, which: Which): Promise<ListOf<Item>> => {
  const [rows, count] = await Promise.all([
    someOf(db, list, which, limits(rangeOf(page))),
    counted(db, sql.fragment`select count(*) as count ${chosen(list, which)}`),
  ])
  return paged(
    page,
    rows.map((row) => list.show(row as Row)),
    count,
  )
}
