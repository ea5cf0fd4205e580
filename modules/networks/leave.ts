import type { Clock } from '../kernel/dates.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import type { Appended, EventStore } from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { mayLeave } from './access.ts'
import { networkStream } from './events.ts'
import { networkHandler } from './routes.ts'

type Dependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  grantsOf: (userId: UserId) => Promise<readonly Readonly<{ networkId: NetworkId }>[]>
  now: Clock
  settled: (appended: readonly Appended[]) => Promise<boolean>
}>

/**
 * Ends every role of a user whose account is deleted. All networks are checked before the first role ends, so that a
 * refusal changes nothing. @throws DomainError 'last-admin'
 */
export const leaveNetworks = ({ store, personal, grantsOf, now, settled }: Dependencies) => {
  const { load, handle } = networkHandler(store, personal)
  return async (userId: UserId, circumstances: Circumstances): Promise<void> => {
    const networks = (await grantsOf(userId)).map(({ networkId }) => networkId)
    for (const networkId of networks) mayLeave((await load(networkStream(networkId))).state, userId)
    for (const networkId of networks) {
      const { shown } = await handle(networkStream(networkId), { type: 'Leave', networkId, userId, at: now() }, circumstances)
      await settled(shown)
    }
  }
}
