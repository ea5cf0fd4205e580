import type { FragmentSqlToken } from 'slonik'
import { type ZodObject, type ZodType, z } from 'zod'
import type { PageQuery } from '../../modules/kernel/api.ts'
import type { Instant } from '../../modules/kernel/dates.ts'
import type { NetworkId, ProgramId } from '../../modules/kernel/ids.ts'

export type Direction = 'asc' | 'desc'

/** Whose list it is, and as of when: statuses depend on the day. */
export type At = Readonly<{ networkId: NetworkId; now: Instant }>

/** An expression over a table that has the list's columns: the list itself, or the counts of its runs. */
export type Expression = (table: FragmentSqlToken, at: At) => FragmentSqlToken

type Type = 'int8' | 'date' | 'text' | 'timestamptz'

/** How a list is sorted; behind its key always by creation. It says where rows lie together in this order. */
export type Order =
  /** An index holds the rows of a network, and of a program, by creation. */
  | Readonly<{ by: 'creation' }>
  /** All rows of a run have the same key. `whole`: so have all rows of a program without a filter, or all with one value on the shelf. */
  | Readonly<{ by: 'run'; key: Expression; type: Type; joins?: (program: FragmentSqlToken) => FragmentSqlToken; whole?: 'program' | 'shelf' }>
  /**
   * An index holds the rows of a program, or of a network too, by a column. `unshelved`: only of the rows with this condition; all others
   * are on the shelf, and have 0 in the column.
   */
  | Readonly<{ by: 'column'; column: FragmentSqlToken; type: 'int8'; index: 'program' | 'network'; unshelved?: FragmentSqlToken }>
  /** The key is another table's, whose index holds it by network; `on` is the list's column with its ids. */
  | Readonly<{ by: 'walk'; table: FragmentSqlToken; as: FragmentSqlToken; on: FragmentSqlToken; key: FragmentSqlToken; type: Type }>

/** Where the rows of a list are, and how they are counted. Rows have network_id, program_id, created_at and position. */
export type Tables = Readonly<{
  table: FragmentSqlToken
  as: FragmentSqlToken
  /**
   * How many rows there are, in the column `rows`, by scope (a program, or its network), network_id and the columns of a run: an index
   * holds the rows of a run by creation.
   */
  counts: Readonly<{ table: FragmentSqlToken; rows: FragmentSqlToken; run: readonly Readonly<{ column: FragmentSqlToken; type: 'text' | 'date' }>[] }>
  /** Rows with these values in a column of the run are the ones with a condition, and an index holds those of a network by value and creation. */
  shelf?: Readonly<{ column: FragmentSqlToken; values: readonly string[]; condition: FragmentSqlToken }>
}>

/** What a row shows: its columns, with the tables that they need beside the list's own. */
export type Shown<Row, Item> = Readonly<{
  row: ZodObject & ZodType<Row>
  columns: (now: Instant) => FragmentSqlToken
  joins: FragmentSqlToken
  show: (row: Row) => Item
}>

/** By which columns a search finds rows: their payor's, program's (program_id) and bill's, and what they have themselves. */
export type Searched = Readonly<{
  payor: FragmentSqlToken
  bill: FragmentSqlToken
  /** The reference of a payment, which finds the payment alone; without it, it finds the bill. */
  reference?: FragmentSqlToken
  /** The row with the id that a text is. */
  byId?: (text: string) => FragmentSqlToken | null
  /** First pages are found and read in one statement. */
  atOnce?: boolean
}>

export type ListQuery = PageQuery &
  Readonly<{ orderBy: string; order: Direction; assessmentProgramId?: string | undefined; search?: string | undefined }>

type Filters<Query> = Pick<Query, Exclude<keyof Query, keyof ListQuery>>

/** A list of a network: everything that the engine knows of it. */
export type Declaration<Query extends ListQuery, Row, Item> = Tables &
  Shown<Row, Item> &
  Readonly<{
    orders: Readonly<Record<Query['orderBy'], Order>>
    /** Filters beside the program. Whole runs have the condition, or have it not. */
    filter?: (query: Filters<Query>) => Expression | null
    /** The value on the shelf that the filter asks for, alone. */
    onShelf?: (query: Filters<Query>) => string | null
    search: Searched
  }>

type Parsed = Readonly<Record<string, unknown>>
const told = { totalItems: z.number().int() }
export type Told = Parsed & Readonly<{ totalItems: number }>

/** The schema of a row that tells how many there are, and what else. Making one takes longer than reading a page with it. */
export const rowTold = <More extends z.ZodRawShape>(row: ZodObject, more: More) =>
  row.extend({ ...told, ...more }) as unknown as ZodType<Told & z.output<z.ZodObject<More>>>

/** A declaration as the engine reads it, which knows of its rows only that they are parsed. */
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

/** What tells a page's statement from another's: its order, its place, and filters by name. */
export type Asked = Omit<ListQuery, 'search' | 'assessmentProgramId'>

/** A list as somebody asks for it: in an order, of some programs or all (an array that the statement finds itself, too), and filtered. */
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
  return { ...asked, list, at, by, programs, filter: filter ? (table) => filter(table, at) : null, onShelf }
}

/** A page's rows, as the list's schema parsed them, and how many there are in all. */
export type Page = Readonly<{ rows: readonly Parsed[]; count: number }>
