import { DomainError } from '../kernel/errors.ts'
import type { DepositId, NetworkId, RemittanceId } from '../kernel/ids.ts'
import { eachInTurn } from '../platform/each-in-turn.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { CheckDay } from './day.ts'
import type { CheckedItem } from './decider.ts'
import { type DepositState, depositStream } from './events.ts'
import { depositHandler } from './items.ts'

/** The remittances that are checked at the same time. */
const AT_ONCE = 8
/** How often a deposit that others change meanwhile is looked at again. */
const TRIES = 5

export type ClosingDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  checkDay: CheckDay
  /** Completes a remittance if it is not, and says what became of it. */
  checkItem: (id: RemittanceId) => Promise<CheckedItem>
  countedByTwo: (networkId: NetworkId) => Promise<boolean>
}>

const isStale = (error: unknown): boolean => error instanceof DomainError && error.reason === 'stale'

/**
 * Closes a deposit once every one of its remittances has ended. Everything is appended at once, so a process that dies
 * leaves the deposit open (R144). `mayClose` throws for visitors without access.
 */
export const closing = ({ checkDay, checkItem, countedByTwo, ...needs }: ClosingDependencies) => {
  const { load, handle } = depositHandler(needs)
  return async (
    id: DepositId,
    mayClose: (deposit: DepositState) => NonNullable<DepositState>,
    reason: string | null,
    { expected, ...circumstances }: Circumstances,
  ) => {
    const stream = depositStream(id)
    const items = new Map<RemittanceId, CheckedItem>()
    for (let tries = 1; ; tries += 1) {
      const { state, revision } = await load(stream)
      const { networkId, day, isClosed, items: all } = mayClose(state)
      if (!isClosed) {
        await checkDay(networkId, day, circumstances.at)
        const unchecked = [...all.keys()].filter((item) => !items.has(item))
        await eachInTurn(unchecked, async (item) => items.set(item, await checkItem(item)), AT_ONCE)
      }
      const notBy = (await countedByTwo(networkId)) ? circumstances.actor : null
      try {
        return await handle(stream, { type: 'Close', items, notBy, reason }, { ...circumstances, expected: expected ?? revision })
      } catch (error) {
        if (!isStale(error) || expected !== undefined || tries === TRIES) throw error
      }
    }
  }
}
