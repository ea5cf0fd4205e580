import type { LocalDate } from '../kernel/dates.ts'
import { toDollars } from '../kernel/money.ts'
import type { Bill as BillAnswer } from './contract.ts'
import { balanceOf, statusOf } from './effect.ts'
import type { Bill } from './state.ts'

/** The fields of a bill's answer that commands can change, as of a day in the network's time zone; money in dollars. */
export const figuresOn = (bill: Bill, today: LocalDate): Pick<BillAnswer, 'status' | 'amount' | 'balance'> => ({
  status: statusOf(bill, bill.claim !== null, bill.terms.dueDate < today),
  amount: toDollars(bill.amount),
  balance: toDollars(balanceOf(bill)),
})
