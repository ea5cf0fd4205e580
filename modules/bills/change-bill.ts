import { missing } from '../kernel/errors.ts'
import { BillId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { commandHandler } from '../platform/handle.ts'
import { type Call, idOf } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { Bill } from './contract.ts'
import { type BillCommand, type BillState, billDecider } from './decider.ts'
import { billTexts } from './texts.ts'

const THING = 'Assessment bill'

export type ChangeDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  /** The bill as its readers see it, in the state that a command made. */
  show: (id: BillId, made: BillState) => Promise<Bill>
}>

type CommandOf = (billId: BillId, bill: NonNullable<BillState>) => BillCommand | Promise<BillCommand>

/** Carries out a command on the bill of a call's path, for an Admin of its network, and answers with the changed bill. */
export const billChange = ({ store, personal, show }: ChangeDependencies) => {
  const { load, handle } = commandHandler(store, billDecider, billTexts(personal))

  return async (call: Call<{ id: string }, unknown, unknown>, action: string, commandOf: CommandOf): Promise<{ data: Bill }> => {
    const billId = idOf(BillId, call.params.id, THING)
    const stream = `bill-${billId}` as const
    const loaded = await load(stream)
    mayIn(call.visitor, loaded.state?.terms.networkId, 'write', THING, action)
    if (!loaded.state) throw missing(THING)
    const command = await commandOf(billId, loaded.state)
    const { state, shown, revision } = await handle(stream, command, { ...call.circumstances, expected: call.ifMatch }, loaded)
    await call.settled(shown)
    call.etag(revision)
    return { data: await show(billId, state) }
  }
}
