import { formatDay, type LocalDate } from '../kernel/dates.ts'
import type { Decider } from '../kernel/decider.ts'
import { invalid, refused } from '../kernel/errors.ts'
import type { NetworkId } from '../kernel/ids.ts'
import { NO_PERIODS, type PeriodEvent, type PeriodsState, periodsFold } from './events.ts'

type OnPeriod = { networkId: NetworkId; through: LocalDate }

/** `today` is the day in the network's time zone. */
type PeriodsCommand = OnPeriod & ({ type: 'Close'; today: LocalDate } | { type: 'Reopen'; reason: string })

const decide = (command: PeriodsCommand, { closes, reopened }: PeriodsState): PeriodEvent[] => {
  const { networkId, through } = command
  if (command.type === 'Close') {
    const last = closes.at(-1)
    if (through === last) return []
    if (through >= command.today) throw invalid('through', 'Only days before today can be closed')
    if (last && through < last) throw refused('not-allowed', `The books are closed through ${formatDay(last)} already. Choose a later day.`)
    return [{ type: 'PeriodClosed', data: { networkId, through } }]
  }
  if (closes.includes(through)) return [{ type: 'PeriodReopened', data: { networkId, through, reason: command.reason } }]
  // The command was repeated: nobody has closed the day since.
  if (reopened.includes(through)) return []
  throw refused('not-allowed', `No period was closed through ${formatDay(through)}. Choose the day of a close.`)
}

/** The decider of a network's period closes. */
export const periodsDecider: Decider<PeriodsState, PeriodsCommand, PeriodEvent> = { initial: NO_PERIODS, decide, ...periodsFold }
