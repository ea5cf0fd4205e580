import type { Bill } from '../../modules/bills/contract.ts'
import type { HistoryRow } from '../../modules/kernel/history.ts'
import { receiptLabel } from '../../modules/kernel/receipt-methods.ts'
import type { Payment } from '../../modules/payments/contract.ts'
import { formatDayOf } from '../api/network-clock.ts'

/** 'Credit Card, Visa 4242, Mar 31, 2026, '. */
export const paymentLine = (payment: Payment): string =>
  [receiptLabel(payment.method), payment.reference, formatDayOf(payment.createdAt), ''].filter((part) => part !== null).join(', ')

/** What the payment is called by whoever made or recorded it: a check's number, a note. */
export const referenceLine = (reference: string): string => `Reference: ${reference}`

/**
 * Whether a bill waits for a bank debit, rather than for the treasurer's word on a claim: neither begins while the other is there. A bill that
 * was read by itself tells; else its history does.
 */
export const waitsForDebit = (bill: Pick<Bill, 'status'>, history: readonly Pick<HistoryRow, 'type'>[] = []): boolean => {
  if (bill.status !== 'PendingConfirmation') return false
  if ('isClaimed' in bill) return bill.isClaimed !== true
  return history.findLast(({ type }) => type === 'DebitStarted' || type === 'PaymentClaimed')?.type === 'DebitStarted'
}
