import { afterEach, expect, test, vi } from 'vitest'
import { dayOf, formatDayOf, now, setNetworkClock, today } from './network-clock.ts'

afterEach(() => {
  vi.useRealTimers()
})

test("uses the server's clock and the network's zone, not the browser's", () => {
  vi.useFakeTimers({ now: new Date('2020-01-01T00:00:00.000Z') })
  setNetworkClock('2026-11-22T00:30:00.000Z[America/New_York]')
  expect(today()).toBe('2026-11-21')
  expect(formatDayOf('2026-11-22T00:30:00.000Z')).toBe('Nov 21, 2026')
  vi.advanceTimersByTime(5 * 3_600_000)
  expect(now()).toBe('2026-11-22T05:30:00.000Z')
  expect(today()).toBe('2026-11-22')
  setNetworkClock('2026-11-22T05:30:00.000Z[Pacific/Kiritimati]')
  expect(dayOf('2026-11-21T10:00:00.000Z')).toBe('2026-11-22')
})

test("ignores an answer without a network's clock", () => {
  setNetworkClock('2026-03-18T12:00:00.000Z[UTC]')
  for (const header of [null, '', 'Wed, 18 Mar 2026']) setNetworkClock(header)
  expect(today()).toBe('2026-03-18')
})
