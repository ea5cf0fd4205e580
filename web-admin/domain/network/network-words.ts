import { readCount } from '../../../modules/shared/typed-money.ts'

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

/** '7 days before', 'on the due date', '1 day after': a reminder's day relative to the due date (R89). */
export const reminderWords = (day: number): string => (day === 0 ? 'on the due date' : day < 0 ? `${days(-day)} before` : `${days(day)} after`)

/**
 * The typed number of days as a distance from the due date, negative before that date; NaN if the typed text is
 * invalid.
 */
export const reminderDay = (typed: string, side: 'before' | 'after'): number => {
  const days = readCount(typed) ?? Number.NaN
  return side === 'before' && days !== 0 ? -days : days
}

/** '7 days before, on the due date and 3 days after'. */
export const ladderWords = (ladder: readonly number[]): string =>
  ladder.length === 0 ? 'No reminders' : new Intl.ListFormat('en-US').format(ladder.map(reminderWords))

export const zoneWords = (timeZone: string): string => timeZone.replaceAll('_', ' ')

/** All time zones by name, including the chosen one even if this browser does not know it. */
export const zoneOptions = (chosen: string): { value: string; label: string }[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])].sort().map((value) => ({ value, label: zoneWords(value) }))

/** '3:14 PM' in a time zone. */
export const clockIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(at)
