import type { Request, Response } from 'express'
import { beforeEach, expect, test } from 'vitest'
import { withDatabase } from '../../scripts/testing/database.ts'
import { digests } from '../../scripts/testing/digests.ts'
import { type Guesses, guesses, SWEEP_GUESSES } from './guesses.ts'

const MINUTE = 60_000

const { pool } = withDatabase()
beforeEach(() => pool.query('truncate failed_sign_ins, sign_in_addresses, users cascade'))

/** Limits run on real time, so failures are moved into the past instead. */
const pass = (ms: number) =>
  pool.query(`update failed_sign_ins set at = array(select moment - $1 * interval '1 millisecond' from unnest(at) moment)`, [ms])

const callFrom = (address: string) => {
  const sent: { retryAfter?: string } = {}
  const res = { setHeader: (_: string, value: string) => (sent.retryAfter = value) } as unknown as Response
  return { sent, call: { req: { ip: address } as Request, res } }
}

const setup = (factor = 1, all: Guesses = guesses(pool, digests, factor, { note: () => {} })) => {
  const at = async (address: string, right: () => boolean | Promise<boolean>, email = 'ruth@example.org', id: string | null = null) => {
    const { sent, call } = callFrom(address)
    return all
      .tried({ id, email }, call, async () => right())
      .catch((error: { code?: string }) => {
        if (error.code !== 'slow-down') throw error
        return `wait ${sent.retryAfter}`
      })
  }
  return {
    all,
    wrong: (address = '10.0.0.1', email?: string) => at(address, () => false, email),
    right: (address = '10.0.0.1', email?: string) => at(address, () => true, email),
    at,
  }
}
const times = async (n: number, work: (i: number) => Promise<unknown>) => {
  const results: unknown[] = []
  for (let i = 0; i < n; i += 1) results.push(await work(i))
  return results
}
const no = (n: number) => Array(n).fill(false)

test('allows one try a minute after five failures', async () => {
  const { wrong, right } = setup()
  expect(await times(5, () => wrong())).toEqual(no(5))
  expect(await wrong()).toBe('wait 60')
  expect(await right(), 'the right one has to wait too').toBe('wait 60')
  await pass(MINUTE - 5_500)
  expect(await wrong()).toMatch(/^wait [56]$/)
  await pass(5_500)
  expect(await wrong()).toBe(false)
  expect(await wrong(), 'one, not five').toBe('wait 60')
  await pass(MINUTE)
  expect(await right()).toBe(true)
  expect(await times(5, () => wrong()), 'a success makes all forgotten').toEqual(no(5))
  expect(await wrong()).toBe('wait 60')
})

test('slows neither the owner at another address nor other accounts at this one', async () => {
  const { wrong, right } = setup()
  await times(6, () => wrong())
  expect(await right('10.0.0.2')).toBe(true)
  expect(await right('10.0.0.1', 'ole@example.org')).toBe(true)
  expect(await right('10.0.0.1', 'RUTH@example.org'), 'in any letter case').toBe('wait 60')
  expect(await right('2001:db8::1')).toBe(true)
})

test('counts failures across processes', async () => {
  const [one, other] = [setup(), setup()]
  await times(5, (i) => (i % 2 ? one : other).wrong())
  expect([await one.wrong(), await other.wrong()]).toEqual(['wait 60', 'wait 60'])
})

test('counts concurrent guesses, in any process', async () => {
  const processes = [setup(), setup(), setup()]
  let verified = 0
  const slowly = (right: boolean) => (_: unknown, i: number) =>
    processes[i % 3]?.at('10.0.0.1', async () => {
      verified += 1
      await new Promise((resolve) => setTimeout(resolve, 5))
      return right
    })
  const answers = await Promise.all(Array.from({ length: 60 }, slowly(false)))
  expect([verified, answers.filter((answer) => answer === false).length]).toEqual([5, 5])
  await pass(MINUTE)
  await Promise.all(Array.from({ length: 60 }, slowly(false)))
  expect(verified).toBe(6)
})

test('never slows a user who knows the password', async () => {
  const { right } = setup()
  expect(await Promise.all(Array.from({ length: 20 }, () => right()))).toEqual(Array(20).fill(true))
})

test('does not count a try that could not be verified', async () => {
  const { at, wrong } = setup()
  const down = () => at('10.0.0.1', () => Promise.reject(new Error('the database is down')))
  for (let i = 0; i < 30; i += 1) await expect(down()).rejects.toThrow('the database is down')
  expect(await times(6, () => wrong())).toEqual([...no(5), 'wait 60'])
})

test('multiplies the free tries and the later pace by RATE_LIMIT_FACTOR', async () => {
  const twice = setup(2)
  expect(await times(11, () => twice.wrong())).toEqual([...no(10), 'wait 30'])
  await pass(60 * MINUTE)
  const half = setup(0.5)
  expect(await times(3, () => half.wrong()), 'Retry-After is a minute at most').toEqual([false, false, 'wait 60'])
  await pass(MINUTE)
  expect(await half.wrong()).toBe('wait 60')
  await pass(MINUTE)
  expect(await half.wrong()).toBe(false)
})

test('recognises an address stored with an earlier version of the key (R109)', async () => {
  const ruth = { id: '01a1fe3c-e23a-7240-b021-56c9a778f0fa', email: 'ruth@example.org' }
  await pool.query(`insert into users (id, email, first_name, last_name, created_at) values ($1, $2, 'Ruth', 'One', now())`, [ruth.id, ruth.email])
  await setup().all.trust(pool, ruth, { ip: '10.9.9.9' } as Request)
  const by = (message: string) => digests.of(`by the next version: ${message}`)
  const changed = { ...digests, of: by, all: (message: string) => [by(message), digests.of(message)] }
  const { at, wrong } = setup(1, guesses(pool, changed, 1, { note: () => {} }))
  await times(21, (i) => wrong(`10.1.0.${i}`))
  expect([await wrong('10.1.0.99'), await at('10.9.9.9', () => true, ruth.email, ruth.id)]).toEqual(['wait 60', true])
})

test('slows new addresses after twenty failures in a quarter of an hour, but not a known one', async () => {
  const { all, at, wrong } = setup()
  const ruth = { id: '01a1fe3c-e23a-7240-b021-56c9a778f0fa', email: 'ruth@example.org' }
  await pool.query(`insert into users (id, email, first_name, last_name, created_at) values ($1, $2, 'Ruth', 'One', now())`, [ruth.id, ruth.email])
  await all.trust(pool, ruth, { ip: '10.9.9.9' } as Request)
  const home = (right: boolean) => at('10.9.9.9', () => right, ruth.email, ruth.id)
  expect(await home(true)).toBe(true)
  expect(await times(20, (i) => wrong(`10.1.0.${i}`))).toEqual(no(20))
  expect(await wrong('10.1.0.99')).toBe('wait 60')
  expect(await at('10.1.0.98', () => true, ruth.email, ruth.id), 'the right password waits as well').toBe('wait 60')
  expect(await wrong('10.1.0.99', 'ole@example.org'), 'another account').toBe(false)
  expect(await times(2, () => home(false)), 'known here').toEqual(no(2))
  expect(await home(true)).toBe(true)
  expect(await wrong('10.1.0.97'), 'a success somewhere forgives nothing elsewhere').toBe('wait 60')
  await pass(15 * MINUTE)
  expect(await wrong('10.1.0.97')).toBe(false)
})

test('counts the failures of the quarter of an hour before each try', async () => {
  const { wrong } = setup()
  await times(10, (i) => wrong(`10.1.0.${i}`))
  await pass(10 * MINUTE)
  await times(10, (i) => wrong(`10.2.0.${i}`))
  await pass(6 * MINUTE)
  expect(await times(11, (i) => wrong(`10.3.0.${i}`))).toEqual([...no(10), 'wait 60'])
})

test('removes expired counts, and stores neither address nor e-mail', async () => {
  const { wrong, right } = setup()
  await wrong()
  await right('10.0.0.2')
  await pass(59 * MINUTE)
  for (const statement of SWEEP_GUESSES) await pool.query(statement)
  const rows = async () => (await pool.query<{ row: string }>('select f::text as row from failed_sign_ins f')).rows.map(({ row }) => row)
  expect((await rows()).length).toBe(2)
  expect(JSON.stringify(await rows())).not.toMatch(/ruth|10\.0\.0/)
  await pass(MINUTE + 1)
  for (const statement of SWEEP_GUESSES) await pool.query(statement)
  expect(await rows()).toEqual([])
})
