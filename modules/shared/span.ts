import { NamedDay } from '../kernel/date-schemas.ts'
import { addDays, dayIn, type Instant, type LocalDate, startOfDay } from '../kernel/dates.ts'
import { invalid } from '../kernel/errors.ts'
import { AsOf } from './api.ts'

/**
 * Turns a day in the network's zone into a moment: the day's first (`startOfDay`), its last (`endOfDay`), or the first
 * of the next day.
 */
type OfDay = (timeZone: string, day: LocalDate) => Instant

export const startOfNextDay: OfDay = (timeZone, day) => startOfDay(timeZone, addDays(day, 1))

/** Reads a limit of a request: a moment, or a day. @throws DomainError 400 for anything else */
export const limitIn = (name: 'from' | 'to', text: string, timeZone: string, ofDay: OfDay): Instant => {
  const day = NamedDay.safeParse(text)
  if (day.success) return ofDay(timeZone, day.data)
  const moment = AsOf.safeParse(text)
  if (!moment.success) throw invalid(name, `${name} must be a moment such as 2026-03-31T17:05:00Z, or a day from 1900 to 2200`)
  return moment.data
}

/**
 * Reads a span of the past. A day that has not ended counts up to now. @throws DomainError 400 for an empty span, or
 * one in the future
 */
export const pastSpan = (
  asked: Readonly<{ from: string; to: string }>,
  timeZone: string,
  now: Instant,
  ofDay: Readonly<{ from: OfDay; to: OfDay }>,
): Readonly<{ from: Instant; to: Instant }> => {
  const passed = (name: 'from' | 'to'): Instant => {
    const limit = limitIn(name, asked[name], timeZone, ofDay[name])
    return limit > now && asked[name] === dayIn(timeZone, now) ? now : limit
  }
  const span = { from: passed('from'), to: passed('to') }
  if (span.to > now) throw invalid('to', 'to must not be in the future')
  if (span.from >= span.to) throw invalid('from', 'from must be before to')
  return span
}
