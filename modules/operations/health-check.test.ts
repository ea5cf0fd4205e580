import { expect, test } from 'vitest'
import { watchLag } from './health-check.ts'

const at = (bills: bigint, members: bigint) =>
  new Map([
    ['bills', bills],
    ['members', members],
  ])

test("measures a projection's lag from the first check that found a missing event", () => {
  const lag = watchLag()
  expect(lag(10n, at(10n, 10n), 0)).toEqual(new Map(Object.entries({ bills: 0, members: 0 })))
  expect(lag(20n, at(10n, 20n), 15_000).get('bills')).toBe(0)
  const later = lag(30n, at(10n, 25n), 30_000)
  expect([later.get('bills'), later.get('members')]).toEqual([15, 0])
  const last = lag(30n, at(20n, 30n), 45_000)
  expect([last.get('bills'), last.get('members')]).toEqual([15, 0])
  expect(lag(30n, at(30n, 30n), 60_000).get('bills')).toBe(0)
})

test('remembers the start of a block through a month of checks', () => {
  const lag = watchLag()
  lag(1n, at(1n, 1n), 0)
  for (let check = 1; check <= 3_000; check += 1) lag(BigInt(1 + check), at(1n, BigInt(1 + check)), check * 15_000)
  const last = lag(3_002n, at(1n, 3_002n), 3_001 * 15_000)
  expect([last.get('bills'), last.get('members')]).toEqual([45_000, 0])
})
