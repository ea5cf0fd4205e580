import { dayIn } from '../kernel/dates.ts'
import { type NetworkId, PaymentId } from '../kernel/ids.ts'
import { admins, IdParams, idOf, keysWrite, type Route, route } from '../platform/http/route.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { dataOf } from '../shared/api.ts'
import { unlessUnavailable } from './attempts.ts'
import { billChange, type ChangeDependencies } from './change-bill.ts'
import { Bill, MarkAsPaid, Reason, Receipt, Refund, Reversal } from './contract.ts'

type Dependencies = ChangeDependencies & Readonly<{ timeZoneOf: (networkId: NetworkId) => Promise<string | null> }>

/** Derived from the request, so that a repeated request records the payment once. */
export const paymentIdFor = (billId: string, cause: string | undefined): PaymentId => uuidV5(`payment/${billId}/${cause}`) as PaymentId

/** The routes for a bill's money: record, confirm, reject, reverse, refund. */
export const billPaymentRoutes = ({ timeZoneOf, ...dependencies }: Dependencies): Route[] => {
  const { attempts } = dependencies
  const change = billChange(dependencies)

  return [
    route({
      method: 'put',
      path: '/api/assessment-bills/:id/mark-as-paid',
      about: 'bill',
      summary: 'Confirm a claim, or settle the balance by hand',
      access: keysWrite(admins('update', 'assessment bill')),
      params: IdParams,
      body: MarkAsPaid,
      answer: dataOf(Bill),
      refusals: ['not-allowed', 'stale'],
      handle: (call) =>
        change(call, 'update', (billId) => {
          const { method = null, reference } = call.body
          return { type: 'MarkPaid', billId, paymentId: paymentIdFor(billId, call.circumstances.cause), method, reference }
        }),
    }),
    route({
      method: 'post',
      path: '/api/assessment-bills/:id/not-received',
      about: 'bill',
      summary: 'The claimed payment has not come: back to the former status',
      access: admins('update', 'assessment bill'),
      params: IdParams,
      body: Reason,
      answer: dataOf(Bill),
      refusals: ['not-allowed', 'stale'],
      handle: (call) => change(call, 'update', (billId) => ({ type: 'RefuseClaim', billId, reason: call.body.reason }), { leavesAttempt: true }),
    }),
    route({
      method: 'post',
      path: '/api/assessment-bills/:id/receipts',
      about: 'bill',
      summary: 'Record money that has come; what exceeds the balance becomes unapplied credit',
      access: keysWrite(admins('update', 'assessment bill')),
      params: IdParams,
      body: Receipt,
      answer: dataOf(Bill),
      status: 201,
      creates: true,
      refusals: ['not-allowed', 'stale'],
      handle: (call) =>
        change(call, 'update', async (billId, { terms }) => {
          const { amount, method, reference, receivedOn = null } = call.body
          const paymentId = paymentIdFor(billId, call.circumstances.cause)
          const today = dayIn((await timeZoneOf(terms.networkId)) ?? 'UTC', call.now)
          return { type: 'RecordReceipt', billId, paymentId, amount, method, reference, receivedOn, today }
        }),
    }),
    route({
      method: 'post',
      path: '/api/assessment-bills/:id/reversals',
      about: 'bill',
      summary: 'Take back a payment that was recorded by hand, or credit that was applied here',
      access: keysWrite(admins('update', 'assessment bill')),
      params: IdParams,
      body: Reversal,
      answer: dataOf(Bill),
      status: 201,
      creates: true,
      refusals: ['not-allowed', 'stale'],
      handle: (call) =>
        change(
          call,
          'update',
          (billId) => ({ type: 'Reverse', billId, paymentId: idOf(PaymentId, call.body.paymentId, 'Payment'), reason: call.body.reason }),
          { leavesAttempt: true },
        ),
    }),
    route({
      method: 'post',
      path: '/api/assessment-bills/:id/refunds',
      about: 'bill',
      summary: 'Pay a card payment or bank debit back through Stripe; a payment by hand is reversed instead',
      access: admins('refund', 'assessment bill'),
      params: IdParams,
      body: Refund,
      answer: dataOf(Bill),
      status: 201,
      creates: true,
      refusals: ['not-refundable', 'refund-refused', 'stale'],
      handle: async (call) => {
        const paymentId = idOf(PaymentId, call.body.paymentId, 'Payment')
        const { amount = null, reason } = call.body
        const refundId = uuidV5(`refund/${paymentId}/${call.circumstances.cause}`)
        // If Stripe does not answer in time, `refundWhatWasRequested` completes the refund.
        return change(call, 'refund', (billId) => ({ type: 'RequestRefund', billId, refundId, paymentId, amount, reason }), {
          leavesAttempt: true,
          afterwards: (billId) => attempts.refund(billId, refundId, call.circumstances).catch(unlessUnavailable),
        })
      },
    }),
  ]
}
