import type { Instant, LocalDate } from './date-schemas.ts'

export type { Instant, LocalDate }

/** The present moment; the sandbox can shift it. */
export type Clock = () => Instant

export const instantOf = (milliseconds: number): Instant => new Date(milliseconds).toISOString() as Instant

/** In every time zone, days begin on a quarter-hour of UTC, so each result is cached for its quarter-hour. */
const QUARTER_MS = 900_000
type DayFormat = { format: Intl.DateTimeFormat; quarter: number; day: LocalDate }
const dayFormats = new Map<string, DayFormat>()

/** The calendar day that a moment falls on in a time zone (IANA name). */
export const dayIn = (timeZone: string, at: Instant): LocalDate => {
  const moment = Date.parse(at)
  const quarter = Math.floor(moment / QUARTER_MS)
  const known = dayFormats.get(timeZone)
  if (known?.quarter === quarter) return known.day
  const format = known?.format ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const day = format.format(moment) as LocalDate
  dayFormats.set(timeZone, { format, quarter, day })
  return day
}

export const endOfDay = (timeZone: string, day: LocalDate): Instant => {
  let next = Date.parse(day) + 9 * 4 * QUARTER_MS
  // Compared as numbers: as text, 10000-01-01 sorts before 9999-12-31, and the loop would not end.
  while (Date.parse(dayIn(timeZone, instantOf(next))) <= Date.parse(day)) next += QUARTER_MS
  return instantOf(next - 1)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The moment at which clocks in a time zone show a day and time, '16:15'; the later one if there are two. */
export const momentIn = (timeZone: string, day: LocalDate, time: string): Instant => {
  const wanted = Date.parse(`${day}T${time}:00.000Z`)
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, clock)
  const shown = (moment: number) => Date.parse(`${clock.format(moment).replace(' ', 'T')}.000Z`)
  let moment = wanted
  // If clocks change in this interval, the first guess is an hour off.
  for (let guess = 0; guess < 2; guess += 1) moment += wanted - shown(moment)
  return instantOf(moment)
}

/** A day in the API's format: midnight UTC. */
export const toApiDay = (day: LocalDate): string => `${day}T00:00:00.000Z`

/** The day named by a text of a field or an address; null if invalid. */
export const dayNamed = (text: string | null): LocalDate | null => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN
  // Some engines read the 30th of February as a day in March.
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(`${text}T`) ? (text as LocalDate) : null
}

export const addDays = (day: LocalDate, days: number): LocalDate => {
  const at = new Date(`${day}T00:00:00.000Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10) as LocalDate
}

/** Whole days from one calendar day to another; negative when `to` is earlier. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

export const startOfDay = (timeZone: string, day: LocalDate): Instant => instantOf(Date.parse(endOfDay(timeZone, addDays(day, -1))) + 1)

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** 'Mar 31, 2026', of a calendar day or of the UTC day of a moment. */
export const formatDay = (day: string): string => shortDay.format(new Date(day))
