import { dayIn, daysBetween, type Instant, type LocalDate } from '../../modules/kernel/dates.ts'

const count = (days: number): string => (days === 1 ? '1 day' : `${days} days`)
const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
const today = (): LocalDate => dayIn(zone(), new Date().toISOString() as Instant)

/** 'today', '2 days ago': how long ago a moment was, in days of the reader's own calendar. */
export const daysAgo = (moment: string): string => {
  const days = daysBetween(dayIn(zone(), moment as Instant), today())
  return days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${count(days)} ago`
}

/** 'in 13 days', 'overdue 62 days', 'today': how far off a due day is. */
export const dueDistance = (dueDate: string): string => {
  const days = daysBetween(today(), dueDate.slice(0, 10) as LocalDate)
  if (days === 0) return 'today'
  return days > 0 ? `in ${count(days)}` : `overdue ${count(-days)}`
}
