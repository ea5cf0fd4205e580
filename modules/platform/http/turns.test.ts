import { EventEmitter } from 'node:events'
import type { Request, Response } from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { turns } from './turns.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Requests of addresses, in what state they are, and how they end. */
const house = (turn: Parameters<ReturnType<typeof turns>>[0], factor = 1) => {
  const handle = turns(factor)({ ...turn, by: ({ ip }) => ip ?? '' })
  return (ip: string) => {
    const res = Object.assign(new EventEmitter(), { closed: false, setHeader: () => {} })
    const end = () => {
      res.closed = true
      res.emit('close')
    }
    const request = { state: 'waits', end }
    const admitted = handle({ ip } as Request, res as unknown as Response, () => {
      request.state = 'in'
    }) as unknown as Promise<void>
    admitted.catch(({ code }: { code: string }) => {
      request.state = code
    })
    return request
  }
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('one address has so many requests under way; others do not wait for it', async () => {
  const come = house({ places: 1, line: 2, burst: 100, perMinute: 60 })
  const [one, two, three, four] = [come('a'), come('a'), come('a'), come('a')]
  const other = come('b')
  await settle()
  expect([one, two, three, four, other].map(({ state }) => state)).toEqual(['in', 'waits', 'waits', 'slow-down', 'in'])
  one.end()
  await settle()
  expect([two.state, three.state]).toEqual(['in', 'waits'])
})

test('a place in the line is given up by those who go away', async () => {
  const come = house({ places: 1, line: 2, burst: 100, perMinute: 60 })
  const [one, two, three] = [come('a'), come('a'), come('a')]
  two.end()
  one.end()
  await settle()
  expect([two.state, three.state]).toEqual(['waits', 'in'])
})

test('beyond the burst they come at the pace, and RATE_LIMIT_FACTOR multiplies all of it', async () => {
  const come = house({ line: 10, burst: 2, perMinute: 60 })
  const three = [come('a'), come('a'), come('a'), come('a')]
  await settle()
  expect(three.map(({ state }) => state)).toEqual(['in', 'in', 'waits', 'waits'])
  await vi.advanceTimersByTimeAsync(1_050)
  expect(three.map(({ state }) => state)).toEqual(['in', 'in', 'in', 'waits'])
  const often = house({ line: 10, burst: 2, perMinute: 60 }, 2)
  const four = [often('a'), often('a'), often('a'), often('a')]
  await settle()
  expect(four.map(({ state }) => state)).toEqual(['in', 'in', 'in', 'in'])
})
