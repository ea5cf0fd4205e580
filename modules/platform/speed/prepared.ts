import { type CommonQueryMethods, NotFoundError, type QuerySqlToken } from 'slonik'
import type { ZodType } from 'zod'
import { camel, checked, types } from '../postgres/rows.ts'
import type { Pipelined } from './pipelined.ts'

/**
 * The maximum number of prepared statements, which bounds the plans in the database's memory: clients choose page sizes
 * and orders, and each choice is a separate statement.
 */
const MOST_PREPARED = 300

type Prepared = { readonly name?: string; readonly text: string; fields: readonly string[]; blank: Record<string, unknown> }
const prepared = new Map<string, Prepared>()
const preparedOf = (text: string): Prepared => {
  const known = prepared.get(text)
  if (known) return known
  const made: Prepared = { text: text.replaceAll('$slonik_', '$'), fields: [], blank: {} }
  if (prepared.size >= MOST_PREPARED) return made
  const named = { ...made, name: `prepared-${prepared.size}` }
  prepared.set(text, named)
  return named
}

type Query<Row> = QuerySqlToken<ZodType<Row>>

/** The rows of a prepared statement, checked by its query's schema. */
const rowsOfPrepared =
  (connections: Pipelined) =>
  async <Row>(query: Query<Row>): Promise<Row[]> => {
    const statement = preparedOf(query.sql)
    const { name, text } = statement
    const { rows, fields } = await connections.query({ text, values: [...query.values], rowMode: 'array', types, ...(name ? { name } : {}) })
    if (statement.fields.length === 0) {
      statement.fields = fields.map((field) => camel(field.name))
      statement.blank = Object.fromEntries(statement.fields.map((field) => [field, null]))
    }
    const { fields: names, blank } = statement
    return rows.map((values) => {
      // Copying a blank row is faster than adding its fields one by one.
      const row = { ...blank }
      for (let i = 0; i < names.length; i += 1) row[names[i] as string] = values[i]
      return checked(query.parser, query, row as never)
    })
  }

/** Slonik's query methods, run by pg as prepared statements with generic plans, which slonik does not support. */
export const preparedQueries = (connections: Pipelined) => {
  const any = rowsOfPrepared(connections)
  const maybeOne = async <Row>(query: Query<Row>) => (await any(query))[0] ?? null
  const one = async <Row>(query: Query<Row>) => {
    const row = await maybeOne(query)
    if (row === null) throw new NotFoundError(query)
    return row
  }
  const first = <Row>(row: Row) => Object.values(row as object)[0]
  return {
    any,
    maybeOne,
    one,
    anyFirst: async <Row>(query: Query<Row>) => (await any(query)).map(first),
    maybeOneFirst: async <Row>(query: Query<Row>) => first((await maybeOne(query)) ?? {}) ?? null,
    oneFirst: async <Row>(query: Query<Row>) => first(await one(query)),
  } as Pick<CommonQueryMethods, 'any' | 'anyFirst' | 'maybeOne' | 'maybeOneFirst' | 'one' | 'oneFirst'>
}
