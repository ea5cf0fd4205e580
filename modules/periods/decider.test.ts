import { describe, expect, test } from 'vitest'
import { scenario } from '../../scripts/testing/scenario.ts'
import type { LocalDate } from '../kernel/dates.ts'
import type { NetworkId } from '../kernel/ids.ts'
import { periodsDecider } from './decider.ts'
import type { PeriodEvent } from './events.ts'
import { bookedOn } from './values.ts'

const given = scenario(periodsDecider)
const networkId = 'network' as NetworkId
const [january, february, march] = ['2026-01-31', '2026-02-28', '2026-03-31'] as [LocalDate, LocalDate, LocalDate]
const today = '2026-04-02' as LocalDate

const close = (through: LocalDate, on = today) => ({ type: 'Close', networkId, through, today: on }) as const
const reopen = (through: LocalDate) => ({ type: 'Reopen', networkId, through, reason: 'A check was missed' }) as const
const closed = (through: LocalDate): PeriodEvent => ({ type: 'PeriodClosed', data: { networkId, through } })
const reopened = (through: LocalDate): PeriodEvent => ({ type: 'PeriodReopened', data: { networkId, through, reason: 'A check was missed' } })

describe('a close', () => {
  test('follows the one before', () => {
    given().when(close(january)).then(closed(january))
    given(closed(january)).when(close(march)).then(closed(march))
  })
  test('ends before today', () => {
    given().when(close(march, march)).refused('invalid')
    given().when(close(march, february)).refused('invalid')
    given()
      .when(close(march, '2026-04-01' as LocalDate))
      .then(closed(march))
  })
  test('records nothing if repeated', () => given(closed(january)).when(close(january)).then())
  test('is refused before the last one, even through the day of an earlier one', () => {
    given(closed(march)).when(close(february)).refused('not-allowed')
    given(closed(january), closed(march)).when(close(january)).refused('not-allowed')
  })
})

describe('a reopening', () => {
  const all = [closed(january), closed(february), closed(march)]

  test('takes back its close and every later one', () => {
    given(...all)
      .when(reopen(february))
      .then(reopened(february))
    given(...all, reopened(february))
      .when(close(february))
      .then(closed(february))
    given(...all, reopened(february))
      .when(close(january))
      .then()
  })
  test('names the day of a close', () => {
    given().when(reopen(january)).refused('not-allowed')
    given(closed(march)).when(reopen(january)).refused('not-allowed')
  })
  test('records nothing if repeated', () => {
    given(...all, reopened(february))
      .when(reopen(february))
      .then()
    given(...all, reopened(february))
      .when(reopen(march))
      .then()
  })
  test('is refused for a day that a later close covers again', () =>
    given(...all, reopened(january), closed(march))
      .when(reopen(january))
      .refused('not-allowed'))
})

test.each([
  ['an open day on itself', '2026-02-01', january, '2026-02-01'],
  ['the closed day itself on the next day', january, january, '2026-02-01'],
  ['an earlier day on the first open day', '2025-12-24', february, '2026-03-01'],
  ['any day on itself before the first close', '2020-01-01', null, '2020-01-01'],
])('books %s', (_, day, through, booked) => {
  expect(bookedOn(day as LocalDate, through as LocalDate | null)).toBe(booked)
})
