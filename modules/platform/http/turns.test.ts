import { EventEmitter } from 'node:events'
import type { Request, Response } from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { turns } from './turns.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Sends requests by IP address; each has a state, and a function that ends it. */
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

test('limits concurrent requests per address, without delaying other addresses', async () => {
  const come = house({ places: 1, line: 2, burst: 100, perMinute: 60 })
  const [one, two, three, four] = [come('a'), come('a'), come('a'), come('a')]
  const other = come('b')
  await settle()
  expect([one, two, three, four, other].map(({ state }) => state)).toEqual(['in', 'waits', 'waits', 'slow-down', 'in'])
  one.end()
  await settle()
  expect([two.state, three.state]).toEqual(['in', 'waits'])
})

test('removes a disconnected client from the queue', async () => {
  const come = house({ places: 1, line: 2, burst: 100, perMinute: 60 })
  const [one, two, three] = [come('a'), come('a'), come('a')]
  two.end()
  one.end()
  await settle()
  expect([two.state, three.state]).toEqual(['waits', 'in'])
})

test('spreads requests beyond the burst over time; burst and pace are multiplied by RATE_LIMIT_FACTOR', async () => {
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
