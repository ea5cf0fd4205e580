import type { RemittanceId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, type Codec, commandHandler, type Handled, type Loaded } from '../platform/handle.ts'
import { type BillCommand, billDecider, HeldBy } from './decider.ts'
import type { BillEvent, billStream } from './events.ts'
import type { BillState } from './state.ts'

/** Completes a remittance that was interrupted, or undoes its parts if one was refused. May be repeated. */
export type SettleRemittance = (id: RemittanceId) => Promise<void>

/** Decides as if these remittances were settled, which the bill's own events do not say. */
const deciderAfter = (settled: ReadonlySet<RemittanceId>): typeof billDecider => ({
  ...billDecider,
  decide: (command, bill) => billDecider.decide(command, bill && { ...bill, holds: new Set([...bill.holds].filter((id) => !settled.has(id))) }),
})

/**
 * Handles commands on bills. While the last events of a bill are parts of remittances, another command first waits for
 * these to be settled. So their money counts before that of any later event, for the bill and for the ledger alike.
 */
export const billHandler = (store: EventStore, settle: SettleRemittance, codec?: Codec<BillEvent, BillState>) => {
  const { load, handle } = commandHandler(store, billDecider, codec)
  return {
    load,
    handle: async (
      stream: ReturnType<typeof billStream>,
      command: BillCommand | ((bill: BillState) => BillCommand),
      circumstances: Circumstances,
      loaded?: Loaded<BillState>,
    ): Promise<Handled<BillState>> => {
      const settled = new Set<RemittanceId>()
      for (let handling = handle, before = loaded; ; before = undefined) {
        try {
          return await handling(stream, command, circumstances, before)
        } catch (error) {
          if (!(error instanceof HeldBy) || settled.has(error.remittanceId)) throw error
          await settle(error.remittanceId)
          settled.add(error.remittanceId)
          handling = commandHandler(store, deciderAfter(settled), codec).handle
        }
      }
    },
  }
}
