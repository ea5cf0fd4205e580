import { expect, test } from 'vitest'
import { activeEntry, payorEntries } from './entries.ts'

test.each([
  ['/', '', 'Dashboard'],
  ['/dashboard', '', 'Dashboard'],
  ['/payors', 'tab=assessment-bills', 'Assessment Bills'],
  ['/payors', 'tab=assessment-bills&page=3&status=Overdue', 'Assessment Bills'],
  ['/payors', '', 'Payors'],
  ['/payors', 'tab=payments', 'Payors'],
  ['/payors/bills/b1', '', 'Assessment Bills'],
  ['/members/m1', '', 'Payors'],
  ['/payouts/po_1', '', 'Payors'],
  ['/assessments', 'page=2', 'Assessment Programs'],
  ['/assessments/new', '', 'Assessment Programs'],
  ['/settings/profile', '', 'Profile'],
  ['/settings/payments', '', 'Profile'],
])('at %s?%s only the entry %s… is active', (path, search, label) => {
  expect(activeEntry(path, search)?.label).toBe(label)
})

test.each([
  ['/', 'My Bills'],
  ['/dashboard', 'My Bills'],
  ['/my-assessments', 'My Bills'],
  ['/my-payments', 'My Payments'],
  ['/my-payment-methods', 'Payment Methods'],
  ['/settings/profile', 'Account'],
])('at %s the entry %s of a payor is active', (path, label) => {
  expect(activeEntry(path, '', payorEntries)?.label).toBe(label)
})

test('activates no entry for any other path', () => {
  expect(activeEntry('/transactions', '')).toBeNull()
})
