import { dataOf } from '../kernel/api.ts'
import { dayIn, type Instant, type LocalDate } from '../kernel/dates.ts'
import { missing } from '../kernel/errors.ts'
import { BillId, type NetworkId, type PaymentId, PaymentId as PaymentIdShape } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { commandHandler } from '../platform/handle.ts'
import { admins, type Call, IdParams, idOf, type Route, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { ProgramOf } from './claims.ts'
import { Adjustment, Archive, Bill, ChangeAmount, MarkAsPaid, Reason, Receipt, Refund, Reversal } from './contract.ts'
import { type BillCommand, type BillState, billDecider } from './decider.ts'
import { billTexts } from './texts.ts'

const THING = 'Assessment bill'

export type BillsDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  /** The bill as its readers see it, in the state that a command made. */
  show: (id: BillId, made: BillState) => Promise<Bill>
  programOf: ProgramOf
  timeZoneOf: (networkId: NetworkId) => Promise<string | null>
}>

/** A payment's id follows from its cause, so that a repeated request records it once. */
const paymentIdFor = (billId: string, cause: string | undefined): PaymentId => uuidV5(`payment/${billId}/${cause}`) as PaymentId

export const billRoutes = (dependencies: BillsDependencies): Route[] => {
  const { store, personal, show, programOf, timeZoneOf } = dependencies
  const { load, handle } = commandHandler(store, billDecider, billTexts(personal))
  const streamOf = (id: BillId) => `bill-${id}` as const

  /** The bill, for an Admin of its network. */
  const managed = async ({ visitor, params }: Call<{ id: string }, unknown, unknown>, action: string) => {
    const billId = idOf(BillId, params.id, THING)
    const loaded = await load(streamOf(billId))
    const { state } = loaded
    mayIn(visitor, state?.terms.networkId, 'write', THING, action)
    if (!state) throw missing(THING)
    return { billId, bill: state, loaded }
  }

  type Loaded = Awaited<ReturnType<typeof managed>>['loaded']
  const perform = async (call: Call<unknown, unknown, unknown>, loaded: Loaded, command: BillCommand) => {
    const { state, shown, revision } = await handle(streamOf(command.billId), command, { ...call.circumstances, expected: call.ifMatch }, loaded)
    await call.settled(shown)
    call.etag(revision)
    return { data: await show(command.billId, state) }
  }

  const todayOf = async ({ terms }: NonNullable<BillState>, now: Instant): Promise<LocalDate> =>
    dayIn((await timeZoneOf(terms.networkId)) ?? 'UTC', now)

  return [
    route({
      method: 'put',
      path: '/api/assessment-bills/:id/amount',
      summary: 'Change the amount of an Unpaid bill in a Custom program',
      access: admins('update', 'assessment bill'),
      params: IdParams,
      body: ChangeAmount,
      answer: dataOf(Bill),
      handle: async (call) => {
        const { billId, bill, loaded } = await managed(call, 'update')
        const { type: programType } = await programOf(bill.terms.programId)
        const overdue = bill.terms.dueDate < (await todayOf(bill, call.now))
        return perform(call, loaded, { type: 'ChangeAmount', billId, amount: call.body.amount, programType, overdue })
      },
    }),
    route({
      method: 'put',
      path: '/api/assessment-bills/:id/mark-as-paid',
      summary: 'Confirm a claim, or settle the balance by hand',
      access: admins('update', 'assessment bill'),
      params: IdParams,
      body: MarkAsPaid,
      answer: dataOf(Bill),
      handle: async (call) => {
        const { billId, loaded } = await managed(call, 'update')
        const { method = null, reference } = call.body
        return perform(call, loaded, {
          type: 'MarkPaid',
          billId,
          paymentId: paymentIdFor(billId, call.circumstances.cause),
          method,
          reference,
        })
      },
    }),
    route({
      method: 'put',
      path: '/api/assessment-bills/:id/archive',
      summary: 'Archive a bill: its balance is waived',
      access: admins('archive', 'assessment bill'),
      params: IdParams,
      body: Archive,
      answer: dataOf(Bill),
      handle: async (call) => {
        const { billId, loaded } = await managed(call, 'archive')
        return perform(call, loaded, { type: 'ArchiveBill', billId, reason: call.body.reason })
      },
    }),
    route({
      method: 'post',
      path: '/api/assessment-bills/:id/not-received',
      summary: 'The claimed payment has not come: back to the former status',
      access: admins('update', 'assessment bill'),
      params: IdParams,
      body: Reason,
      answer: dataOf(Bill),
      handle: async (call) => {
        const { billId, loaded } = await managed(call, 'update')
        return perform(call, loaded, { type: 'RefuseClaim', billId, reason: call.body.reason })
      },
    }),
    route({
      method: 'post',
      path: '/api/assessment-bills/:id/receipts',
      summary: 'Record money that has come; what exceeds the balance becomes unapplied credit',
      access: admins('update', 'assessment bill'),
      params: IdParams,
      body: Receipt,
      answer: dataOf(Bill),
      status: 201,
      creates: true,
      handle: async (call) => {
        const { billId, bill, loaded } = await managed(call, 'update')
        const { amount, method, reference, receivedOn = null } = call.body
        const paymentId = paymentIdFor(billId, call.circumstances.cause)
        return perform(call, loaded, {
          type: 'RecordReceipt',
          billId,
          paymentId,
          amount,
          method,
          reference,
          receivedOn,
          today: await todayOf(bill, call.now),
        })
      },
    }),
    route({
      method: 'post',
      path: '/api/assessment-bills/:id/adjustments',
      summary: 'Raise (above 0) or lower (below 0) what is owed',
      access: admins('update', 'assessment bill'),
      params: IdParams,
      body: Adjustment,
      answer: dataOf(Bill),
      status: 201,
      creates: true,
      handle: async (call) => {
        const { billId, loaded } = await managed(call, 'update')
        const adjustmentId = uuidV5(`adjustment/${billId}/${call.circumstances.cause}`)
        return perform(call, loaded, { type: 'Adjust', billId, adjustmentId, ...call.body })
      },
    }),
    route({
      method: 'post',
      path: '/api/assessment-bills/:id/reversals',
      summary: 'Take back a payment that was recorded by hand, or credit that was applied here',
      access: admins('update', 'assessment bill'),
      params: IdParams,
      body: Reversal,
      answer: dataOf(Bill),
      status: 201,
      creates: true,
      handle: async (call) => {
        const { billId, loaded } = await managed(call, 'update')
        const paymentId = idOf(PaymentIdShape, call.body.paymentId, 'Payment')
        return perform(call, loaded, { type: 'Reverse', billId, paymentId, reason: call.body.reason })
      },
    }),
    route({
      method: 'post',
      path: '/api/assessment-bills/:id/refunds',
      summary: 'Pay a card payment back; a payment by hand is reversed instead',
      access: admins('refund', 'assessment bill'),
      params: IdParams,
      body: Refund,
      answer: dataOf(Bill),
      status: 201,
      creates: true,
      handle: async (call) => {
        const { billId, loaded } = await managed(call, 'refund')
        return perform(call, loaded, { type: 'RefundPayment', billId, paymentId: idOf(PaymentIdShape, call.body.paymentId, 'Payment') })
      },
    }),
  ]
}
