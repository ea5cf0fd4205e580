import { dayIn, type Instant, type LocalDate } from '../kernel/dates.ts'
import type { NetworkId, ProgramId } from '../kernel/ids.ts'
import { currentDueDate } from '../kernel/schedule.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { commandHandler } from '../platform/handle.ts'
import { programDecider } from './decider.ts'

type Dependencies = Readonly<{
  store: EventStore
  timeZoneOf: (networkId: NetworkId) => Promise<string | null>
}>

/**
 * A program's state from the log, with the period of its bills: the given period, or the one that is current at a
 * moment. Null for an unknown program.
 */
export const billedProgramAt = ({ store, timeZoneOf }: Dependencies) => {
  const { load } = commandHandler(store, programDecider)
  return async (id: ProgramId, at: Instant, period?: LocalDate) => {
    const { state } = await load(`program-${id}`)
    if (!state) return null
    const { networkId, terms, profileId, status } = state
    const today = dayIn((await timeZoneOf(networkId)) ?? 'UTC', at)
    const upload = {
      id,
      networkId,
      hasProfile: profileId !== null,
      customAmounts: terms.type === 'Custom',
      amount: terms.amount,
      frequency: terms.frequency,
      dueDate: period ?? currentDueDate(terms.dueDate, terms.frequency, today),
    }
    return { networkId, status, upload }
  }
}
