import { readCount } from '../../../modules/shared/typed-digits.ts'

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

/** '7 days before', 'on the due date', '1 day after': when a reminder goes, seen from the due date (R43). */
export const reminderWords = (day: number): string => (day === 0 ? 'on the due date' : day < 0 ? `${days(-day)} before` : `${days(day)} after`)

/** What was typed as so many days before or after the due date, counted from it; NaN for what is no such number. */
export const reminderDay = (typed: string, side: 'before' | 'after'): number => {
  const days = readCount(typed) ?? Number.NaN
  return side === 'before' && days !== 0 ? -days : days
}

/** '7 days before, on the due date and 3 days after'. */
export const ladderWords = (ladder: readonly number[]): string =>
  ladder.length === 0 ? 'No reminders' : new Intl.ListFormat('en-US').format(ladder.map(reminderWords))

/** 'America/New York'. */
export const zoneWords = (timeZone: string): string => timeZone.replaceAll('_', ' ')

/** All zones by name; the chosen one too, though this browser may not know it. */
export const zoneOptions = (chosen: string): { value: string; label: string }[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])].sort().map((value) => ({ value, label: zoneWords(value) }))

/** '3:14 PM' in a zone. */
export const clockIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(at)
