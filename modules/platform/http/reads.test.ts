import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Response } from 'express'
import { sql } from 'slonik'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { withDatabase } from '../../../scripts/testing/database.ts'
import { prepared } from '../postgres/database.ts'
import { type OpenReads, openReads } from './reads.ts'
import type { Visitor } from './visitor.ts'

const { url, pool } = withDatabase(4)
let reads: OpenReads
beforeAll(async () => {
  reads = await openReads(url, pool, { isLocal: true })
})
afterAll(() => reads.end())

const reader = (id = randomUUID()) => {
  const res = Object.assign(new EventEmitter(), { closed: false, setHeader: () => {} })
  const db = reads.of({ user: { id }, address: '' } as unknown as Visitor, res as unknown as Response)
  const hangUp = () => {
    res.closed = true
    res.emit('close')
  }
  return { db, hangUp, id }
}
const Row = z.object({ n: z.number() })
const sleep = (seconds: number) => sql.type(Row)`select 1 as n from pg_sleep(${seconds})`
const keptSleep = sql.type(Row)`${prepared} select 1 as n from pg_sleep(30)`
const outcome = (asked: Promise<unknown>) => asked.then(() => 'answered').catch((error: { code?: string }) => error.code ?? String(error))
const sleeping = async () =>
  (await pool.query(`select 1 from pg_stat_activity where state = 'active' and query like '%pg_sleep%' and query not like '%pg_stat%'`)).rowCount
const timed = async <Result>(asked: Promise<Result>): Promise<[Result, number]> => {
  const began = performance.now()
  return [await asked, performance.now() - began]
}

test('answers a slow read, and refuses one of more than five seconds with advice', async () => {
  expect(await reader().db.oneFirst(sleep(1))).toBe(1)
  const { db } = reader()
  const [error, took] = await timed(Promise.allSettled([db.any(sleep(30)), db.any(keptSleep)]))
  for (const each of error)
    expect(each).toMatchObject({ status: 'rejected', reason: { code: 'unavailable', message: expect.stringContaining('narrow the search') } })
  expect(took).toBeGreaterThan(5_000)
  expect(took).toBeLessThan(9_000)
})

test('runs two slow reads per reader, queues some, and refuses more', async () => {
  const mine = reader()
  const [outcomes, took] = await timed(Promise.all(Array.from({ length: 22 }, () => outcome(mine.db.any(sleep(0.3))))))
  expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(18)
  expect(outcomes.filter((outcome) => outcome === 'slow-down')).toHaveLength(4)
  expect(took, 'eighteen, two at a time').toBeGreaterThan(2_700)
})

test('cancels running and waiting reads when the reader disconnects', async () => {
  const [mine, other] = [reader(), reader()]
  const asked = Promise.all(Array.from({ length: 6 }, () => outcome(mine.db.any(sleep(4)))))
  const theirs = outcome(other.db.any(sleep(1)))
  await expect.poll(sleeping).toBe(2)
  await setTimeout(400)
  mine.hangUp()
  const [outcomes, took] = await timed(asked)
  expect([new Set(outcomes), took < 1_000]).toEqual([new Set(['unavailable']), true])
  expect(await theirs).toBe('answered')
  expect(await sleeping()).toBe(0)
  expect(await reader().db.oneFirst(sleep(0.5)), 'no cancellation meets another query').toBe(1)
})

test('keeps deliberately slow readers from delaying others', async () => {
  const hostile = Array.from({ length: 12 }, () => reader())
  const asked = hostile.flatMap(({ db }) =>
    [1, 2, 3].flatMap(() => [outcome(db.any(sleep(30))), outcome(db.any(keptSleep)), outcome(db.atLength((on) => on.any(sleep(30))))]),
  )
  await setTimeout(3_000)
  const { db } = reader()
  const quick = [sql.type(Row)`select 1 as n`, sql.type(Row)`${prepared} select 1 as n`]
  const waits: number[] = []
  for (let i = 0; i < 40; i += 1) waits.push((await timed(db.any(quick[i % 2] as (typeof quick)[number])))[1])
  expect(Math.max(...waits)).toBeLessThan(1_000)
  for (const { hangUp } of hostile) hangUp()
  for (const outcome of await Promise.all(asked)) expect(['unavailable', 'slow-down']).toContain(outcome)
})
