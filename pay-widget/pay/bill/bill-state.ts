import type { Bill, BillStatus, PublicBill, PublicMethods } from '../../../modules/bills/contract.ts'
import { type ManualMethod, manualMethods } from '../../../modules/kernel/payment-methods.ts'
import { isPartlyPaid, type Sums } from '../../../modules/kernel/sums.ts'
import { type AnyBill, isPublic } from '../view.ts'

export type StatusMessage = 'archived' | 'paid' | 'pending' | 'unavailable'

/** The message that stands in for paying; a Paid or Pending bill says so even in a closed program (R57). */
export const statusMessage = (bill: AnyBill): StatusMessage | null => {
  if (!isPublic(bill) || bill.status === 'Archived') return 'archived'
  if (bill.status === 'Paid') return 'paid'
  if (bill.status === 'PendingConfirmation') return 'pending'
  return bill.program.status === 'Active' ? null : 'unavailable'
}

/** Methods that this page can take a payment by, in the order of their tabs; cards and bank debits join them when cards can be taken here. */
export const usableMethods = (methods: PublicMethods): ManualMethod[] =>
  manualMethods.filter((method) => methods[method] && methods[method].kind !== 'debit')

/** The method whose tab is open: the wanted one if it is enabled, else the first. */
export const chosenMethod = (methods: ManualMethod[], wanted: string | null): ManualMethod | null =>
  methods.find((name) => name === wanted) ?? methods[0] ?? null

/** What the page asks for: the open balance, and what was owed once nothing is open. */
export const amountToShow = (bill: Sums): number => (isPartlyPaid(bill) ? bill.balance : bill.amount)

const payable: BillStatus[] = ['Unpaid', 'Partial', 'Overdue', 'Failed']

/** Whether a row of the payor's own list leads to a payment (R80). */
export const isPayable = (bill: Pick<Bill, 'status' | 'program'>): boolean => payable.includes(bill.status) && bill.program.status === 'Active'

/** A bill read again: an administrator's fuller answer may lack what only the public one carries, so that is kept. */
export const refreshed = (old: AnyBill | null, fresh: AnyBill): AnyBill => {
  if (!isPublic(fresh) || !isPublic(old)) return fresh
  const profile: PublicBill['paymentProfile'] = fresh.paymentProfile && 'methods' in fresh.paymentProfile ? fresh.paymentProfile : old.paymentProfile
  return { ...old, ...fresh, payerName: fresh.payerName ?? old.payerName, paymentProfile: fresh.paymentProfile ? profile : null }
}
