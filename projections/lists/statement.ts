import type { PrimitiveValueExpression, QuerySqlToken } from 'slonik'
import type { ZodType } from 'zod'

/** Of whatever shapes somebody asks for, only so many are remembered. */
const MOST_SHAPES = 300

type Values = Readonly<Record<string, PrimitiveValueExpression>>

/**
 * Statements that differ by their shape (an order, a filter, a size of page), each composed when it is first asked for, since that takes
 * a third of the time in which one is answered. `compose` gets the names of values in their places, so no value can stay in a
 * statement; each call puts its own there.
 */
export const statements = <Shape, Given extends Values, Row>(compose: (shape: Shape, given: Given) => QuerySqlToken<ZodType<Row>>) => {
  const known = new Map<string, QuerySqlToken<ZodType<Row>>>()
  return (shape: Shape, given: Given): QuerySqlToken<ZodType<Row>> => {
    const key = JSON.stringify(shape)
    let statement = known.get(key)
    if (!statement) {
      statement = compose(shape, Object.fromEntries(Object.keys(given).map((name) => [name, name])) as Given)
      if (known.size < MOST_SHAPES) known.set(key, statement)
    }
    return {
      ...statement,
      values: statement.values.map((name) => {
        const value = given[name as string]
        if (value === undefined) throw new Error(`A statement holds a value of its own: ${statement.sql}`)
        return value
      }),
    }
  }
}
