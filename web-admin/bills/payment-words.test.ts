import { expect, test } from 'vitest'
import { waitsForDebit } from './payment-words.ts'

test('a bill that waits tells by itself whether it does so for a bank debit, else its history does', () => {
  const waiting = { status: 'PendingConfirmation' } as const
  const history = [{ type: 'PaymentClaimed' }, { type: 'ClaimWithdrawn' }, { type: 'DebitStarted' }]
  for (const isClaimed of [true, false]) expect(waitsForDebit({ ...waiting, isClaimed } as typeof waiting)).toBe(!isClaimed)
  expect(waitsForDebit(waiting, history)).toBe(true)
  expect(waitsForDebit(waiting, history.slice(0, 1))).toBe(false)
  expect(waitsForDebit({ status: 'Failed' }, history)).toBe(false)
})
