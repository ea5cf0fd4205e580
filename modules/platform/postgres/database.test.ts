import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'slonik'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { freshDatabase, type TestDatabase } from '../../../scripts/testing/database.ts'
import { openPlanned, openQueries } from './database.ts'
import { isConnectionFault } from './postgres-faults.ts'

/** A proxy to the database that can break or refuse every connection. */
const openWay = async (database: TestDatabase) => {
  const target = new URL(database.url)
  const open = new Set<Socket>()
  let isClosed = false
  const server = createServer((client) => {
    if (isClosed) return void client.resetAndDestroy()
    const folder = decodeURIComponent(target.host)
    const upstream = folder.startsWith('/') ? connect(`${folder}/.s.PGSQL.5432`) : connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.pipe(other)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
    open.add(client)
    client.on('close', () => open.delete(client))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://${target.username}@127.0.0.1:${(server.address() as AddressInfo).port}${target.pathname}?sslmode=disable`,
    breakAll: (): void => {
      for (const client of open) client.resetAndDestroy()
    },
    close: (closed: boolean): void => {
      isClosed = closed
    },
    end: () => server.close(),
  }
}

let database: TestDatabase
let way: Awaited<ReturnType<typeof openWay>>
beforeEach(async () => {
  database = await freshDatabase()
  way = await openWay(database)
})
afterEach(async () => {
  way.breakAll()
  way.end()
  await database.drop()
})

const one = sql.type(z.object({ one: z.number() }))`select 1 as one`
const long = sql.type(z.object({ one: z.number() }))`select 1 as one from pg_sleep(20)`
const fault = (asked: Promise<unknown>): Promise<unknown> => asked.then(() => null, isConnectionFault)

test("frees the pool's place when a connection breaks during a query", async () => {
  const pool = await openPlanned(way.url, 2, 60_000)
  for (let i = 0; i < 3; i += 1) {
    const asked = [fault(pool.one(long)), fault(pool.one(long))]
    await pause(300)
    way.breakAll()
    expect(await Promise.all(asked)).toEqual([true, true])
  }
  expect(await pool.one(one)).toEqual({ one: 1 })
  await pool.end()
})

test('soon refuses a caller that gets no connection', async () => {
  const db = await openQueries(way.url, { size: 2 })
  const asked = Array.from({ length: 6 }, () => fault(db.one(long)))
  await pause(300)
  way.close(true)
  way.breakAll()
  const late = pause(8_000).then(() => 'late')
  expect(await Promise.race([Promise.all(asked), late])).toEqual(Array(6).fill(true))
  way.close(false)
  expect(await db.one(one)).toEqual({ one: 1 })
  await db.end()
})
