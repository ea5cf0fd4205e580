import { missing } from '../kernel/errors.ts'
import { BillId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import type { Handled, Loaded } from '../platform/handle.ts'
import { type Call, idOf } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { BillAttempts } from './attempts.ts'
import { billCodec } from './codec.ts'
import type { Bill } from './contract.ts'
import type { BillCommand } from './decider.ts'
import { billStream } from './events.ts'
import { billHandler, type SettleRemittance } from './handle-bill.ts'
import { type BillState, liveAttempt } from './state.ts'

const THING = 'Assessment bill'

export type ChangeDependencies = Readonly<{
  store: EventStore
  settleRemittance: SettleRemittance
  personal: PersonalData
  /** The bill in a state after a command, as the answer shows it. */
  show: (id: BillId, made: BillState) => Promise<Bill>
  attempts: BillAttempts
}>

const sameFigures = (one: BillState, other: BillState): boolean =>
  one?.amount === other?.amount && one?.collected === other?.collected && one?.archived === other?.archived && one?.claim === other?.claim

type LoadedBill = Loaded<BillState>
type Changed = Pick<Handled<BillState>, 'state' | 'shown' | 'revision'>
export type CommandOf = (billId: BillId, bill: NonNullable<BillState>) => BillCommand | Promise<BillCommand>
type Options = Readonly<{
  /** The command does not affect a payment in progress, so the live attempt is not cancelled. */
  leavesAttempt?: true
  afterwards?: (billId: BillId) => Promise<Changed | null>
}>

/**
 * Runs a command on the bill that the request's path names, for an Admin of its network, and answers with the changed
 * bill.
 */
export const billChange = ({ store, settleRemittance, personal, show, attempts }: ChangeDependencies) => {
  const { load, handle } = billHandler(store, settleRemittance, billCodec(personal))

  /** Cancels the bill's live attempt if Stripe answers, and loads the bill again. */
  const released = async (billId: BillId, loaded: LoadedBill, { circumstances, ifMatch }: Call<unknown, unknown, unknown>): Promise<LoadedBill> => {
    const isStale = ifMatch !== undefined && ifMatch !== loaded.revision
    if (isStale || !loaded.state || !liveAttempt(loaded.state)) return loaded
    await attempts.releaseIfPossible(billId, loaded.state, circumstances)
    return load(billStream(billId))
  }

  return async (
    call: Call<{ id: string }, unknown, unknown>,
    action: string,
    commandOf: CommandOf,
    { leavesAttempt, afterwards }: Options = {},
  ): Promise<{ data: Bill }> => {
    const billId = idOf(BillId, call.params.id, THING)
    const stream = billStream(billId)
    const loaded = await load(stream)
    mayIn(call.visitor, loaded.state?.terms.networkId, 'write', THING, action)
    if (!loaded.state) throw missing(THING)
    const command = await commandOf(billId, loaded.state)
    const at = leavesAttempt ? loaded : await released(billId, loaded, call)
    // If cancelling the attempt was the only change, the client's revision still counts as current.
    const expected = call.ifMatch === loaded.revision && sameFigures(at.state, loaded.state) ? at.revision : call.ifMatch
    const made = await handle(stream, command, { expected, ...call.circumstances }, at)
    if (made.state) await attempts.closeLater(made.state)
    const { state, shown, revision } = (await afterwards?.(billId)) ?? made
    await call.settled(shown)
    call.etag(revision)
    return { data: await show(billId, state) }
  }
}
