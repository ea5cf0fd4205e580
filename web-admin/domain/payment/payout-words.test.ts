import { expect, test } from 'vitest'
import type { PayoutPart, Reconciliation } from '../../../modules/payments/contract.ts'
import { agreement, comparedWords, differenceWords, eventLabel, subjectLabel, sumsOf } from './payout-words.ts'

const part = (gross: number, fee: number, net: number): PayoutPart => ({ payment: null, kind: 'payment', gross, fee, net })
const compared = (settled: number, ...differences: Reconciliation['differences']) => ({ settled, differences }) as Reconciliation

test('adds lines in cents', () => {
  const parts = Array.from({ length: 30 }, () => part(0.1, 0.03, 0.07))
  expect(sumsOf([...parts, part(-1.1, 15, -16.1)])).toEqual({ gross: 1.9, fee: 15.9, net: -14 })
})

test.each([
  [{ amount: 96.8, status: 'paid' }, 96.8, true, 'Adds up to the amount that arrived at your bank.'],
  [{ amount: 96.8, status: 'in_transit' }, 96.8, true, 'Adds up to the amount that is on its way to your bank.'],
  [{ amount: 96.8, status: 'failed' }, 96.8, true, 'Adds up to the amount that did not arrive at your bank.'],
  [{ amount: -15, status: 'paid' }, -15, true, 'Adds up to the amount that Stripe takes from your bank.'],
  [{ amount: 96.8, status: 'paid' }, 90, false, /^These lines add up to \$90\.00, \$6\.80 less than the payout\./],
  [{ amount: 96.8, status: 'paid' }, 100, false, /^These lines add up to \$100\.00, \$3\.20 more than the payout\./],
] as const)('compares a payout of %o with its lines, which add up to %d', (payout, net, agrees, text) => {
  expect(agreement(payout, { gross: net, fee: 0, net })).toEqual({ agrees, text: expect.stringMatching(text) })
})

test.each([
  ['missing', 100, null, 'Missing: Stripe took $100.00 that could not be recorded here.'],
  ['amount', 100, 90, 'Amount: Stripe took $100.00, but $90.00 is recorded here.'],
  ['fee', 3.2, null, 'Fee: Stripe kept $3.20, but none is recorded here.'],
  ['refunded', 50, 0, 'Refunded: Stripe refunded $50.00, but $0.00 is recorded here.'],
] as const)('a difference in what is %s has both figures', (what, stripe, recorded, words) => {
  expect(differenceWords({ intentId: 'pi_1', what, stripe, recorded })).toBe(words)
})

test('summarizes the comparison of all profiles', () => {
  const fee = { intentId: 'pi_1', what: 'fee', stripe: 3.2, recorded: 3 } as const
  expect(comparedWords([compared(0), compared(0)])).toBe('Everything agrees with Stripe.')
  expect(comparedWords([compared(1), compared(0)])).toBe('Everything agrees with Stripe. 1 missing payment was recorded.')
  expect(comparedWords([compared(0, fee), compared(0, fee)])).toBe('2 differences found.')
})

test("shows Stripe's name for an unknown event", () => {
  expect(eventLabel('payout.paid')).toBe('Payout arrived')
  expect(eventLabel('v2.core.account[requirements].updated')).toBe('Account changed')
  expect(eventLabel('charge.invented')).toBe('charge.invented')
  expect(subjectLabel('po_1')).toBe('Payout')
  expect(subjectLabel('xx_1')).toBe('Something else')
})
