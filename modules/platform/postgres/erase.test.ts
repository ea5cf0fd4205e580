import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../scripts/bench/product.ts'
import { foundInFiles } from '../../../scripts/found-in-files.ts'
import { openPool } from './database.ts'
import { eraseDeleted } from './erase.ts'
import { assertSeesSessions, liveProcesses } from './lock-sessions.ts'
import { type Postgres, startPostgres } from './postgres.ts'

const folder = temporaryFolder('erase')
let server: Postgres
let pool: pg.Pool
beforeAll(async () => {
  server = await startPostgres({ dir: join(folder.dir, 'postgres'), fast: true })
  pool = openPool(server.url)
})
afterAll(async () => {
  await pool?.end()
  await server?.stop()
  folder.remove()
})

const found = async (word: string) => {
  await pool.query('checkpoint')
  return foundInFiles(server.data, [word]).filter((where) => !where.startsWith('pg_wal/'))
}

const deleted = async (table: string, word: string, begin: string) => {
  await pool.query(`create table ${table} (word text)`)
  await pool.query(`insert into ${table} values ($1), ('kept')`, [word])
  const other = await pool.connect()
  await other.query(begin.replace('TABLE', table))
  await pool.query(`delete from ${table} where word = $1`, [word])
  let erased = false
  const erasing = eraseDeleted(pool, [table]).then(() => {
    erased = true
  })
  await pause(1_200)
  return { table, erasing, isErased: () => erased, end: () => other.query('commit').finally(() => other.release()) }
}

test('waits for a transaction that may still read the deleted rows', async () => {
  const { table, erasing, isErased, end } = await deleted(
    'read_by_others',
    'Quillanna',
    'begin isolation level repeatable read; select count(*) from pg_class',
  )
  expect(isErased()).toBe(false)
  await end()
  await erasing
  expect(await found('Quillanna')).toEqual([])
  expect((await pool.query(`select word from ${table}`)).rows).toEqual([{ word: 'kept' }])
})

test('waits for a table in use without blocking other readers', async () => {
  const { table, erasing, isErased, end } = await deleted('locked', 'Vexworth', 'begin; lock table TABLE in row exclusive mode')
  expect(isErased()).toBe(false)
  const started = performance.now()
  await pool.query(`insert into ${table} values ('meanwhile')`)
  expect(performance.now() - started).toBeLessThan(2_000)
  await end()
  await erasing
  expect(await found('Vexworth')).toEqual([])
  expect((await pool.query(`select word from ${table} order by word`)).rows).toEqual([{ word: 'kept' }, { word: 'meanwhile' }])
})

test('fails, and rewrites nothing, for a role that cannot see its own sessions', async () => {
  await pool.query('create role first login; create role second login; grant first to second; alter role second set role first')
  const as = (role: string) => openPool(server.url.replace('//app@', `//${role}@`).replace(/$/, '&application_name=vestry%20web%200.1.0%2012@here'))
  const first = as('first')
  const second = as('second')
  try {
    // Keeps a superuser's session open, which does not count as one of ours.
    await pool.query('select')
    await assertSeesSessions(first)
    await first.end()
    await expect(eraseDeleted(second, ['locked'])).rejects.toThrow('grant pg_read_all_stats')
    // The server may take a moment to end the other pool's session.
    await expect.poll(() => liveProcesses(second)).toEqual([{ role: 'web', release: '0.1.0', pid: 12, host: 'here', since: null }])
    await pool.query('grant pg_read_all_stats to first')
    await assertSeesSessions(second)
    expect(await liveProcesses(second)).toMatchObject([{ since: expect.any(Date) }])
  } finally {
    await second.end()
  }
})
