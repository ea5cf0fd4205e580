import type Stripe from 'stripe'
import { z } from 'zod'
import { clearingOf, move } from './balance.ts'
import { type Context, DAY_MS, endpoint, idOf, later, secondsAt } from './context.ts'
import { invalidRequest, StripeRefusal } from './errors.ts'
import { expand, integer, metadata, text } from './params.ts'
import { newId, type Row } from './store.ts'
import { cardOf } from './test-numbers.ts'

const RefundParams = z.strictObject({
  amount: integer.pipe(z.number().positive()).optional(),
  charge: text().optional(),
  payment_intent: text().optional(),
  metadata: metadata.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  expand,
})

/** The charge to refund. Locks its intent, so that a second refund waits. */
const chargeToRefund = async (
  { store, account }: Context,
  { charge: id, payment_intent: intent }: z.output<typeof RefundParams>,
): Promise<Row<'charge'>> => {
  if (id) {
    const { body } = await store.get('charge', id, account, { param: 'charge' })
    await store.get('payment_intent', idOf(body.payment_intent) ?? '', account, { lock: true })
    return store.get('charge', id, account)
  }
  if (!intent) throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.', 'parameter_missing')
  const { body } = await store.get('payment_intent', intent, account, { lock: true, param: 'payment_intent' })
  const latest = idOf(body.latest_charge)
  if (!latest) throw invalidRequest(`This PaymentIntent (${intent}) does not have a successful charge to refund.`, undefined, 'payment_intent')
  return store.get('charge', latest, account)
}

/** The course of a refund: it succeeds at once, is pending until a moment, or succeeds and fails later. */
const courseOf = (context: Context, { type, number = '' }: { type: string; number?: string | undefined }) => {
  if (type === 'us_bank_account') return { status: 'pending', due: clearingOf(context) }
  const { refund } = cardOf(number)
  return { status: refund === 'pending' ? 'pending' : 'succeeded', due: refund ? later(context.at, DAY_MS) : null }
}

const refund = async (context: Context, given: z.output<typeof RefundParams>): Promise<Stripe.Refund> => {
  const charge = await chargeToRefund(context, given)
  const { amount: whole, amount_refunded: before, status, disputed, currency, customer, payment_intent, payment_method } = charge.body
  if (status !== 'succeeded') throw invalidRequest('This charge has not succeeded, so it cannot be refunded.', 'charge_not_refundable')
  if (
    disputed &&
    (await context.store.ofIntent('dispute', idOf(payment_intent) ?? '')).some(({ body }) => !body.is_charge_refundable && body.status !== 'won')
  )
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed')
  if (before === whole) throw invalidRequest(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  const amount = given.amount ?? whole - before
  if (amount > whole - before)
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      `Refund amount ($${amount / 100}) is greater than unrefunded amount on charge ($${(whole - before) / 100})`,
      {
        param: 'amount',
      },
    )
  const method = await context.store.get('payment_method', payment_method ?? '', context.account)
  const { type } = method.body
  const course = courseOf(context, { type, number: method.hidden.number })
  const id = newId(type === 'us_bank_account' ? 'pyr' : 're')
  const transaction = await move(context, {
    type: type === 'us_bank_account' ? 'payment_refund' : 'refund',
    category: 'refund',
    source: id,
    amount: -amount,
    description: 'REFUND FOR PAYMENT',
    atOnce: true,
  })
  const body: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: transaction.id,
    charge: charge.id,
    created: secondsAt(context),
    currency,
    customer: idOf(customer),
    customer_account: null,
    destination_details:
      type === 'us_bank_account'
        ? { type: 'us_bank_transfer', us_bank_transfer: { reference: null, reference_status: 'pending' } }
        : { card: { type: 'refund' }, type: 'card' },
    metadata: given.metadata ?? {},
    payment_intent: idOf(payment_intent),
    payment_method: idOf(payment_method),
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: course.status,
    transfer_reversal: null,
  }
  await context.store.insert('refund', id, context.account, body, { due: course.due })
  const refunded = before + amount
  const { body: reported } = await context.store.save({
    ...charge,
    body: { ...charge.body, amount_refunded: refunded, refunded: refunded === whole },
  })
  await context.send('refund.created', body)
  await context.send('charge.refunded', reported)
  return body
}

export const settleRefund = async (context: Context, row: Row<'refund'>): Promise<void> => {
  if (row.body.status === 'pending') {
    const body: Stripe.Refund = { ...row.body, status: 'succeeded' }
    await context.store.save({ ...row, body, due: null })
    return context.send('refund.updated', body)
  }
  const { amount, charge: of } = row.body
  const transaction = await move(context, {
    type: 'refund_failure',
    category: 'refund_failure',
    source: row.id,
    amount,
    description: 'REFUND FAILURE',
    atOnce: true,
  })
  const body: Stripe.Refund = { ...row.body, status: 'failed', failure_reason: 'unknown', failure_balance_transaction: transaction.id }
  await context.store.save({ ...row, body, due: null })
  const charge = await context.store.get('charge', idOf(of) ?? '', context.account)
  const { body: reported } = await context.store.save({
    ...charge,
    body: { ...charge.body, amount_refunded: charge.body.amount_refunded - amount, refunded: false },
  })
  await context.send('refund.updated', body)
  await context.send('refund.failed', body)
  await context.send('charge.updated', reported)
}

export const refundEndpoints = [endpoint('post', '/v1/refunds', RefundParams, refund)]
