import type { Bill, BillStatus, PublicBill, PublicMethods, StripeMethod } from '../../../modules/bills/contract.ts'
import { keyOf, type ManualMethod, type MethodKey, manualMethods, methodNames } from '../../../modules/kernel/payment-methods.ts'
import { isPartlyPaid, type Sums } from '../../../modules/shared/sums.ts'
import { type AnyBill, isPublic } from '../view.ts'

export type StatusMessage = 'archived' | 'paid' | 'pending' | 'unavailable'

/** The message that stands in for paying; a Paid or Pending bill says so even in a closed program (R61). */
export const messageOf = ({ status, program }: Pick<Bill, 'status' | 'program'>): StatusMessage | null => {
  if (status === 'Archived') return 'archived'
  if (status === 'Paid') return 'paid'
  if (status === 'PendingConfirmation') return 'pending'
  return program.status === 'Active' ? null : 'unavailable'
}
export const statusMessage = (bill: AnyBill): StatusMessage | null => (isPublic(bill) ? messageOf(bill) : 'archived')

/** Whether Stripe takes the payment on this page; by all other methods the payor sends the money and says so. */
export const isByStripe = (methods: PublicMethods, method: MethodKey): method is StripeMethod =>
  method === 'credit' || methods[method]?.kind === 'debit'

/** Methods by which the payor sends the money and says so. */
export const usableMethods = (methods: PublicMethods): ManualMethod[] =>
  manualMethods.filter((method) => methods[method] && !isByStripe(methods, method))

/** Methods that the page offers, in the order of their tabs; by Stripe only while its account takes payments. */
export const offeredMethods = (profile: PublicBill['paymentProfile']): MethodKey[] =>
  profile
    ? methodNames.map(keyOf).filter((method) => profile.methods[method] && (profile.chargesEnabled || !isByStripe(profile.methods, method)))
    : []

/** The method whose tab is open: the wanted one if it is enabled, else the first. */
export const chosenMethod = (methods: MethodKey[], wanted: string | null): MethodKey | null =>
  methods.find((name) => name === wanted) ?? methods[0] ?? null

/** What the page asks for: the open balance, and what was owed once nothing is open. */
export const amountToShow = (bill: Sums): number => (isPartlyPaid(bill) ? bill.balance : bill.amount)

const payable: BillStatus[] = ['Unpaid', 'Partial', 'Overdue', 'Failed']

/** Whether a row of the payor's own list leads to a payment (R61). */
export const isPayable = (bill: Pick<Bill, 'status' | 'program'>): boolean => payable.includes(bill.status) && bill.program.status === 'Active'
