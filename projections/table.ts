import { once } from 'node:events'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { type Instant, instantOf } from '../modules/kernel/dates.ts'
import type { Transaction } from './projection.ts'

type Cell = string | number | bigint | boolean | null

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const special = /[\\\t\n\r]/
const cell = (value: Cell): string => {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return String(value)
  return special.test(value) ? value.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign) : value
}

/** Inserts rows with COPY, several times faster than INSERT. */
const copyRows = async (tx: Transaction, table: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): Promise<void> => {
  if (rows.length === 0) return
  const sink = (tx as pg.ClientBase).query(from(`copy ${table} (${columns.join(', ')}) from stdin`))
  sink.end(`${rows.map((row) => row.map(cell).join('\t')).join('\n')}\n`)
  await once(sink, 'finish')
}

type Spec = Readonly<{ type: string; rule: string; read: (found: never) => unknown; isFixed: boolean }>

/** A column: its SQL type, and the type of its values in rows. `IsOptional`: a new row need not give it. */
export type Column<Value, IsOptional extends boolean = false> = Spec &
  Readonly<{
    /** Only used as a type. */
    value: Value
    isOptional: IsOptional
    orNull: () => Column<Value | null, true>
    /** Adds a default, in SQL. */
    or: (value: string) => Column<Value, true>
    key: () => Column<Value, IsOptional>
    /** No event changes this column in an existing row. */
    fixed: () => Column<Value, IsOptional>
  }>

const column = <Value, IsOptional extends boolean = false>(spec: Spec): Column<Value, IsOptional> =>
  ({
    ...spec,
    orNull: () => column<Value | null, true>({ ...spec, rule: spec.rule.replace(' not null', '') }),
    or: (value: string) => column<Value, true>({ ...spec, rule: `${spec.rule} default ${value}` }),
    key: () => column<Value, IsOptional>({ ...spec, rule: spec.rule.replace(' not null', ' primary key'), isFixed: true }),
    fixed: () => column<Value, IsOptional>({ ...spec, isFixed: true }),
  }) as Column<Value, IsOptional>

const asFound = <Value>(found: Value): Value => found
const plain = <Value>(type: string, read: (found: never) => unknown = asFound) => column<Value>({ type, rule: ' not null', read, isFixed: false })

export const text = <Value extends string = string>() => plain<Value>('text')
/** A text that is compared byte by byte. */
export const code = () => column<string>({ type: 'text', rule: ' collate "C" not null', read: asFound, isFixed: false })
export const texts = () => plain<readonly string[]>('text[]')
export const ints = () => plain<readonly number[]>('int[]')
export const json = () => plain<string>('jsonb')
export const uuid = () => plain<string>('uuid')
export const int = () => plain<number>('int')
export const flag = () => plain<boolean>('boolean')
export const day = () => plain<string>('date')
export const cents = () => plain<number>('bigint')
/** An event's position in the log. */
export const position = () => plain<bigint>('bigint', (found: number | null) => (found === null ? null : BigInt(found)))
/** The driver reads moments as dates. */
export const moment = () => plain<Instant>('timestamptz', (found: Date | null) => (found === null ? null : instantOf(found.getTime())))

// biome-ignore lint/suspicious/noExplicitAny: columns of any values
type Fields = Readonly<Record<string, Column<any, boolean>>>
type RowOf<Of extends Fields> = { -readonly [Field in keyof Of]: Of[Field]['value'] }
type OptionalIn<Of extends Fields> = { [Field in keyof Of]: true extends Of[Field]['isOptional'] ? Field : never }[keyof Of]
type NewRow<Of extends Fields> = Readonly<Omit<RowOf<Of>, OptionalIn<Of>> & Partial<Pick<RowOf<Of>, OptionalIn<Of>>>>
/** A version that ended, and the position of the event that ended it. */
export type Past<Row> = Row & { until: bigint }

/** The name of a field's column, in snake case: `due_date` for `dueDate`. */
export const nameOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Some columns of a table, filled by the fields of the same name, for COPY and unnest. */
const columnsOf = <Row>(fields: readonly (keyof Row & string)[], types: Readonly<Record<string, Pick<Spec, 'type'>>>) => {
  const names = fields.map(nameOf)
  return {
    names,
    list: names.join(', '),
    /** `unnest($1::uuid[], …)` of the arrays, with parameters numbered from `first` on. */
    unnested: (first = 1): string => `unnest(${fields.map((field, i) => `$${first + i}::${types[field]?.type}[]`).join(', ')})`,
    selected: fields.map((field, i) => `${names[i]} as "${field}"`).join(', '),
    cells: (row: Row): Cell[] => fields.map((field) => row[field] as Cell),
    arrays: (rows: readonly Row[]): Cell[][] => fields.map((field) => rows.map((row) => row[field] as Cell)),
  }
}

type Options = Readonly<{
  /** The primary key of several columns. */
  key?: string
  settings?: string
  /**
   * `unique`, `needed`: indexes that folding needs. `indexes`: those that only queries use. The keys are the ends of
   * the indexes' names; the values are the indexed columns, or the SQL from `using` on.
   */
  unique?: Readonly<Record<string, string>>
  needed?: Readonly<Record<string, string>>
  indexes?: Readonly<Record<string, string>>
  /** Keeps versions of rows, by a trigger or the projector, in a table of the same name with _past (DECISIONS 13). */
  past?: Readonly<{ by: 'trigger' | 'projector'; indexes?: Readonly<Record<string, string>> }>
}>

/**
 * Keeps the version that an update ends. The ledger keeps its versions itself, since it folds many events into one
 * update.
 */
export const keepVersion = `create function keep_version() returns trigger language plpgsql as $$
begin
  execute format('insert into %I.%I select ($1).*, $2', tg_table_schema, tg_table_name || '_past') using old, new.since;
  return null;
end $$`

const indexed = (name: string, indexes: Readonly<Record<string, string>> = {}, kind = 'index') =>
  Object.entries(indexes).map(([end, on]) => `create ${kind} ${name}_${end} on ${name} ${on}`)

/** A table of the read models: its SQL, the type of its rows, and its statements for projectors. */
export const table = <Of extends Fields>(name: string, fields: Of, { key, settings, unique, needed, indexes, past }: Options = {}) => {
  type Row = RowOf<Of>
  type Field = keyof Of & string
  const all = Object.keys(fields) as Field[]
  const specs: Readonly<Record<string, Spec>> = fields
  const pick = <Picked extends Field>(...picked: readonly Picked[]) => columnsOf<Pick<Row, Picked>>(picked, specs)
  const changing = all.filter((field) => !fields[field]?.isFixed)
  const types = { ...specs, until: { type: 'bigint' } }
  const columns = columnsOf<Row>(all, specs)
  const ended = columnsOf<Past<Row>>([...all, 'until'], types)
  const rules = all.map((field) => `${nameOf(field)} ${specs[field]?.type}${specs[field]?.rule}`)
  return {
    name,
    /** Statements that make the table with the indexes that folding needs. */
    made: [
      `create table ${name} (${[...rules, ...(key ? [`primary key ${key}`] : [])].join(', ')})${settings ? ` with (${settings})` : ''}`,
      ...indexed(name, unique, 'unique index'),
      ...indexed(name, needed),
      ...(past ? [`create table ${name}_past (like ${name}, until bigint not null, primary key (id, since))`] : []),
      ...(past?.by === 'trigger'
        ? [`create trigger kept after update on ${name} for each row when (old.since < new.since) execute function keep_version()`]
        : []),
    ],
    /** Statements that make the indexes that only queries use. */
    indexed: [...indexed(name, indexes), ...indexed(`${name}_past`, past?.indexes)],
    columns,
    pick,
    /** The columns of an update that ends versions: the key, the changed ones, and `until`. */
    changed: columnsOf<Past<Row>>(['id', ...changing, 'until'], types),
    /** `a = c.a, …` for all changed columns. */
    assigned: changing.map((field) => `${nameOf(field)} = c.${nameOf(field)}`).join(', '),
    /** Converts a row from the driver's types. */
    read: (found: pg.QueryResultRow): Row => Object.fromEntries(all.map((field) => [field, specs[field]?.read(found[field] as never)])) as Row,
    copy: (tx: Transaction, rows: readonly Row[]) => copyRows(tx, name, columns.names, rows.map(columns.cells)),
    copyPast: (tx: Transaction, rows: readonly Past<Row>[]) => copyRows(tx, `${name}_past`, ended.names, rows.map(ended.cells)),
    /** Inserts a row; `conflict`: the clause after `on conflict`. */
    insert: (tx: Transaction, row: NewRow<Of>, conflict?: string) => {
      const given = Object.keys(row)
      const places = given.map((_, i) => `$${i + 1}`)
      const text = `insert into ${name} (${given.map(nameOf).join(', ')}) values (${places.join(', ')})${conflict ? ` on conflict ${conflict}` : ''}`
      return tx.query(text, Object.values(row))
    },
    /** Changes the row of an id; `also`: assignments in SQL. */
    update: (tx: Transaction, id: string, changes: Readonly<Partial<Row>>, also?: string) => {
      const set = [...Object.keys(changes).map((field, i) => `${nameOf(field)} = $${i + 2}`), ...(also ? [also] : [])]
      return tx.query(`update ${name} set ${set.join(', ')} where id = $1`, [id, ...Object.values(changes)])
    },
  }
}

export type Table = Pick<ReturnType<typeof table>, 'made' | 'indexed'>
export type Row<Of extends { read: (found: pg.QueryResultRow) => unknown }> = ReturnType<Of['read']>
