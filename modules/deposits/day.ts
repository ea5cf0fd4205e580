import { dayIn, type Instant, type LocalDate } from '../kernel/dates.ts'
import { invalid } from '../kernel/errors.ts'
import type { NetworkId } from '../kernel/ids.ts'

export type DayDependencies = Readonly<{ timeZoneOf: (networkId: NetworkId) => Promise<string | null> }>

/** Every command that gives a deposit its day, or changes a deposit of that day, asks here first. */
export const depositDays =
  ({ timeZoneOf }: DayDependencies) =>
  async (networkId: NetworkId, day: LocalDate, now: Instant): Promise<void> => {
    if (day > dayIn((await timeZoneOf(networkId)) ?? 'UTC', now)) throw invalid('day', 'Day must not be in the future')
  }
export type CheckDay = ReturnType<typeof depositDays>
