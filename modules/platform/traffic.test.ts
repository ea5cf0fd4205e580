import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Traffic, traffic } from './traffic.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A request under way; what it answers ends it. */
const ask = ({ begin }: Traffic, accept = 'application/json') => begin({ get: () => accept } as never)

/** How many milliseconds it takes to pass when nothing else happens. */
const waits = async ({ pass }: Traffic): Promise<number> => {
  const began = performance.now()
  let passed = false
  const passing = pass().then(() => {
    passed = true
  })
  await Promise.resolve()
  while (!passed) await vi.advanceTimersByTimeAsync(10)
  await passing
  return Math.round(performance.now() - began)
}

test('one request is no rush, and a stream of events is none', async () => {
  const requests = traffic(2)
  ask(requests, 'text/event-stream')
  ask(requests)
  ask(requests, 'text/event-stream')
  let passed = false
  void requests.pass().then(() => {
    passed = true
  })
  await Promise.resolve()
  await Promise.resolve()
  expect(passed).toBe(true)
})

test('whoever lets requests pass waits for the end of a rush, or two seconds', async () => {
  const requests = traffic(2)
  const ends = [ask(requests), ask(requests)]
  expect(await waits(requests)).toBe(2_000)
  for (const end of ends) end()
  expect(await waits(requests), 'the rush is just over').toBe(100)
})

test('the moment between two waves of a rush is none to pass in', async () => {
  const requests = traffic(2)
  let ends = [ask(requests), ask(requests)]
  let passed = 0
  void requests.pass().then(() => {
    passed = performance.now()
  })
  for (let wave = 0; wave < 8; wave += 1) {
    for (const end of ends) end()
    await vi.advanceTimersByTimeAsync(20)
    ends = [ask(requests), ask(requests)]
    await vi.advanceTimersByTimeAsync(60)
    expect(passed).toBe(0)
  }
  for (const end of ends) end()
  await vi.advanceTimersByTimeAsync(200)
  expect(passed).toBeGreaterThan(0)
})
