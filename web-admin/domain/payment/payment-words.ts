import type { Bill } from '../../../modules/bills/contract.ts'
import { receiptLabel } from '../../../modules/kernel/receipt-methods.ts'
import type { Payment } from '../../../modules/payments/contract.ts'
import { formatDayOf } from '../api/network-clock.ts'

/** 'Credit Card, Visa 4242, Mar 31, 2026, '. */
export const paymentLine = (payment: Payment): string =>
  [receiptLabel(payment.method), payment.reference, formatDayOf(payment.createdAt), ''].filter((part) => part !== null).join(', ')

/** The reference entered with a payment by hand, such as a check's number. */
export const referenceLine = (reference: string): string => `Reference: ${reference}`

/** The bill is pending because of a bank debit, not of a claim; a bill never has both. */
export const waitsForDebit = ({ status, debit }: Pick<Bill, 'status' | 'debit'>): boolean => status === 'PendingConfirmation' && debit === 'underway'
