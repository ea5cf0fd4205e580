import type { LocalDate } from '../kernel/dates.ts'
import { toDollars } from '../kernel/money.ts'
import type { Bill as BillAnswer } from './contract.ts'
import { balanceOf, statusOf } from './effect.ts'
import { nextDueShown } from './plan.ts'
import { type Bill, isLate } from './state.ts'

/** The fields of a bill's answer that commands can change, as of a day in the network's time zone; money in dollars. */
export const figuresOn = (bill: Bill, today: LocalDate): Pick<BillAnswer, 'status' | 'amount' | 'balance' | 'nextDue'> => ({
  status: statusOf(bill, bill.claim !== null, isLate(bill, today)),
  amount: toDollars(bill.amount),
  balance: toDollars(balanceOf(bill)),
  nextDue: nextDueShown({ balance: balanceOf(bill), dueDate: bill.terms.dueDate, plan: bill.plan }),
})
