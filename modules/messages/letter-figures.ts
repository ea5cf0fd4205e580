import { daysBetween } from '../kernel/dates.ts'
import type { Language } from '../kernel/language.ts'
import { money } from '../kernel/money.ts'
import { formatDayIn } from '../shared/day-words.ts'
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
  return {
    t,
    language: language satisfies Language,
    sums,
    /** The amounts behind the balance, if the bill is partly paid. */
    partly: (bill: Bill): { sums: string } | undefined => (isPartlyPaid(bill) ? { sums: sums(bill) } : undefined),
    /** 'due Mar 31, 2026', 'due today', 'overdue since Mar 31, 2026 (12 days)'. */
    when: (dueDate: Bill['dueDate']): string => {
      const days = daysBetween(today, dueDate)
      const day = formatDayIn(language, dueDate)
      return days > 0 ? t.due(day) : days === 0 ? t.dueToday : t.overdueSince(day, -days)
    },
    /** The bill's program, and also the bill's payor if readers could not tell otherwise who is billed (R93). */
    of: ({ programName, payorName, isOfCongregation }: Bill): string =>
      isOfSeveral || isOfCongregation ? `${programName} (${payorName})` : programName,
  }
}
export type Figures = ReturnType<typeof figuresOf>
