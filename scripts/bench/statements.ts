import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { QuerySqlToken } from 'slonik'
import { BillsQuery } from '../../modules/bills/contract.ts'
import { instantOf } from '../../modules/kernel/dates.ts'
import type { NetworkId } from '../../modules/kernel/ids.ts'
import { PaymentsQuery } from '../../modules/payments/contract.ts'
import { openQueries, type Queries } from '../../modules/platform/postgres/database.ts'
import { billsOf } from '../../projections/bills/list.ts'
import { paymentsOf } from '../../projections/payments/list.ts'

export type Statement = Readonly<{ text: string; values: readonly unknown[] }>

const overheard = (db: Queries, onQuery: (query: QuerySqlToken) => void): Queries => ({
  ...db,
  any: (query) => {
    onQuery(query)
    return db.any(query)
  },
})

/** The product's statements for a page of a list; `path` is the list's, with its query. */
const statementsOf = async (db: Queries, networkId: NetworkId, path: string): Promise<Statement[]> => {
  const { pathname, searchParams } = new URL(path, 'http://list')
  const query = Object.fromEntries(searchParams)
  const statements: Statement[] = []
  const listening = overheard(db, ({ sql, values }) => void statements.push({ text: sql.replaceAll('$slonik_', '$'), values }))
  const now = instantOf(Date.now())
  if (pathname === '/payments') await paymentsOf(listening, networkId, PaymentsQuery.parse(query), now)
  else await billsOf(listening, networkId, BillsQuery.parse(query), now)
  return statements
}

/** Starts the bare server of these lists; the list of a path is at `/list/` and the path's index. */
export const startBareLists = async (url: string, networkId: string, paths: readonly string[]): Promise<{ base: string; child: ChildProcess }> => {
  const db = await openQueries(url, { size: 1 })
  const lists: Statement[][] = []
  for (const path of paths) lists.push(await statementsOf(db, networkId as NetworkId, path))
  await db.end()
  return startBare(url, lists)
}

/** Starts a bare server that answers at `/list/n` with the results of the statements at index n. */
export const startBare = async (url: string, lists: readonly (readonly Statement[])[]): Promise<{ base: string; child: ChildProcess }> => {
  const child = fork(join(import.meta.dirname, 'bare-list.ts'), [url], { execArgv: ['--import', 'tsx'] })
  child.send(lists)
  const [port] = (await once(child, 'message')) as [number]
  return { base: `http://127.0.0.1:${port}`, child }
}
