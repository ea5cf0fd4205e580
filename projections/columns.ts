import type { Cell } from './copy-rows.ts'

type PgType = 'bigint' | 'boolean' | 'date' | 'int' | 'text' | 'timestamptz' | 'uuid'
/** Column names are the snake case of fields: `dueDate`, `due_date`. */
type ColumnOf<Field extends string> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : ''
type ColumnsOf<Row> = { [Field in keyof Row & string as ColumnOf<Field>]: PgType }

const fieldOf = (column: string): string => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Columns with their types, filled by the fields of the same name, for COPY and unnest. */
export const columns =
  <Row extends object>() =>
  (types: Partial<ColumnsOf<Row>>) => {
    const names = Object.keys(types)
    const fields = names.map(fieldOf) as (keyof Row)[]
    return {
      names,
      /** `unnest($1::uuid[], …)` of the arrays, whose parameters are numbered from `first` on. */
      unnested: (first = 1): string =>
        `unnest(${Object.values(types)
          .map((type, i) => `$${first + i}::${type}[]`)
          .join(', ')})`,
      /** What a query selects to get rows. */
      selected: names.map((name, i) => `${name} as "${String(fields[i])}"`).join(', '),
      /** A row's cells, in the order of the columns. */
      cells: (row: Row): Cell[] => fields.map((field) => row[field] as Cell),
      /** All cells of each column. */
      arrays: (rows: readonly Row[]): Cell[][] => fields.map((field) => rows.map((row) => row[field] as Cell)),
    }
  }

/** All columns of a table: a field of its rows without a column does not compile. */
export const tableColumns =
  <Row extends object>() =>
  (types: ColumnsOf<Row>) =>
    columns<Row>()(types as unknown as Partial<ColumnsOf<Row>>)
