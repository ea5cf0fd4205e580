import { dayIn, endOfDay, formatDay, type Instant, instantOf, type LocalDate, momentIn, startOfDay } from '../../../modules/kernel/dates.ts'
import { asOf } from './as-of.ts'

export const CLOCK_HEADER = 'vestry-now'

/**
 * This clock's lag behind the server's. Until the first answer, this computer's own clock and time zone
 * are used.
 */
let behind = 0
let timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Reads the server's clock and the network's zone from a header: '2026-03-18T21:04:05.000Z[America/New_York]'. */
export const setNetworkClock = (header: string | null): void => {
  const [, at, zone] = /^(\S+)\[(\S+)\]$/.exec(header ?? '') ?? []
  if (at === undefined || zone === undefined) return
  behind = Date.parse(at) - Date.now()
  timeZone = zone
}

/** The present moment by the server's clock. */
export const now = (): Instant => instantOf(Date.now() + behind)

/** The day of a moment in the network's zone. */
export const dayOf = (moment: string): LocalDate => dayIn(timeZone, moment as Instant)

/** Today in the network's time zone; if an earlier moment is shown, the day of that moment. */
export const today = (): LocalDate => dayOf(asOf() ?? now())

/** The moment of a time such as '16:15' on a day in the network's time zone; for null, the end of that day. */
export const momentOf = (day: LocalDate, time: string | null): Instant => (time === null ? endOfDay(timeZone, day) : momentIn(timeZone, day, time))

export const startOfDayOf = (day: LocalDate): Instant => startOfDay(timeZone, day)

/**
 * 'Mar 31, 2026': the day of a moment in the network's time zone. Due dates have no time of day, so they use formatDay.
 */
export const formatDayOf = (moment: string): string => formatDay(dayOf(moment))

const minute = { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const
const formatted = (moment: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(new Date(moment)).replaceAll('\u202f', ' ')

/** 'Mar 12, 2026, 4:15 PM' in the network's zone. */
export const formatMinuteOf = (moment: string): string => formatted(moment, minute)

/** 'Mar 12, 2026, 4:15 PM CDT': with the zone, for paper. */
export const formatZonedMinuteOf = (moment: string): string => formatted(moment, { ...minute, timeZoneName: 'short' })
