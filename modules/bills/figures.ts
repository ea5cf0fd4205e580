import type { LocalDate } from '../kernel/dates.ts'
import { toDollars } from '../kernel/money.ts'
import type { Bill, BillStatus } from './contract.ts'
import { type BillState, balanceOf, isDebitUnderWay } from './state.ts'

/** A bill's status on a day of its network's zone. */
const statusOn = (bill: NonNullable<BillState>, today: LocalDate): BillStatus => {
  if (bill.archived) return 'Archived'
  if (bill.collected >= bill.amount) return 'Paid'
  if (bill.claim || isDebitUnderWay(bill)) return 'PendingConfirmation'
  if (bill.debitFailed) return 'Failed'
  if (bill.terms.dueDate < today) return 'Overdue'
  return bill.collected > 0 ? 'Partial' : 'Unpaid'
}

/** What commands change about a bill as its readers see it; money in dollars. */
export const figuresOn = (bill: NonNullable<BillState>, today: LocalDate): Pick<Bill, 'status' | 'amount' | 'balance'> => ({
  status: statusOn(bill, today),
  amount: toDollars(bill.amount),
  balance: toDollars(balanceOf(bill)),
})
