import type { DepositId, NetworkId, RemittanceId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { Appended, EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { depositCodec } from './codec.ts'
import type { CheckDay } from './day.ts'
import { closedAlready, depositDecider } from './decider.ts'
import { depositStream } from './events.ts'

type Item = Readonly<{ depositId: DepositId; remittanceId: RemittanceId }>

export const depositHandler = ({ store, personal }: Readonly<{ store: EventStore; personal: PersonalData }>) =>
  commandHandler(store, depositDecider, depositCodec(personal))

/** The commands by which remittances come into a deposit, which takes them as a bill takes its part. */
export const depositItems = ({ checkDay, ...needs }: Readonly<{ store: EventStore; personal: PersonalData; checkDay: CheckDay }>) => {
  const { load, handle } = depositHandler(needs)
  return {
    /**
     * Throws the refusal that a payment would meet; changes nothing. False if the network has no such deposit.
     * @throws DomainError 409 `not-allowed` for a closed deposit
     */
    check: async (networkId: NetworkId, id: DepositId, { at }: Circumstances): Promise<boolean> => {
      const { state } = await load(depositStream(id))
      if (state?.networkId !== networkId) return false
      if (state.isClosed) throw closedAlready()
      await checkDay(networkId, state.day, at)
      return true
    },
    /** @throws DomainError 409 `not-allowed` for a closed or full deposit */
    add: async (
      { depositId, remittanceId, amount }: Item & Readonly<{ amount: Cents }>,
      circumstances: Circumstances,
    ): Promise<readonly Appended[]> => (await handle(depositStream(depositId), { type: 'AddItem', remittanceId, amount }, circumstances)).shown,
    drop: async ({ depositId, remittanceId }: Item, circumstances: Circumstances): Promise<void> => {
      await handle(depositStream(depositId), { type: 'DropItem', remittanceId }, { ...circumstances, cause: `${circumstances.cause}/dropped` })
    },
  }
}
