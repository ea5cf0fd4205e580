import { type FragmentSqlToken, sql } from 'slonik'
import { type ZodObject, type ZodType, z } from 'zod'
import type { Instant } from '../../modules/kernel/dates.ts'
import type { NetworkId, ProgramId } from '../../modules/kernel/ids.ts'
import type { PageQuery } from '../../modules/shared/api.ts'
import { nameOf } from '../table.ts'

export type Direction = 'asc' | 'desc'

/** The list's network, and the moment of the query: statuses depend on the day. */
export type At = Readonly<{ networkId: NetworkId; now: Instant }>

/** An SQL expression over the list's columns. `table` is the list's table, or the table of its segments' counts. */
export type Expression = (table: FragmentSqlToken, at: At) => FragmentSqlToken

type Type = 'int8' | 'date' | 'text' | 'timestamptz'

/** A list's order: by a key, then by creation. It declares the index that holds rows in this order. */
export type Order =
  /** By creation. Rows of a network, and of a program, are indexed in this order. */
  | Readonly<{ by: 'creation' }>
  /** By a key that all rows of a segment have in common. */
  | Readonly<{ by: 'segment'; key: Expression; type: Type; joins?: (program: FragmentSqlToken) => FragmentSqlToken }>
  /**
   * By a column. An index holds the rows of a program (or also of a network) in the column's order. `same`: true if a
   * query's filter leaves only rows with one value in the column.
   */
  | Readonly<{ by: 'column'; column: FragmentSqlToken; type: 'int8'; index: 'program' | 'network'; same?: (query: never) => boolean }>
  /** By a column of another table, which has an index on this column by network. `on`: the list's foreign key. */
  | Readonly<{ by: 'walk'; table: FragmentSqlToken; as: FragmentSqlToken; on: FragmentSqlToken; key: FragmentSqlToken; type: Type }>

/** The table of a list, and the table of its counts. Rows have network_id, program_id, created_at and position. */
export type Tables = Readonly<{
  table: FragmentSqlToken
  as: FragmentSqlToken
  /**
   * The number of rows, in the column `rows`, by scope (a program, or its network), network_id and the columns of a
   * segment. An index holds the rows of a segment by creation.
   */
  counts: Readonly<{
    table: FragmentSqlToken
    rows: FragmentSqlToken
    segment: readonly Readonly<{ column: FragmentSqlToken; type: 'text' | 'date' }>[]
  }>
}>

export type Shown<Row, Item> = Readonly<{
  row: ZodObject & ZodType<Row>
  columns: (now: Instant) => FragmentSqlToken
  joins: FragmentSqlToken
  show: (row: Row) => Item
}>

/** The columns that a search looks at: the row's payor, its program (program_id), its bill, and others. */
export type Searched = Readonly<{
  payor: FragmentSqlToken
  bill: FragmentSqlToken
  /** The column with a payment's reference. If given, a match finds only the payment; else it finds the bill. */
  reference?: FragmentSqlToken
  /** The SQL condition for a search text that is an id. */
  byId?: (text: string) => FragmentSqlToken | null
}>

export type ListQuery = PageQuery &
  Readonly<{ orderBy: string; order: Direction; assessmentProgramId?: string | undefined; search?: string | undefined }>

type Filters<Query> = Pick<Query, Exclude<keyof Query, keyof ListQuery>>

/** A list of a network, as a module declares it to the engine. */
export type Declaration<Query extends ListQuery, Row, Item> = Tables &
  Shown<Row, Item> &
  Readonly<{
    orders: Readonly<Record<Query['orderBy'], Order>>
    /** The filters other than the program. A filter must match all rows of a segment, or none. */
    filter?: (query: Filters<Query>) => Expression | null
    search: Searched
  }>

type Parsed = Readonly<Record<string, unknown>>
export type Counted = Parsed & Readonly<{ totalItems: number }>

/** The schema of a row with the list's length. Built once, since building it takes longer than reading a page. */
export const reportedRow = (row: ZodObject) => row.extend({ totalItems: z.number().int() }) as unknown as ZodType<Counted>

/** A declaration without its row type: the engine only parses rows. */
export type Declared = Tables &
  Pick<Shown<never, never>, 'columns' | 'joins'> &
  Readonly<{
    row: ZodObject
    countedRow: ZodType<Counted>
    orders: Readonly<Record<string, Order>>
    filter?: (query: never) => Expression | null
    search: Searched
  }>

/** The inputs that decide the form of a page's SQL: order, page and filters. */
export type Asked = Omit<ListQuery, 'search' | 'assessmentProgramId'>

/** A requested list: with its order, its filter, and some or all programs. */
export type Listed = Asked &
  Readonly<{
    list: Declared
    at: At
    by: Order
    programs: readonly ProgramId[] | null
    filter: ((table: FragmentSqlToken) => FragmentSqlToken) | null
  }>

export const listedOf = (list: Declared, asked: Asked, at: At, programs: Listed['programs']): Listed => {
  const order = list.orders[asked.orderBy]
  if (!order) throw new Error(`There is no order ${asked.orderBy}`)
  const by: Order = order.by === 'column' && order.same?.(asked as never) ? { by: 'creation' } : order
  const filter = list.filter?.(asked as never)
  return { list, at, by, programs, filter: filter ? (table) => filter(table, at) : null, ...asked }
}

/** A page's parsed rows, and the list's length. */
export type Page = Readonly<{ rows: readonly Parsed[]; count: number }>

/** A field's type, and where it comes from: a column of the table, or an expression, which may depend on a value. */
type Column<Given> = readonly [type: ZodType, from: string | FragmentSqlToken | ((given: Given) => FragmentSqlToken)]

/** Columns of a query by field: the schema of its rows, and its select list. */
export const columnsOf =
  <Given = void>() =>
  <Of extends Readonly<Record<string, Column<Given>>>>(columns: Of) => {
    const fields = Object.entries(columns).map(([field, [, from]]) => ({ name: sql.identifier([nameOf(field)]), from }))
    const joined = (parts: readonly FragmentSqlToken[]) => sql.fragment`${sql.join(parts, sql.fragment`, `)}`
    // Composed once, for all columns that do not depend on a value.
    const fixed = fields.flatMap(({ name, from }) =>
      typeof from === 'function' ? [] : sql.fragment`${typeof from === 'string' ? sql.identifier(from.split('.')) : from} as ${name}`,
    )
    const always = joined(fixed)
    const row = z.object(Object.fromEntries(Object.entries(columns).map(([field, [type]]) => [field, type])))
    return {
      row: row as unknown as ZodObject<{ [Field in keyof Of]: Of[Field][0] }>,
      selected: (given: Given): FragmentSqlToken => {
        const depending = fields.flatMap(({ name, from }) => (typeof from === 'function' ? sql.fragment`${from(given)} as ${name}` : []))
        return depending.length > 0 ? joined([always, ...depending]) : always
      },
    }
  }

/** Orders a list with a payor_id by the payors' names (R102). */
export const byPayor: Order = {
  by: 'walk',
  table: sql.fragment`members`,
  as: sql.fragment`m`,
  on: sql.fragment`payor_id`,
  key: sql.fragment`m.sort_key`,
  type: 'text',
}

export const byProgram: Order = {
  by: 'segment',
  key: () => sql.fragment`lower(p.name)`,
  type: 'text',
  joins: (program) => sql.fragment`join programs p on p.id = ${program}`,
}
