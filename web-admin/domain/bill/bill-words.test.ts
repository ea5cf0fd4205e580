import { expect, test } from 'vitest'
import type { LocalDate } from '../../../modules/kernel/dates.ts'
import { dueDistance, openDistance, payorLabel, payorLine } from './bill-words.tsx'

const program = { name: 'Annual Dues' }
const member = { firstName: 'Ruth', lastName: 'Okonjo-Bell' }
const church = { name: 'Grace Chapel' }

test('labels a payor with the member, else the congregation, else the program', () => {
  expect(payorLabel({ individualMember: member, congregation: church, program })).toBe('Ruth Okonjo-Bell')
  expect(payorLabel({ individualMember: null, congregation: church, program })).toBe('Grace Chapel')
  expect(payorLabel({ individualMember: null, congregation: null, program })).toBe('Annual Dues')
  expect(payorLine({ individualMember: null, congregation: church, program })).toBe('Congregation')
})

test('says how far the due date is while the bill is open', () => {
  const due = { dueDate: '2026-03-31T00:00:00.000Z', balance: 10, status: 'Unpaid' } as const
  expect(openDistance(due, '2026-03-18' as LocalDate)).toBe('in 13 days')
  expect(openDistance({ ...due, balance: 0 })).toBeNull()
  for (const status of ['Paid', 'Archived'] as const) expect(openDistance({ ...due, status })).toBeNull()
})

test('counts days to the due date in whole days', () => {
  expect([13, 1, 0, -1, -62].map(dueDistance)).toEqual(['in 13 days', 'in 1 day', 'today', 'overdue 1 day', 'overdue 62 days'])
})
