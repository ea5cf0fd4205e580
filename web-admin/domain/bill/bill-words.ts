import type { Bill } from '../../../modules/bills/contract.ts'
import { daysBetween, type LocalDate } from '../../../modules/kernel/dates.ts'
import { toDollars } from '../../../modules/kernel/money.ts'
import type { HistoryRow } from '../../../modules/shared/history.ts'
import { countDays } from '../../ui/days.ts'
import { today } from '../api/network-clock.ts'

type Parties = { individualMember: { firstName: string; lastName: string } | null; congregation: { name: string } | null; program: { name: string } }

/** The member's full name, else the congregation's, else the program's. */
export const payorLabel = ({ individualMember, congregation, program }: Parties): string =>
  individualMember ? `${individualMember.firstName} ${individualMember.lastName}`.trim() : (congregation?.name ?? program.name)

/** Beneath the payor: a member's congregation, or that the payor is one. */
export const payorLine = ({ individualMember, congregation }: Parties): string | null =>
  individualMember ? (congregation?.name ?? null) : congregation ? 'Congregation' : null

/** 'in 13 days', 'overdue 62 days', 'today': how far off a due date is. */
export const dueDistance = (daysLeft: number): string => {
  if (daysLeft === 0) return 'today'
  return daysLeft > 0 ? `in ${countDays(daysLeft)}` : `overdue ${countDays(-daysLeft)}`
}

/** The same on a day in the network, today unless it is named; null for a bill with nothing open. */
export const openDistance = ({ dueDate, balance, status }: Pick<Bill, 'dueDate' | 'balance' | 'status'>, on = today()): string | null =>
  balance <= 0 || status === 'Paid' || status === 'Archived' ? null : dueDistance(daysBetween(on, dueDate.slice(0, 10) as LocalDate))

/** Where everything about a bill is. */
export const billPage = (billId: string): string => `/payors/bills/${billId}`

export const payLink = (billId: string): string => `${window.location.origin}/pay/${billId}`

/** Inline amounts belong to Custom programs, while nothing is paid. */
export const canEditAmount = ({ program, status }: Pick<Bill, 'program' | 'status'>): boolean => program.type === 'Custom' && status === 'Unpaid'

/** Dollars, subtracted without the errors of binary fractions. */
export const less = (from: number, what: number): number => toDollars(Math.round(from * 100) - Math.round(what * 100))

/** What of a bill is settled, in dollars, by its history. */
export const collectedIn = (history: readonly Pick<HistoryRow, 'after'>[]): number => Number(history.at(-1)?.after?.collected ?? 0)
