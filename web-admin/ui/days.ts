import { daysBetween, formatDay, LocalDate } from '../../modules/kernel/dates.ts'

/** The day that a moment falls on where the reader is. */
export const dayHere = (moment: string): LocalDate => {
  const at = new Date(moment)
  return new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())).toISOString().slice(0, 10) as LocalDate
}

export const today = (): LocalDate => dayHere(new Date().toISOString())

/** 'Mar 31, 2026': the day of a moment where the reader is. A due date is a day already, the same everywhere: formatDay. */
export const formatDayHere = (moment: string): string => formatDay(dayHere(moment))

const count = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** 'today', '2 days ago': how long ago a moment was, in days of the reader's own calendar. */
export const daysAgo = (moment: string): string => {
  const days = daysBetween(dayHere(moment), today())
  return days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${count(days)} ago`
}

/** 'in 13 days', 'overdue 62 days', 'today': how far off a due date is. */
export const dueDistance = (dueDate: string, from = today()): string => {
  const days = daysBetween(from, LocalDate.parse(dueDate.slice(0, 10)))
  if (days === 0) return 'today'
  return days > 0 ? `in ${count(days)}` : `overdue ${count(-days)}`
}
