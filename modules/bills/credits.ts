import type { Instant } from '../kernel/dates.ts'
import { missing, refused } from '../kernel/errors.ts'
import { type SealedFor, sealedLike } from '../kernel/events.ts'
import { BillId, type NetworkId, PaymentId, type PayorId } from '../kernel/ids.ts'
import { type Cents, toDollars } from '../kernel/money.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import { admins, IdParams, idOf, keysWrite, type Route, readers, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import { openSealed, type PersonalData } from '../platform/personal-data/personal-data.ts'
import { reaction } from '../platform/process.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { dataOf } from '../shared/api.ts'
import type { BillAttempts } from './attempts.ts'
import { billCodec } from './codec.ts'
import { AppliedCredit, Bill, CreditRefund, CreditUse } from './contract.ts'
import { notEnough } from './credit-decider.ts'
import { balanceOf } from './effect.ts'
import { billEvents, billStream } from './events.ts'
import { billHandler, type SettleRemittance } from './handle-bill.ts'
import { type BillState, usableOf } from './state.ts'

const THING = 'Assessment bill'

/** Credit that one bill has reserved for another. */
type ReservedCredit = Readonly<{ creditId: PaymentId; paymentId: PaymentId; fromBillId: BillId; toBillId: BillId; amount: Cents; reason: string }> &
  SealedFor

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'settle-credit': ReservedCredit
  }
}

type Settling = Readonly<{
  store: EventStore
  settleRemittance: SettleRemittance
  personal: PersonalData
  attempts: Pick<BillAttempts, 'closeLater'>
}>

/**
 * Moves reserved credit: the other bill takes what it needs, and the rest returns. May be repeated, or interrupted at
 * any line: after a crash, `settleReservedCredit` completes the move.
 */
const settleCredit =
  ({ store, settleRemittance, personal, attempts }: Settling) =>
  async ({ fromBillId, toBillId, sealedFor, ...given }: ReservedCredit, circumstances: Circumstances) => {
    const { handle } = billHandler(store, settleRemittance, billCodec(personal))
    const reason = sealedFor === undefined ? given.reason : ((await openSealed<string>(personal, sealedFor, given.reason)) ?? '')
    const credit = { ...given, reason }
    const { creditId } = credit
    const target = await handle(billStream(toBillId), { type: 'ApplyCredit', billId: toBillId, fromBillId, ...credit }, circumstances)
    // A card form that was opened before is for an amount that is too high now.
    if (target.state) await attempts.closeLater(target.state)
    const applied = target.state?.credits.get(creditId)
    const kept = applied && !applied.takenBack ? applied.amount : 0
    const source = await handle(
      billStream(fromBillId),
      (state) => ({ type: 'ReturnCredit', billId: fromBillId, creditId, amount: (state?.used.get(creditId)?.amount ?? 0) - kept }),
      circumstances,
    )
    return { target, shown: [...target.shown, ...source.shown] }
  }

/** Completes each move of credit between two bills (R73), both when credit was reserved and when it is given back. */
export const settleReservedCredit = reaction(billEvents, {
  name: 'settle-credit-that-was-set-aside',
  categories: ['bill'],
  reactsTo: ['CreditUsed', 'CreditTakenBack'],
  jobsFor: (events) =>
    events.map(({ id, type, data }): Job => {
      const { creditId, paymentId, amount, reason, billId } = data
      const between = type === 'CreditUsed' ? { fromBillId: billId, toBillId: data.toBillId } : { fromBillId: data.fromBillId, toBillId: billId }
      return { task: 'settle-credit', payload: { creditId, paymentId, amount, reason, ...sealedLike(data), ...between }, key: `credit/${id}` }
    }),
})

export type CreditDependencies = Readonly<{
  store: EventStore
  settleRemittance: SettleRemittance
  personal: PersonalData
  attempts: Pick<BillAttempts, 'closeLater'>
  /** The bill in a state after a command, as the answer shows it. */
  show: (id: BillId, made: BillState) => Promise<Bill>
  billOfPayment: (id: PaymentId) => Promise<Readonly<{ billId: BillId; networkId: NetworkId; payorId: PayorId }> | null>
}>

export const creditTasks = ({ now, ...settling }: Settling & Readonly<{ now: () => Instant }>): Pick<Tasks, 'settle-credit'> => ({
  'settle-credit': async (credit) => {
    await settleCredit(settling)(credit, { actor: 'system:credit', at: now(), cause: credit.creditId })
  },
})

const credits = ({ store, settleRemittance, personal, attempts, billOfPayment }: CreditDependencies) => {
  const { load, handle } = billHandler(store, settleRemittance, billCodec(personal))
  const settle = settleCredit({ store, settleRemittance, personal, attempts })
  const paymentOf = async (id: string) => {
    const paymentId = idOf(PaymentId, id, 'Payment')
    const recorded = await billOfPayment(paymentId)
    if (!recorded) throw missing('Payment')
    return { paymentId, ...recorded }
  }
  return { load, handle, settle, paymentOf }
}
type Credits = ReturnType<typeof credits> & CreditDependencies

/** The routes that apply credit to another bill. */
const uses = ({ show, load, handle, settle, paymentOf }: Credits): Route[] => [
  route({
    method: 'get',
    path: '/api/assessment-bills/:id/credits',
    about: 'bill',
    summary: 'The credit of other bills that settles some of this one, oldest first',
    access: readers('assessment bill'),
    params: IdParams,
    answer: dataOf(AppliedCredit.array()),
    refusals: ['unfolded'],
    handle: async ({ visitor, params }) => {
      const { state } = await load(billStream(idOf(BillId, params.id, THING)))
      mayIn(visitor, state?.terms.networkId, 'read', THING, 'view')
      if (!state) throw missing(THING)
      const applied = [...state.credits].filter(([, { amount, takenBack }]) => amount > 0 && !takenBack)
      return {
        data: applied.map(([creditId, { paymentId, fromBillId, amount }]) => ({
          creditId: creditId as PaymentId,
          paymentId,
          fromBillId,
          amount: toDollars(amount),
        })),
      }
    },
  }),
  route({
    method: 'post',
    path: '/api/assessment-bills/:id/credits',
    about: 'bill',
    summary: "Apply a payor's unapplied credit to another of their bills",
    access: keysWrite(admins('update', 'assessment bill')),
    params: IdParams,
    body: CreditUse,
    answer: dataOf(Bill),
    status: 201,
    creates: true,
    refusals: ['not-allowed', 'not-enough-credit'],
    handle: async ({ visitor, params, body, circumstances, settled, etag }) => {
      const toBillId = idOf(BillId, params.id, THING)
      const { state: target } = await load(billStream(toBillId))
      mayIn(visitor, target?.terms.networkId, 'write', THING, 'update')
      if (!target) throw missing(THING)
      const { paymentId, billId: fromBillId, payorId, networkId } = await paymentOf(body.paymentId)
      if (networkId !== target.terms.networkId || payorId !== target.terms.payorId) throw missing('Payment')
      const creditId = uuidV5(`credit/${toBillId}/${circumstances.cause}`) as PaymentId
      const used = await handle(
        billStream(fromBillId),
        (source) => {
          const known = source?.used.get(creditId)
          const open = balanceOf(target)
          if (open === 0 && !known) throw refused('not-allowed', 'This bill has no open balance.')
          const amount = body.amount ?? Math.min(open, source ? usableOf(source, paymentId) : 0)
          if (amount === 0 && !known) throw notEnough(0)
          return { type: 'UseCredit', billId: fromBillId, creditId, paymentId, amount, toBillId, reason: body.reason }
        },
        circumstances,
      )
      const amount = used.state?.used.get(creditId)?.amount ?? 0
      const moved = await settle({ creditId, paymentId, fromBillId, toBillId, amount, reason: body.reason }, circumstances)
      await settled([...used.shown, ...moved.shown])
      etag(moved.target.revision)
      return { data: await show(toBillId, moved.target.state) }
    },
  }),
]

/** The routes that refund credit. */
const refunds = ({ show, handle, paymentOf }: Credits): Route[] => [
  route({
    method: 'post',
    path: '/api/payments/:id/credit-refunds',
    about: 'payment',
    summary: 'Record that unapplied credit was paid back to the payor',
    access: admins('refund', 'payment'),
    params: IdParams,
    body: CreditRefund,
    answer: dataOf(Bill),
    status: 201,
    creates: true,
    refusals: ['not-enough-credit'],
    handle: async ({ visitor, params, body, circumstances, settled }) => {
      const { paymentId, billId, networkId } = await paymentOf(params.id)
      mayIn(visitor, networkId, 'write', 'Payment', 'refund')
      const refundId = uuidV5(`credit refund/${paymentId}/${circumstances.cause}`)
      const { amount = null, reason } = body
      const { state, shown } = await handle(billStream(billId), { type: 'RefundCredit', billId, refundId, paymentId, amount, reason }, circumstances)
      await settled(shown)
      return { data: await show(billId, state) }
    },
  }),
]

export const creditRoutes = (dependencies: CreditDependencies): Route[] => {
  const context = { ...dependencies, ...credits(dependencies) }
  return [...uses(context), ...refunds(context)]
}
