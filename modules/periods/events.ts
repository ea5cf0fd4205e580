import { z } from 'zod'
import { formatDay, type LocalDate } from '../kernel/dates.ts'
import { type EventOf, eventsOf, foldOf, text } from '../kernel/events.ts'
import type { NetworkId } from '../kernel/ids.ts'

/** The days through which a network's books are closed, earliest first, and days whose close was taken back. */
export type PeriodsState = Readonly<{ closes: readonly LocalDate[]; reopened: readonly LocalDate[] }>
export const NO_PERIODS: PeriodsState = { closes: [], reopened: [] }

const event = eventsOf<PeriodsState>()
const onPeriod = { networkId: text<NetworkId>(), through: text<LocalDate>() }

/** The events of a network's period closes. They are kept forever: add optional fields only, or a new event. */
const periodEvents = {
  PeriodClosed: event(z.object(onPeriod), {
    icon: 'archive',
    says: ({ through }) => `Period closed through ${formatDay(through)}`,
    repeatable: true,
    // A later close covers the earlier days again, so their reopening is over.
    evolve: ({ closes, reopened }, { through }) => ({ closes: [...closes, through], reopened: reopened.filter((day) => day > through) }),
    webhook: null,
  }),
  /** This close and every later one are taken back. */
  PeriodReopened: event(z.object({ ...onPeriod, reason: z.string() }), {
    icon: 'restore',
    says: ({ through, reason }) => `Period closed through ${formatDay(through)} reopened: ${reason}`,
    repeatable: true,
    evolve: ({ closes, reopened }, { through }) => ({
      closes: closes.filter((day) => day < through),
      reopened: [...reopened, ...closes.filter((day) => day >= through)],
    }),
    webhook: null,
  }),
}
export type PeriodEvent = EventOf<typeof periodEvents>
export const periodsFold = foldOf<PeriodsState, typeof periodEvents>(periodEvents)
