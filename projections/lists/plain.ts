import { type FragmentSqlToken, sql } from 'slonik'
import type { ZodType } from 'zod'
import type { ListOf, PageQuery } from '../../modules/kernel/api.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { and, counted, limits, listOf, rangeOf } from './page.ts'
import { hits } from './search.ts'

/** A list whose rows are few, or found by an index, so that they are counted when it is asked for. */
export type PlainList<Row, Item> = Readonly<{
  row: ZodType<Row>
  /** The table that the rows are of, with whatever conditions and order need beside it. */
  from: FragmentSqlToken
  as: FragmentSqlToken
  columns: FragmentSqlToken
  /** What the columns need beside the table. */
  joins: FragmentSqlToken
  order: FragmentSqlToken
  show: (row: Row) => Item
}>

/** `isLookedUp`: an index finds the rows, whatever the order. */
type Which = Readonly<{ where: FragmentSqlToken; isLookedUp?: boolean }>

/** Rows are chosen before they are joined to what they show. */
const chosen = ({ from, as }: Pick<PlainList<never, never>, 'from' | 'as'>, { where, isLookedUp = false }: Which): FragmentSqlToken =>
  isLookedUp
    ? sql.fragment`from (with ${hits(sql.fragment`select ${as}.* from ${from} where ${where}`)} select * from hits) ${as} where true`
    : sql.fragment`from ${from} where ${where}`

/** So many rows of a list: of a page, or behind the last one of the page before. */
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

/** All rows of a list. */
export const allOf = async <Row, Item>(db: Queries, list: PlainList<Row, Item>, where: FragmentSqlToken): Promise<Item[]> =>
  (await someOf(db, list, { where }, sql.fragment``)).map((row) => list.show(row as Row))

/** A page of rows and how many there are in all. */
export const pageOf = async <Row, Item>(db: Queries, list: PlainList<Row, Item>, page: PageQuery, which: Which): Promise<ListOf<Item>> => {
  const [rows, count] = await Promise.all([
    someOf(db, list, which, limits(rangeOf(page))),
    counted(db, sql.fragment`select count(*) as count ${chosen(list, which)}`),
  ])
  return listOf(
    page,
    rows.map((row) => list.show(row as Row)),
    count,
  )
}
