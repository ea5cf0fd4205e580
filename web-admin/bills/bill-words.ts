import type { Bill } from '../../modules/bills/contract.ts'
import { daysBetween, LocalDate } from '../../modules/kernel/dates.ts'

type Parties = { individualMember: { firstName: string; lastName: string } | null; congregation: { name: string } | null; program: { name: string } }

/** The member's full name, else the congregation's, else the program's. */
export const payorLabel = ({ individualMember, congregation, program }: Parties): string =>
  individualMember ? `${individualMember.firstName} ${individualMember.lastName}`.trim() : (congregation?.name ?? program.name)

/** Beneath the payor: a member's congregation, or that the payor is one. */
export const payorLine = ({ individualMember, congregation }: Parties): string | null =>
  individualMember ? (congregation?.name ?? null) : congregation ? 'Congregation' : null

const days = (number: number) => `${number} ${number === 1 ? 'day' : 'days'}`

/** 'in 13 days', 'today', 'overdue 62 days'; null for a bill with nothing open. */
export const dueDistance = (bill: Pick<Bill, 'dueDate' | 'balance' | 'status'>, today: string): string | null => {
  if (bill.balance <= 0 || bill.status === 'Paid' || bill.status === 'Archived') return null
  const left = daysBetween(LocalDate.parse(today), LocalDate.parse(bill.dueDate.slice(0, 10)))
  if (left === 0) return 'today'
  return left > 0 ? `in ${days(left)}` : `overdue ${days(-left)}`
}

const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' })
/** The calendar day where the reader is. */
export const today = (): string => local.format(new Date())

/** Where everything about a bill is. */
export const billPage = (billId: string): string => `/payors/bills/${billId}`

export const payLink = (billId: string): string => `${window.location.origin}/pay/${billId}`

/** Inline amounts belong to Custom programs, while nothing is paid. */
export const canEditAmount = ({ program, status }: Pick<Bill, 'program' | 'status'>): boolean => program.type === 'Custom' && status === 'Unpaid'
