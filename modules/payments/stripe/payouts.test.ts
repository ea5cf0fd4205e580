import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { stripePayouts } from './payouts.ts'

const transaction = (id: string, category: string, source: object, amount: number) => ({
  ...{ id, source, amount, reporting_category: category },
  ...{ fee: 0, net: amount, created: 1_800_000_000 },
})

/** Stripe with one payout of these transactions. The sandbox cannot test this, since its bank never fails a payout. */
const stripeWith = (transactions: readonly object[]) =>
  ({
    payouts: {
      retrieve: async (id: string) => ({
        ...{ id, amount: 12_000, automatic: true, reconciliation_status: 'completed' },
        ...{ arrival_date: 1_800_000_000, status: 'paid' },
      }),
    },
    balanceTransactions: { list: () => ({ autoPagingToArray: async () => transactions }) },
  }) as unknown as Stripe

test('lists the money of a failed payout as a line of the next payout, so that its lines add up', async () => {
  const { observe } = stripePayouts(
    stripeWith([
      transaction('txn_1', 'charge', { id: 'ch_1', payment_intent: 'pi_1' }, 2_000),
      transaction('txn_2', 'payout_reversal', { id: 'po_before' }, 10_000),
      transaction('txn_3', 'payout', { id: 'po_now' }, -12_000),
    ]),
  )
  const { amount, lines } = await observe('acct_1', 'po_now')
  expect(lines.map(({ transactionId, kind, net }) => [transactionId, kind, net])).toEqual([
    ['txn_1', 'payment', 2_000],
    ['txn_2', 'other', 10_000],
  ])
  expect(lines.reduce((sum, { net }) => sum + net, 0)).toBe(amount)
})
