import pg from 'pg'
import { sql } from 'slonik'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { asAdmin, freshDatabase } from '../../../scripts/testing/database.ts'
import { pipelined } from '../speed/pipelined.ts'
import { openPool, openQueries, prepared } from './database.ts'
import { isConnectionFault } from './postgres-faults.ts'

const NOWHERE = ['postgres://nobody@127.0.0.1:1/none', `postgres://nobody@${encodeURIComponent('/no/socket')}/none`]
const one = z.object({ one: z.number() })
const errorOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => null,
    (error: unknown) => error,
  )

test.each(NOWHERE)('recognises an unreachable database, through each driver (%s)', async (nowhere) => {
  const [pool, connections] = [openPool(nowhere), pipelined(nowhere, 1)]
  const asked = [openQueries(nowhere), pool.query('select 1'), connections.query({ text: 'select 1', rowMode: 'array' })]
  expect((await Promise.all(asked.map(errorOf))).map(isConnectionFault)).toEqual([true, true, true])
  await Promise.all([pool.end(), connections.end()])
})

test('recognises a connection lost during a query, but not a wrong query', async () => {
  const database = await freshDatabase()
  const [db, pool, other] = [await openQueries(database.url), openPool(database.url, 1), new pg.Client({ connectionString: database.url })]
  const wrong = await Promise.all(
    [
      db.one(sql.type(one)`select 1 / 0 as one`),
      db.one(sql.type(one)`${prepared} select 1 / 0 as one`),
      db.one(sql.type(one)`${prepared} select 1 as one where false`),
    ].map(errorOf),
  )
  expect(wrong.map((error) => [error instanceof Error, isConnectionFault(error)])).toEqual(Array(3).fill([true, false]))
  await other.connect()
  const asleep = [
    db.any(sql.type(one)`select 1 as one from pg_sleep(30)`),
    db.any(sql.type(one)`${prepared} select 1 as one from pg_sleep(30)`),
    pool.query('select pg_sleep(30)'),
  ].map(errorOf)
  const sleeping = `from pg_stat_activity where datname = current_database() and query like '%pg\\_sleep(30)%' and pid <> pg_backend_pid() and state = 'active'`
  while ((await other.query(`select ${sleeping}`)).rowCount !== asleep.length) await new Promise((resolve) => setTimeout(resolve, 20))
  await other.query(`select pg_terminate_backend(pid) ${sleeping}`)
  expect((await Promise.all(asleep)).map(isConnectionFault)).toEqual([true, true, true])
  await Promise.all([db.end(), pool.end(), other.end()])
  await database.drop()
})

test('recognises a database that refuses connections for a while', async () => {
  const database = await freshDatabase()
  const [pool, connections] = [openPool(database.url), pipelined(database.url, 1)]
  await asAdmin(`alter database ${new URL(database.url).pathname.slice(1)} allow_connections false`)
  const asked = [openQueries(database.url), pool.query('select 1'), connections.query({ text: 'select 1', rowMode: 'array' })]
  expect((await Promise.all(asked.map(errorOf))).map(isConnectionFault)).toEqual([true, true, true])
  await Promise.all([pool.end(), connections.end()])
  await database.drop()
})
