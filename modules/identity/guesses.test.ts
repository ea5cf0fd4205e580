import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { guesses } from './guesses.ts'

const MINUTE = 60_000

const setup = (factor = 1, remembered = 1000) => {
  let time = 1_000_000
  const all = guesses(factor, () => time, remembered)
  const at = (address: string, right: () => boolean | Promise<boolean>, email = 'ruth@example.org') => {
    let retryAfter: string | undefined
    const res = { setHeader: (_: string, value: string) => (retryAfter = value) } as unknown as Response
    return all
      .tried(email, { req: { ip: address } as Request, res }, async () => right())
      .catch((error: { code?: string }) => {
        if (error.code !== 'slow-down') throw error
        return `wait ${retryAfter}`
      })
  }
  return {
    all,
    wrong: (address = '10.0.0.1', email?: string) => at(address, () => false, email),
    right: (address = '10.0.0.1', email?: string) => at(address, () => true, email),
    at,
    pass: (ms: number) => {
      time += ms
    },
  }
}
const times = async (n: number, work: () => Promise<unknown>) => {
  const results: unknown[] = []
  for (let i = 0; i < n; i += 1) results.push(await work())
  return results
}

test('after five failures there is one try a minute', async () => {
  const { wrong, right, pass } = setup()
  expect(await times(5, wrong)).toEqual(Array(5).fill(false))
  expect(await wrong()).toBe('wait 60')
  expect(await right(), 'the right one has to wait too').toBe('wait 60')
  pass(MINUTE - 1_500)
  expect(await wrong()).toBe('wait 2')
  pass(1_500)
  expect(await wrong()).toBe(false)
  expect(await wrong(), 'one, not five').toBe('wait 60')
  pass(MINUTE)
  expect(await right()).toBe(true)
  expect(await times(5, wrong), 'a success makes all forgotten').toEqual(Array(5).fill(false))
  expect(await wrong()).toBe('wait 60')
})

test('the owner elsewhere, and other accounts here, are let in', async () => {
  const { wrong, right } = setup()
  await times(6, wrong)
  expect(await right('10.0.0.2')).toBe(true)
  expect(await right('10.0.0.1', 'ole@example.org')).toBe(true)
  expect(await right('10.0.0.1', 'RUTH@example.org'), 'in any letter case').toBe('wait 60')
  expect(await right('2001:db8::1')).toBe(true)
})

test('guesses at one moment do not slip past', async () => {
  const { at, pass } = setup()
  let verified = 0
  const slowly = (right: boolean) => () =>
    at('10.0.0.1', async () => {
      verified += 1
      await new Promise((resolve) => setTimeout(resolve, 5))
      return right
    })
  const answers = await Promise.all(Array.from({ length: 100 }, slowly(false)))
  expect([verified, answers.filter((answer) => answer === false).length]).toEqual([5, 5])
  pass(MINUTE)
  await Promise.all(Array.from({ length: 100 }, slowly(false)))
  expect(verified).toBe(6)
  pass(MINUTE)
  expect(await Promise.all(Array.from({ length: 20 }, slowly(true))), 'who knows the password is let in as often as they come').toEqual(
    Array(20).fill(true),
  )
})

test('a try that could not be verified does not count', async () => {
  const { at, wrong } = setup()
  const down = () => at('10.0.0.1', () => Promise.reject(new Error('the database is down')))
  for (let i = 0; i < 10; i += 1) await expect(down()).rejects.toThrow('the database is down')
  expect(await times(6, wrong)).toEqual([...Array(5).fill(false), 'wait 60'])
})

test('RATE_LIMIT_FACTOR multiplies tries and pace', async () => {
  const twice = setup(2)
  expect(await times(11, twice.wrong)).toEqual([...Array(10).fill(false), 'wait 30'])
  const half = setup(0.5)
  expect(await times(3, half.wrong), 'Retry-After is a minute at most').toEqual([false, false, 'wait 60'])
  half.pass(MINUTE)
  expect(await half.wrong()).toBe('wait 60')
  half.pass(MINUTE)
  expect(await half.wrong()).toBe(false)
})

test('what is remembered is bounded, and an hour is the longest', async () => {
  const { all, wrong, pass } = setup(1, 100)
  await times(6, wrong)
  for (let i = 0; i < 99; i += 1) await wrong(`10.1.0.${i}`)
  expect(await wrong(), 'still remembered').toBe('wait 60')
  for (let i = 0; i < 5_000; i += 1) await wrong('10.0.0.9', `${i}@example.org`)
  expect(all.size()).toBe(100)
  await times(6, wrong)
  pass(60 * MINUTE)
  expect(await times(5, wrong)).toEqual(Array(5).fill(false))
})
