import { daysBetween, formatDay, type LocalDate } from '../../modules/kernel/dates.ts'

/** The day that a moment falls on where the reader is: for what readers set by their own clock. */
export const dayHere = (moment: string): LocalDate => {
  const at = new Date(moment)
  return new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())).toISOString().slice(0, 10) as LocalDate
}

/** 'Mar 31, 2026': the day of a moment where the reader is. */
export const formatDayHere = (moment: string): string => formatDay(dayHere(moment))

/** '1 day', '12 days'. */
export const countDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** 'today', 'yesterday', '2 days ago': how long before a day another one was. */
export const daysAgo = (day: LocalDate, today: LocalDate): string => {
  const days = daysBetween(day, today)
  return days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${countDays(days)} ago`
}
