import { expect, test } from 'vitest'
import { dueDistance, payorLabel, payorLine } from './bill-words.ts'

const program = { name: 'Annual Dues' }
const member = { firstName: 'Ruth', lastName: 'Okonjo-Bell' }
const church = { name: 'Grace Chapel' }

test('a payor is called by the member, else the congregation, else the program', () => {
  expect(payorLabel({ individualMember: member, congregation: church, program })).toBe('Ruth Okonjo-Bell')
  expect(payorLabel({ individualMember: null, congregation: church, program })).toBe('Grace Chapel')
  expect(payorLabel({ individualMember: null, congregation: null, program })).toBe('Annual Dues')
  expect(payorLine({ individualMember: null, congregation: church, program })).toBe('Congregation')
})

test('the distance to the due day is told while something is open', () => {
  const due = (dueDate: string, balance = 10) => dueDistance({ dueDate, balance, status: 'Unpaid' }, '2026-03-18')
  expect(due('2026-03-31T00:00:00.000Z')).toBe('in 13 days')
  expect(due('2026-03-19T00:00:00.000Z')).toBe('in 1 day')
  expect(due('2026-03-18T00:00:00.000Z')).toBe('today')
  expect(due('2026-01-15T00:00:00.000Z')).toBe('overdue 62 days')
  expect(due('2026-01-15T00:00:00.000Z', 0)).toBeNull()
})
