import { dayIn, formatDay, type Instant, instantOf, type LocalDate } from '../../modules/kernel/dates.ts'

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

/** The network's day now. */
export const today = (): LocalDate => dayOf(now())

/** 'Mar 31, 2026': a moment's day in the network. A due date is a day already: formatDay. */
export const formatDayOf = (moment: string): string => formatDay(dayOf(moment))
