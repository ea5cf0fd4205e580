import { type FragmentSqlToken, sql } from 'slonik'
import { type ZodObject, type ZodType, z } from 'zod'
import { nameOf } from '../table.ts'

/** The type of a field and its source: a table column, an expression, or an expression that depends on the given value. */
type Column<Given> = readonly [type: ZodType, from: string | FragmentSqlToken | ((given: Given) => FragmentSqlToken)]

/** Columns of a query by field: the schema of its rows, and its select list. */
export const columnsOf =
  <Given = void>() =>
  <Of extends Readonly<Record<string, Column<Given>>>>(columns: Of) => {
    const fields = Object.entries(columns).map(([field, [, from]]) => ({ name: sql.identifier([nameOf(field)]), from }))
    const joined = (parts: readonly FragmentSqlToken[]) => sql.fragment`${sql.join(parts, sql.fragment`, `)}`
    // Composed once, except columns that depend on a value.
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
