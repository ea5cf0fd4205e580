import { Archive, Circle, CircleAlert, CircleCheck, CircleDashed, CircleX, Clock } from 'lucide-react'
import type { Bill, BillStatus } from '../../../modules/bills/contract.ts'
import { billStatusLabels as labels } from '../../../modules/bills/values.ts'
import { daysBetween, type LocalDate } from '../../../modules/kernel/dates.ts'
import { formatMoney, sumDollars } from '../../../modules/kernel/money.ts'
import type { HistoryRow } from '../../../modules/shared/history.ts'
import { isPartlyPaid, sumsOf } from '../../../modules/shared/sums.ts'
import { Badge, type BadgeContent, HalfCircle } from '../../ui/badge.tsx'
import { countDays } from '../../ui/days.ts'
import { sub } from '../../ui/table.css.ts'
import { money } from '../../ui/text.css.ts'
import { today } from '../api/network-clock.ts'

type Parties = { individualMember: { firstName: string; lastName: string } | null; congregation: { name: string } | null; program: { name: string } }

/** The member's full name, else the congregation's, else the program's. */
export const payorLabel = ({ individualMember, congregation, program }: Parties): string =>
  individualMember ? `${individualMember.firstName} ${individualMember.lastName}`.trim() : (congregation?.name ?? program.name)

/** The second line under a payor's name: a member's congregation, or 'Congregation'. */
export const payorLine = ({ individualMember, congregation }: Parties): string | null =>
  individualMember ? (congregation?.name ?? null) : congregation ? 'Congregation' : null

/** 'in 13 days', 'overdue 62 days' or 'today'. */
export const dueDistance = (daysLeft: number): string => {
  if (daysLeft === 0) return 'today'
  return daysLeft > 0 ? `in ${countDays(daysLeft)}` : `overdue ${countDays(-daysLeft)}`
}

/** The day on which the next money of a bill is due: that of the next part of its plan, if it has one. */
export const dueNext = ({ dueDate, nextDue }: Pick<Bill, 'dueDate' | 'nextDue'>): string => nextDue?.dueDate ?? dueDate

type Owing = Pick<Bill, 'dueDate' | 'nextDue' | 'balance' | 'status'>
/**
 * The distance of a bill from its due date on a day in the network, today by default; null if nothing is open. For a
 * bill with a plan: '$80.00 in 13 days', for its next part.
 */
export const openDistance = (bill: Owing, on = today()): string | null => {
  if (bill.balance <= 0 || bill.status === 'Paid' || bill.status === 'Archived') return null
  const distance = dueDistance(daysBetween(on, dueNext(bill).slice(0, 10) as LocalDate))
  return bill.nextDue ? `${formatMoney(bill.nextDue.amount)} ${distance}` : distance
}

export const billPage = (billId: string): string => `/payors/bills/${billId}`

export const payLink = (billId: string): string => `${window.location.origin}/pay/${billId}`

/** Only unpaid bills of Custom programs have an editable amount. */
export const canEditAmount = ({ program, status }: Pick<Bill, 'program' | 'status'>): boolean => program.type === 'Custom' && status === 'Unpaid'

/** Subtracts in cents, since dollars as binary fractions are not exact. */
export const less = (from: number, what: number): number => sumDollars([from, -what])

/** The paid part of an archived bill in dollars, taken from the bill's history. */
export const collectedIn = (history: readonly Pick<HistoryRow, 'after'>[]): number => Number(history.at(-1)?.after?.collected ?? 0)

const badges: Record<BillStatus, BadgeContent> = {
  Unpaid: [labels.Unpaid, 'neutral', Circle],
  Partial: [labels.Partial, 'neutral', HalfCircle],
  PendingConfirmation: [labels.PendingConfirmation, 'pending', Clock],
  Overdue: [labels.Overdue, 'overdue', CircleAlert],
  Failed: [labels.Failed, 'overdue', CircleX],
  Paid: [labels.Paid, 'paid', CircleCheck],
  Archived: [labels.Archived, 'archived', Archive],
  Draft: [labels.Draft, 'neutral', CircleDashed],
}

export const BillBadge = ({ status }: { status: BillStatus }) => <Badge content={badges[status]} />

/** A bill's amount; if the bill is partly paid, also the paid and the open part. */
export const BillSums = ({ bill }: { bill: Pick<Bill, 'amount' | 'balance'> }) => {
  const [total, ...parts] = isPartlyPaid(bill) ? sumsOf(bill, formatMoney) : [formatMoney(bill.amount)]
  return (
    <span className={money}>
      {total}
      {parts.map((part) => (
        <span key={part} className={sub}>
          {part}
        </span>
      ))}
    </span>
  )
}
