import { once } from 'node:events'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import type { Transaction } from './projection.ts'

export type Cell = string | number | bigint | boolean | null

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const special = /[\\\t\n\r]/
const cell = (value: Cell): string => {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return String(value)
  return special.test(value) ? value.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign) : value
}

/** Inserts rows with COPY, several times faster than INSERT. */
export const copyRows = async (tx: Transaction, table: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): Promise<void> => {
  if (rows.length === 0) return
  const sink = (tx as pg.ClientBase).query(from(`copy ${table} (${columns.join(', ')}) from stdin`))
  sink.end(`${rows.map((row) => row.map(cell).join('\t')).join('\n')}\n`)
  await once(sink, 'finish')
}
