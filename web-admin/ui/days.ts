import { daysBetween, formatDay, type LocalDate } from '../../modules/kernel/dates.ts'

/** The day of a moment in the reader's time zone, for times that readers choose by their own clock. */
export const dayHere = (moment: string): LocalDate => {
  const at = new Date(moment)
  return new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())).toISOString().slice(0, 10) as LocalDate
}

/** 'Mar 31, 2026': a moment's day in the reader's zone. */
export const formatDayHere = (moment: string): string => formatDay(dayHere(moment))

/** '1 day', '12 days'. */
export const countDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** 'today', 'yesterday', '2 days ago'. */
export const daysAgo = (day: LocalDate, today: LocalDate): string => {
  const days = daysBetween(day, today)
  return days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${countDays(days)} ago`
}
