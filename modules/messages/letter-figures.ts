import { daysBetween } from '../kernel/dates.ts'
import type { Language } from '../kernel/language.ts'
import { money } from '../kernel/money.ts'
import { formatDayIn } from '../shared/day-words.ts'
import { nextDay, nextPayment } from '../shared/next-payment.ts'
import { isPartlyPaid, sumsOf } from '../shared/sums.ts'
import type { PendingMail } from './contract.ts'
import { type Words, words } from './words.ts'

type Bill = PendingMail['bills'][number]

/** Capitalizes the first letter of a line. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The amounts and days in a mail, and the names of its bills. */
export const figuresOf = ({ language, today, isShared, bills }: Pick<PendingMail, 'language' | 'today' | 'isShared' | 'bills'>) => {
  const t: Words = words[language]
  const isOfSeveral = isShared || new Set(bills.map(({ payorName }) => payorName)).size > 1
  const sums = (bill: Bill): string => sumsOf(bill, money, language).join(', ')
  /** 'due Mar 31, 2026', 'due today', 'overdue since Mar 31, 2026 (12 days)'; for a bill with a plan, its next part. */
  const when = ({ dueDate, next }: Bill): string => {
    const day = next?.dueDate ?? dueDate
    const days = daysBetween(today, day)
    const shown = formatDayIn(language, day)
    return days > 0 ? t.due(shown) : days === 0 ? t.dueToday : t.overdueSince(shown, -days)
  }
  /** The next part of a bill's plan in words; undefined without a plan. */
  const part = ({ next }: Bill) => next && { amount: money(next.amount), dueDate: next.dueDate, isLate: next.dueDate < today }
  return {
    t,
    language: language satisfies Language,
    sums,
    when,
    /** The amounts behind the figure, if the bill is partly paid or has a plan. */
    partly: (bill: Bill): { sums: string } | undefined => (isPartlyPaid(bill) || bill.next ? { sums: sums(bill) } : undefined),
    /** The amount to pay next, with its day: the next part of a plan, or the balance. */
    due: (bill: Bill) => {
      const next = part(bill)
      return next ? { figure: next.amount, caption: nextDay(language, next) } : { figure: money(bill.balance), caption: capital(when(bill)) }
    },
    /** 'Next payment: $250.00, due Mar 1, 2027'; undefined without a plan. */
    next: (bill: Bill): string | undefined => {
      const next = part(bill)
      return next && nextPayment(language, next)
    },
    /** The bill's program, and also the bill's payor if readers could not tell otherwise who is billed (R93). */
    of: ({ programName, payorName, isOfCongregation }: Bill): string =>
      isOfSeveral || isOfCongregation ? `${programName} (${payorName})` : programName,
  }
}
export type Figures = ReturnType<typeof figuresOf>
