import type { Bill, BillStatus, PublicBill, PublicMethods, StripeMethod } from '../../../modules/bills/contract.ts'
import { keyOf, type ManualMethod, type MethodKey, manualMethods, methodNames } from '../../../modules/kernel/payment-methods.ts'
import { isPartlyPaid, type Sums } from '../../../modules/shared/sums.ts'
import { type AnyBill, isPublic } from '../view.ts'

export type StatusMessage = 'archived' | 'paid' | 'pending' | 'unavailable'

/**
 * Why the bill cannot be paid; null if it can. 'Paid' and 'pending' take precedence over 'the program has ended' (R61).
 */
export const messageOf = ({ status, program }: Pick<Bill, 'status' | 'program'>): StatusMessage | null => {
  if (status === 'Archived') return 'archived'
  if (status === 'Paid') return 'paid'
  if (status === 'PendingConfirmation') return 'pending'
  return program.status === 'Active' ? null : 'unavailable'
}
export const statusMessage = (bill: AnyBill): StatusMessage | null => (isPublic(bill) ? messageOf(bill) : 'archived')

/**
 * True if Stripe takes the payment on this page. With other methods, the payor sends the money and then marks it as
 * sent.
 */
export const isByStripe = (methods: PublicMethods, method: MethodKey): method is StripeMethod =>
  method === 'credit' || methods[method]?.kind === 'debit'

/** The methods with which the payor sends the money and then marks it as sent. */
export const usableMethods = (methods: PublicMethods): ManualMethod[] =>
  manualMethods.filter((method) => methods[method] && !isByStripe(methods, method))

/**
 * The offered methods, in the order of their tabs. Stripe's methods are offered only while the account can take
 * payments.
 */
export const offeredMethods = (profile: PublicBill['paymentProfile']): MethodKey[] =>
  profile
    ? methodNames.map(keyOf).filter((method) => profile.methods[method] && (profile.chargesEnabled || !isByStripe(profile.methods, method)))
    : []

/** The selected method: the wanted one if it is offered, else the first. */
export const chosenMethod = (methods: MethodKey[], wanted: string | null): MethodKey | null =>
  methods.find((name) => name === wanted) ?? methods[0] ?? null

/** The open balance, or the whole amount if nothing has been paid. */
export const amountToShow = (bill: Sums): number => (isPartlyPaid(bill) ? bill.balance : bill.amount)

/** The amount to pay now: the next part of a plan, or the whole balance. */
export const dueOf = ({ balance, nextDue }: Pick<PublicBill, 'balance' | 'nextDue'>, whole: boolean): number => (!whole && nextDue?.amount) || balance

const payable: BillStatus[] = ['Unpaid', 'Partial', 'Overdue', 'Failed']

/** True if the row in a payor's list has a button to pay (R61). */
export const isPayable = (bill: Pick<Bill, 'status' | 'program'>): boolean => payable.includes(bill.status) && bill.program.status === 'Active'
