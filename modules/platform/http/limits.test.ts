import type { Request, Response } from 'express'
import type pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { withDatabase } from '../../../scripts/testing/database.ts'
import { digest } from '../personal-data/master-key.ts'
import { SWEEP_LIMITS, sharedLimits } from './limits.ts'

const { pool } = withDatabase()
beforeEach(() => pool.query('truncate limits'))

/** The limits of a separate process. A call returns 'in', or the seconds to wait. */
const newProcess = (factor = 1) => {
  const { take } = sharedLimits(pool, digest, factor)
  return async (who = 'ruth@example.org', name = 'forgot', max = 3) => {
    let wait = ''
    const res = { setHeader: (_: string, value: string) => (wait = value) } as unknown as Response
    return take({ name, max, seconds: 600 }, who, res).then(
      () => 'in',
      (error: { code?: string }) => (error.code === 'slow-down' ? wait : Promise.reject(error)),
    )
  }
}
const pass = (seconds: number) => pool.query(`update limits set ends_at = ends_at - $1 * interval '1 second'`, [seconds])

test('counts across processes, per limit and per caller', async () => {
  const [one, other] = [newProcess(), newProcess()]
  expect([await one(), await other(), await one(), await other(), await one()]).toEqual(['in', 'in', 'in', '60', '60'])
  expect([await one('ole@example.org'), await one('ruth@example.org', 'register')]).toEqual(['in', 'in'])
})

test('admits exactly as many concurrent requests as the limit allows', async () => {
  const processes = Array.from({ length: 4 }, () => newProcess())
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => processes[i % 4]?.()))
  expect(answers.filter((answer) => answer === 'in')).toHaveLength(3)
})

test('starts the window with the first request, and counts afresh after its end', async () => {
  const come = newProcess()
  for (let i = 0; i < 3; i += 1) await come()
  await pass(590)
  expect(await come()).toMatch(/^([1-9]|10)$/)
  await pass(10)
  expect(await come()).toBe('in')
})

test('multiplies the limits by RATE_LIMIT_FACTOR', async () => {
  const twice = newProcess(2)
  for (let i = 0; i < 6; i += 1) expect(await twice()).toBe('in')
  expect(await twice()).toBe('60')
})

test('neither limits nor looks up a request that lacks the value to count by', async () => {
  const asked = { query: () => Promise.reject(new Error('asked')) } as unknown as pg.Pool
  const { limiter } = sharedLimits(asked, digest, 1)
  let called = 0
  await limiter({ name: 'forgot', max: 1, seconds: 1, by: () => null })({} as Request, {} as Response, () => (called += 1))
  expect(called).toBe(1)
})

test('removes expired rows, which name no one', async () => {
  const come = newProcess()
  await come()
  await pass(599)
  await come('ole@example.org')
  const rows = async () => (await pool.query<{ row: string }>('select l::text as row from limits l')).rows.map(({ row }) => row)
  await pool.query(SWEEP_LIMITS)
  expect(await rows()).toHaveLength(2)
  expect(JSON.stringify(await rows())).not.toMatch(/ruth|ole|forgot/)
  await pass(2)
  await pool.query(SWEEP_LIMITS)
  expect(await rows()).toHaveLength(1)
})
