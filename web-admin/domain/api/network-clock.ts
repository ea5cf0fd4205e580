import { dayIn, endOfDay, formatDay, type Instant, instantOf, type LocalDate, momentIn, startOfDay } from '../../../modules/kernel/dates.ts'
import { asOf } from './as-of.ts'

export const CLOCK_HEADER = 'vestry-now'

/** The browser's clock and zone stand in until the first answer about a network. */
let behind = 0
let timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Takes the server's clock and the network's zone from an answer's header: '2026-03-18T21:04:05.000Z[America/New_York]'. */
export const setNetworkClock = (header: string | null): void => {
  const [, at, zone] = /^(\S+)\[(\S+)\]$/.exec(header ?? '') ?? []
  if (at === undefined || zone === undefined) return
  behind = Date.parse(at) - Date.now()
  timeZone = zone
}

/** The present moment by the server's clock. */
export const now = (): Instant => instantOf(Date.now() + behind)

/** The day that a moment falls on in the network. */
export const dayOf = (moment: string): LocalDate => dayIn(timeZone, moment as Instant)

/** The network's day now; where an earlier moment is shown, the day of that. */
export const today = (): LocalDate => dayOf(asOf() ?? now())

/** A day in the network at a time, '16:15', or at its end. */
export const momentOf = (day: LocalDate, time: string | null): Instant => (time === null ? endOfDay(timeZone, day) : momentIn(timeZone, day, time))

/** When a day begins in the network. */
export const startOfDayOf = (day: LocalDate): Instant => startOfDay(timeZone, day)

/** 'Mar 31, 2026': a moment's day in the network. A due date is a day already: formatDay. */
export const formatDayOf = (moment: string): string => formatDay(dayOf(moment))

const minute = { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const
const formatted = (moment: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(new Date(moment)).replaceAll('\u202f', ' ')

/** 'Mar 12, 2026, 4:15 PM' where the network is: for what happened in it. */
export const formatMinuteOf = (moment: string): string => formatted(moment, minute)

/** 'Mar 12, 2026, 4:15 PM CDT': for paper, which leaves the network. */
export const formatZonedMinuteOf = (moment: string): string => formatted(moment, { ...minute, timeZoneName: 'short' })
