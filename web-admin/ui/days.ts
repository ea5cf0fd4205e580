import { daysBetween, formatDay, type LocalDate } from '../../modules/kernel/dates.ts'

/** The day that a moment falls on where the reader is: for what readers set by their own clock. */
export const dayHere = (moment: string): LocalDate => {
  const at = new Date(moment)
  return new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())).toISOString().slice(0, 10) as LocalDate
}

/** 'Mar 31, 2026': the day of a moment where the reader is. */
export const formatDayHere = (moment: string): string => formatDay(dayHere(moment))

const countDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** 'in 13 days', 'overdue 62 days', 'today': how far off a due date is, in the days that the server counted. */
export const dueDistance = (daysLeft: number): string => {
  if (daysLeft === 0) return 'today'
  return daysLeft > 0 ? `in ${countDays(daysLeft)}` : `overdue ${countDays(-daysLeft)}`
}

/** 'today', 'yesterday', '2 days ago': how long before a day another one was. */
export const daysAgo = (day: LocalDate, today: LocalDate): string => {
  const days = daysBetween(day, today)
  return days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${countDays(days)} ago`
}
