import type { BillId, DepositId, NetworkId, PaymentId, RemittanceId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { Appended, EventStore } from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import { remittanceStream } from './events.ts'
import type { Settle } from './settle.ts'

type InDeposit = Readonly<{ depositId: DepositId; remittanceId: RemittanceId }>
/** The commands by which a deposit takes and drops a remittance (modules/deposits/module.ts). */
export type DepositItems = Readonly<{
  check: (networkId: NetworkId, id: DepositId, circumstances: Circumstances) => Promise<boolean>
  add: (item: InDeposit & Readonly<{ amount: Cents }>, circumstances: Circumstances) => Promise<readonly Appended[]>
  drop: (item: InDeposit, circumstances: Circumstances) => Promise<void>
}>

export type CheckingItems = Readonly<{
  store: EventStore
  settle: Settle
  bills: Readonly<{ isReversed: (part: Readonly<{ billId: BillId; paymentId: PaymentId }>) => Promise<boolean> }>
}>

/** Settles a remittance of a deposit, and says who entered it, and whether its money is still there (R144). */
export const checkingItems =
  ({ store, settle, bills }: CheckingItems) =>
  async (id: RemittanceId): Promise<Readonly<{ counts: boolean; enteredBy: string | null }>> => {
    const begun = (await store.read(remittanceStream(id))).find(({ type }) => type === 'RemittanceStarted')
    const { state } = await settle(id)
    if (state?.stage !== 'recorded') return { counts: false, enteredBy: null }
    const reversed = await Promise.all(state.allocations.map(bills.isReversed))
    return { counts: reversed.includes(false), enteredBy: begun?.metadata.actor ?? null }
  }
