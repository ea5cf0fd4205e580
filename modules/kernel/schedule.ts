import { addDays, type LocalDate } from './dates.ts'
import type { PayorId, ProgramId } from './ids.ts'

const months = { Yearly: 12, Biannual: 6, Quarterly: 3, Monthly: 1 } as const

export type Frequency = 'OneTime' | keyof typeof months

/** Bills are generated this many days before they fall due (R42). */
export const DAYS_AHEAD = 30

/** A day some months later, clamped to the month's end: Jan 31 → Feb 28 → Mar 31. */
export const monthsAfter = (day: LocalDate, count: number): LocalDate => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month - 1 + count + 1, 0))
  lastDay.setUTCDate(Math.min(date, lastDay.getUTCDate()))
  return lastDay.toISOString().slice(0, 10) as LocalDate
}

/** The due date of the nth period, counted from 0 and anchored on the first due date. */
export const dueDateOf = (first: LocalDate, frequency: Frequency, n: number): LocalDate =>
  frequency === 'OneTime' ? first : monthsAfter(first, n * months[frequency])

/**
 * The due date of the period for which bills are generated on a day: the next due date if it is within DAYS_AHEAD, else
 * the last one that has passed. Never earlier than the first.
 */
export const currentDueDate = (first: LocalDate, frequency: Frequency, today: LocalDate): LocalDate => {
  if (frequency === 'OneTime') return first
  const horizon = addDays(today, DAYS_AHEAD)
  let n = 0
  while (dueDateOf(first, frequency, n + 1) <= horizon && dueDateOf(first, frequency, n) < today) n += 1
  return dueDateOf(first, frequency, n)
}

/** Half a period in days. A OneTime program has one period, even if its due date moves. */
const HALF: Readonly<Record<Frequency, number>> = { Yearly: 183, Biannual: 91, Quarterly: 46, Monthly: 15, OneTime: 10_000_000 }

/**
 * A due date within this many days of a billed due date belongs to the same period: an edit has moved it. Of the
 * present and the former frequency (null: unknown), the one with the shorter period counts (R42).
 */
export const reachOf = (now: Frequency, billedEvery: Frequency | null): number => Math.min(HALF[now], HALF[billedEvery ?? now])

/**
 * A payor's place in a period: the due date that names it, the number of archived bills, and whether a bill is in force
 * (R58).
 */
export type Place = Readonly<{ period: LocalDate; n: number; taken: boolean }>

export type Billing = Readonly<{ id: ProgramId; dueDate: LocalDate; frequency: Frequency }>

/** Finds the places of the payors who have a bill of the period, in force or archived. */
export type PlacesOf = (billing: Billing, payors: readonly PayorId[]) => Promise<ReadonlyMap<string, Place>>

export type Schedule = Readonly<{
  dueDate: LocalDate
  frequency: Frequency
  since: LocalDate
  /** The last billed period, and the frequency at that time. */
  billed: LocalDate | null
  billedEvery: Frequency | null
}>

/**
 * Due dates of the periods to bill by today, oldest first. They begin with the period that was current when program,
 * schedule and campaign had all come into force, and end 30 days ahead. Leaves out due dates within reach of the last
 * billed one (R42).
 */
export const periodsToBill = ({ dueDate: first, frequency, since, billed, billedEvery }: Schedule, today: LocalDate): LocalDate[] => {
  if (frequency === 'OneTime') return []
  const from = currentDueDate(first, frequency, since)
  const done = billed && addDays(billed, reachOf(frequency, billedEvery))
  const horizon = addDays(today, DAYS_AHEAD)
  const periods: LocalDate[] = []
  for (let n = 0; ; n += 1) {
    const period = dueDateOf(first, frequency, n)
    if (period > horizon) return periods
    if (period >= from && period > (done ?? '')) periods.push(period)
  }
}
