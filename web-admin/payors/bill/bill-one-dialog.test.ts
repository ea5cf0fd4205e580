import { expect, test } from 'vitest'
import type { LocalDate } from '../../../modules/kernel/dates.ts'
import { billOneWords } from './bill-one-dialog.tsx'

const today = '2026-03-10' as LocalDate
const program = { dueDate: '2026-03-31T00:00:00.000Z', frequency: 'OneTime', campaignStatus: 'Draft' } as const
const payor = { name: 'Rebekah Cook', email: 'rebekah@example.org' }

test('describes a bill before it is issued: payor, amount, due date and mailing', () => {
  const words = (more: object) => billOneWords({ payor, program: { ...program, ...more }, amount: 100, today })
  expect(words({})).toBe('Rebekah Cook gets a bill of $100.00, due Mar 31, 2026; it is mailed when the campaign is launched.')
  expect(words({ campaignStatus: 'Active' })).toBe('Rebekah Cook gets a bill of $100.00, due Mar 31, 2026; it is mailed immediately.')
  expect(words({ campaignStatus: 'Paused' })).toContain('it is mailed when the campaign is resumed')
})

test("uses the current period's due date for a recurring program", () => {
  const monthly = { ...program, dueDate: '2026-01-31T00:00:00.000Z', frequency: 'Monthly' } as const
  expect(billOneWords({ payor, program: monthly, amount: 100, today })).toContain('due Mar 31, 2026')
})

test('mentions no mail without an address, and no amount without one', () => {
  expect(billOneWords({ payor: { ...payor, email: null }, program, amount: null, today })).toBe(
    'Rebekah Cook gets a bill, due Mar 31, 2026. There is no e-mail address, so print it or send its link.',
  )
})
