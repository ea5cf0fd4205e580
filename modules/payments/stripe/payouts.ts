import type { Stripe } from 'stripe'
import { type Instant, instantOf, type LocalDate } from '../../kernel/dates.ts'
import type { BalanceMovement, PayoutLineKind, PayoutPort, PayoutStatus } from '../contract.ts'
import { PayoutStatus as Statuses } from '../contract.ts'
import { askingWithAccess } from './connection.ts'

const PAGE = 100
/** The most objects that Stripe's SDK collects in one list; no network has so many in a month. */
const MOST = 10_000

const secondsOf = (moment: Instant): number => Math.floor(Date.parse(moment) / 1000)
const dayOf = (seconds: number): LocalDate => new Date(seconds * 1000).toISOString().slice(0, 10) as LocalDate

/** The kinds of lines for Stripe's reporting categories (docs.stripe.com/reports/reporting-categories). */
const kinds: Readonly<Record<string, PayoutLineKind>> = {
  charge: 'payment',
  charge_failure: 'payment',
  refund: 'refund',
  refund_failure: 'refund',
  partial_capture_reversal: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
}

const idOf = (named: string | { id: string } | null | undefined): string | null => (typeof named === 'string' ? named : (named?.id ?? null))

const intentOf = ({ source }: Stripe.BalanceTransaction): string | null =>
  typeof source === 'object' && source && 'payment_intent' in source ? idOf(source.payment_intent) : null

const movementOf = (transaction: Stripe.BalanceTransaction): BalanceMovement => ({
  transactionId: transaction.id,
  kind: kinds[transaction.reporting_category] ?? 'other',
  intentId: intentOf(transaction),
  gross: transaction.amount,
  fee: transaction.fee,
  net: transaction.net,
  at: instantOf(transaction.created * 1000),
})

const isPayout = ({ reporting_category: category }: Stripe.BalanceTransaction): boolean => category.startsWith('payout')

/**
 * True for the transaction of the payout itself, which is not one of its lines. A failed or reversed payout is a line
 * of a later payout.
 */
const isOf =
  (payoutId: string) =>
  ({ source }: Stripe.BalanceTransaction): boolean =>
    idOf(source) === payoutId

/** Payouts of connected accounts and their lines (docs.stripe.com/payouts/reconciliation). */
export const stripePayouts = (stripe: Stripe): PayoutPort => {
  const on = (accountId: string) => ({ stripeContext: accountId })

  const transactions = (accountId: string, which: Pick<Stripe.BalanceTransactionListParams, 'payout' | 'created'>) =>
    askingWithAccess(() =>
      stripe.balanceTransactions.list({ ...which, limit: PAGE, expand: ['data.source'] }, on(accountId)).autoPagingToArray({ limit: MOST }),
    )

  return {
    observe: async (accountId, payoutId) => {
      const payout = await askingWithAccess(() => stripe.payouts.retrieve(payoutId, {}, on(accountId)))
      const isSettled = payout.automatic && payout.reconciliation_status === 'completed'
      const isOwn = isOf(payoutId)
      const lines = isSettled ? (await transactions(accountId, { payout: payoutId })).filter((one) => !isOwn(one)).map(movementOf) : []
      return {
        payoutId,
        accountId,
        amount: payout.amount,
        arrivesOn: dayOf(payout.arrival_date),
        status: Statuses.catch('pending' satisfies PayoutStatus).parse(payout.status),
        lines: lines.map(({ at: _, ...line }) => line),
      }
    },
    since: async (accountId, moment) => {
      const found = await askingWithAccess(() =>
        stripe.payouts.list({ created: { gte: secondsOf(moment) }, limit: PAGE }, on(accountId)).autoPagingToArray({ limit: MOST }),
      )
      return found.map(({ id }) => id)
    },
    movements: async (accountId, moment) =>
      (await transactions(accountId, { created: { gte: secondsOf(moment) } })).filter((one) => !isPayout(one)).map(movementOf),
  }
}
