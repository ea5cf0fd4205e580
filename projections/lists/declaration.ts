import type { FragmentSqlToken } from 'slonik'
import { type ZodObject, type ZodType, z } from 'zod'
import type { PageQuery } from '../../modules/kernel/api.ts'
import type { Instant } from '../../modules/kernel/dates.ts'
import type { NetworkId, ProgramId } from '../../modules/kernel/ids.ts'

export type Direction = 'asc' | 'desc'

/** The list's network, and the moment that it is read at: statuses depend on the day. */
export type At = Readonly<{ networkId: NetworkId; now: Instant }>

/** An expression over the list's columns, on the list's table or on the counts of its segments. */
export type Expression = (table: FragmentSqlToken, at: At) => FragmentSqlToken

type Type = 'int8' | 'date' | 'text' | 'timestamptz'

/** A list's order: by a key, then by creation. It declares which index holds rows in this order. */
export type Order =
  /** An index holds the rows of a network, and of a program, by creation. */
  | Readonly<{ by: 'creation' }>
  /** All rows of a segment have the same key. `whole`: all rows of a program without a filter have, too, or all with one value on the shelf. */
  | Readonly<{ by: 'segment'; key: Expression; type: Type; joins?: (program: FragmentSqlToken) => FragmentSqlToken; whole?: 'program' | 'shelf' }>
  /**
   * An index holds the rows of a program, or of a network too, by a column. `unshelved`: a partial index of the rows with this condition;
   * all others are on the shelf, and have 0 in the column.
   */
  | Readonly<{ by: 'column'; column: FragmentSqlToken; type: 'int8'; index: 'program' | 'network'; unshelved?: FragmentSqlToken }>
  /** The key is a column of another table, which has an index on it by network; `on` is the list's foreign key. */
  | Readonly<{ by: 'walk'; table: FragmentSqlToken; as: FragmentSqlToken; on: FragmentSqlToken; key: FragmentSqlToken; type: Type }>

/** The tables of a list and of its counts. Rows have network_id, program_id, created_at and position. */
export type Tables = Readonly<{
  table: FragmentSqlToken
  as: FragmentSqlToken
  /**
   * The number of rows, in the column `rows`, by scope (a program, or its network), network_id and the columns of a segment. An index holds the
   * rows of a segment by creation.
   */
  counts: Readonly<{
    table: FragmentSqlToken
    rows: FragmentSqlToken
    segment: readonly Readonly<{ column: FragmentSqlToken; type: 'text' | 'date' }>[]
  }>
  /** The rows with these values in a column of the segment: a partial index (`condition`) holds those of a network by value and creation. */
  shelf?: Readonly<{ column: FragmentSqlToken; values: readonly string[]; condition: FragmentSqlToken }>
}>

/** A row's columns, and the joins that they need. */
export type Shown<Row, Item> = Readonly<{
  row: ZodObject & ZodType<Row>
  columns: (now: Instant) => FragmentSqlToken
  joins: FragmentSqlToken
  show: (row: Row) => Item
}>

/** The columns that a search matches: the row's payor, its program (program_id), its bill, and its own. */
export type Searched = Readonly<{
  payor: FragmentSqlToken
  bill: FragmentSqlToken
  /** The payment's reference, where a match finds the payment alone; without it, a match finds the bill. */
  reference?: FragmentSqlToken
  /** The condition for a text that is an id. */
  byId?: (text: string) => FragmentSqlToken | null
  /** First pages are found and read in one statement. */
  atOnce?: boolean
}>

export type ListQuery = PageQuery &
  Readonly<{ orderBy: string; order: Direction; assessmentProgramId?: string | undefined; search?: string | undefined }>

type Filters<Query> = Pick<Query, Exclude<keyof Query, keyof ListQuery>>

/** A list of a network, as the engine knows it. */
export type Declaration<Query extends ListQuery, Row, Item> = Tables &
  Shown<Row, Item> &
  Readonly<{
    orders: Readonly<Record<Query['orderBy'], Order>>
    /** Filters other than the program. All rows of a segment match, or none. */
    filter?: (query: Filters<Query>) => Expression | null
    /** The one value on the shelf that the filter asks for. */
    onShelf?: (query: Filters<Query>) => string | null
    search: Searched
  }>

type Parsed = Readonly<Record<string, unknown>>
const told = { totalItems: z.number().int() }
export type Told = Parsed & Readonly<{ totalItems: number }>

/** The row's schema with the list's length and further columns. Built once, since that takes longer than reading a page. */
export const rowTold = <More extends z.ZodRawShape>(row: ZodObject, more: More) =>
  row.extend({ ...told, ...more }) as unknown as ZodType<Told & z.output<z.ZodObject<More>>>

/** A declaration without its row type: the engine only parses rows. */
export type Declared = Tables &
  Pick<Shown<never, never>, 'columns' | 'joins'> &
  Readonly<{
    row: ZodObject
    countedRow: ZodType<Told>
    orders: Readonly<Record<string, Order>>
    filter?: (query: never) => Expression | null
    onShelf?: (query: never) => string | null
    search: Searched
  }>

/** The shape of a page's statement: order, page and filters. */
export type Asked = Omit<ListQuery, 'search' | 'assessmentProgramId'>

/** A requested list: its order, its filter, and its programs, or all. A fragment for the programs is an array from the statement itself. */
export type Listed = Asked &
  Readonly<{
    list: Declared
    at: At
    by: Order
    programs: readonly ProgramId[] | FragmentSqlToken | null
    filter: ((table: FragmentSqlToken) => FragmentSqlToken) | null
    onShelf: string | null
  }>

export const listedOf = (list: Declared, asked: Asked, at: At, programs: Listed['programs']): Listed => {
  const by = list.orders[asked.orderBy]
  if (!by) throw new Error(`There is no order ${asked.orderBy}`)
  const filter = list.filter?.(asked as never)
  const onShelf = list.onShelf?.(asked as never) ?? null
  return { list, at, by, programs, filter: filter ? (table) => filter(table, at) : null, onShelf, ...asked }
}

/** A page's parsed rows, and the list's length. */
export type Page = Readonly<{ rows: readonly Parsed[]; count: number }>
