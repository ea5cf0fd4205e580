import { dayNamed } from '../../modules/kernel/dates.ts'
import { dayOf, formatDayOf, formatMinuteOf, momentOf, now } from '../domain/api/network-clock.ts'

/** Why the address's moment cannot be shown; null if it can. */
export const momentProblem = (moment: string): string | null => {
  const isMoment = /^[^T]+T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/.test(moment) && !Number.isNaN(Date.parse(moment)) && dayNamed(moment.slice(0, 10))
  if (!isMoment) return 'The address has no valid date and time.'
  return moment > now() ? 'The date in the address is in the future.' : null
}

/** 'Mar 31, 2026' for the end of a day in the network, otherwise with the time. */
export const momentWords = (moment: string): string => (moment === momentOf(dayOf(moment), null) ? formatDayOf(moment) : formatMinuteOf(moment))

/** The pages that can be shown as of an earlier moment. */
export const keepsMoments = (path: string): boolean =>
  /^\/(?:dashboard|journal|changes|transactions|payors(?:\/bills\/[^/]+)?|members(?:\/[^/]+)?|assessments(?:\/(?!new$)[^/]+)?)?\/?$/.test(path)
