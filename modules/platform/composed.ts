import { type FragmentSqlToken, type PrimitiveValueExpression, type QuerySqlToken, sql } from 'slonik'
import type { ZodType } from 'zod'

/** A value, or the place of one in a composed statement. */
export type OrGiven<Value> = Value | FragmentSqlToken

/** The place of a value that a composed statement is given by its name whenever it is asked. */
export const given = (name: string): FragmentSqlToken => ({ ...sql.fragment``, sql: `$given_${name};` })
const GIVEN = /\$given_(\w+);/g

/** Of whatever shapes somebody asks for, only so many are remembered. */
const MOST_SHAPES = 300

/**
 * Statements that differ by their shape (an order, a filter, a size of page), each put together when it is first asked for, since that
 * takes as long as running a short one. `compose` sees the shape alone, and values are given by name: one that was written into the
 * statement would be everybody's, and is refused. So is a question without one of its values.
 */
export const composed = <Shape extends Readonly<Record<string, unknown>>, Row>(compose: (shape: Shape) => QuerySqlToken<ZodType<Row>>) => {
  const known = new Map<string, Readonly<{ query: QuerySqlToken<ZodType<Row>>; names: readonly string[] }>>()
  const make = (shape: Shape) => {
    const query = compose(shape)
    if (query.values.length > 0) throw new Error(`A composed statement holds a value of its own: ${query.sql}`)
    const names: string[] = []
    const text = query.sql.replace(GIVEN, (_, name: string) => {
      if (!names.includes(name)) names.push(name)
      return `$slonik_${names.indexOf(name) + 1}`
    })
    return { query: { ...query, sql: text }, names }
  }
  return (shape: Shape, values: Readonly<Record<string, PrimitiveValueExpression>>): QuerySqlToken<ZodType<Row>> => {
    const key = JSON.stringify(shape)
    let statement = known.get(key)
    if (!statement) {
      statement = make(shape)
      if (known.size < MOST_SHAPES) known.set(key, statement)
    }
    const { query, names } = statement
    return {
      ...query,
      values: names.map((name) => {
        const value = values[name]
        if (value === undefined) throw new Error(`A composed statement was not given ${name}: ${query.sql}`)
        return value
      }),
    }
  }
}
