import type Stripe from 'stripe'
import { earn } from './balance.ts'
import { type Context, idOf, secondsAt } from './context.ts'
import { openDispute, warn } from './disputes.ts'
import { StripeRefusal } from './errors.ts'
import { attach, detailsOf } from './payment-methods.ts'
import { newId, type Row } from './store.ts'
import { bankOf, cardOf, type Failure } from './test-numbers.ts'

type Intent = Row<'payment_intent'>
type Method = Row<'payment_method'>

const outcomeOf = (failure: Failure | null): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: failure?.network ?? null,
  network_status: failure ? (failure.blocked ? 'not_sent_to_network' : 'declined_by_network') : 'approved_by_network',
  reason: failure ? (failure.blocked ? 'highest_risk_level' : (failure.decline ?? failure.code)) : null,
  risk_level: failure?.blocked ? 'highest' : 'normal',
  risk_score: failure?.blocked ? 90 : 20,
  seller_message: failure ? 'The payment was refused.' : 'Payment complete.',
  type: failure ? (failure.blocked ? 'blocked' : 'issuer_declined') : 'authorized',
})

type Result = Readonly<{ status: Stripe.Charge['status']; failure: Failure | null; authenticated: boolean | null }>

const chargeOf = (context: Context, { body: intent }: Intent, method: Method, { status, failure, authenticated }: Result): Stripe.Charge => {
  const paid = status !== 'failed'
  return {
    id: newId(method.body.type === 'us_bank_account' ? 'py' : 'ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.body.billing_details,
    calculated_statement_descriptor: intent.statement_descriptor_suffix,
    captured: paid,
    created: secondsAt(context),
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(failure),
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method, authenticated),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer_data: null,
    transfer_group: null,
  }
}

const fail = async (context: Context, intent: Intent, method: Method, failure: Failure, charge: Stripe.Charge | null): Promise<StripeRefusal> => {
  const details = {
    code: failure.code,
    ...(failure.decline ? { decline_code: failure.decline } : {}),
    ...(failure.network ? { network_decline_code: failure.network } : {}),
    ...(charge ? { charge: charge.id } : {}),
  }
  const body: Stripe.PaymentIntent = {
    ...intent.body,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_charge: charge?.id ?? intent.body.latest_charge,
    last_payment_error: {
      ...details,
      code: failure.code as NonNullable<Stripe.PaymentIntent.LastPaymentError['code']>,
      message: failure.message,
      payment_method: method.body,
      type: 'card_error',
    },
  }
  await context.store.save({ ...intent, body, hidden: {}, due: null })
  if (charge) await context.send('charge.failed', charge)
  await context.send('payment_intent.payment_failed', body)
  return new StripeRefusal(402, 'card_error', failure.message, { ...details, payment_intent: body, payment_method: method.body }, true)
}

/** Fails a payment at once, with a failed charge. */
export const refuse = async (context: Context, intent: Intent, method: Method, failure: Failure, authenticated: boolean | null) => {
  if (failure.uncharged) return fail(context, intent, method, failure, null)
  const charge = chargeOf(context, intent, method, { status: 'failed', failure, authenticated })
  await context.store.insert('charge', charge.id, context.account, charge)
  return fail(context, intent, method, failure, charge)
}

const afterSuccess = async (context: Context, intent: Intent, method: Method, charge: Row<'charge'>, authenticated: boolean): Promise<void> => {
  const { setup_future_usage: usage, customer } = intent.body
  const owner = idOf(customer)
  if (usage && owner) await attach(context, method, owner, authenticated)
  const { number = '' } = method.hidden
  if (method.body.type === 'us_bank_account') {
    // The payor's bank has the last word on bank debits: the dispute is lost as soon as it opens.
    if (bankOf(number)?.disputed) await openDispute(context, charge, { reason: 'debit_not_authorized', final: true })
    return
  }
  const { disputed } = cardOf(number)
  if (!disputed) return
  if ('warning' in disputed) await warn(context, charge.body)
  else await openDispute(context, charge, disputed)
}

const succeed = async (context: Context, intent: Intent, method: Method, charge: Row<'charge'>, authenticated: boolean): Promise<Intent> => {
  const transaction = await earn(context, charge.body)
  const paid = await context.store.save({ ...charge, body: { ...charge.body, status: 'succeeded', paid: true, balance_transaction: transaction.id } })
  const body: Stripe.PaymentIntent = {
    ...intent.body,
    status: 'succeeded',
    amount_received: intent.body.amount,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
    processing: null,
  }
  const saved = await context.store.save({ ...intent, body, hidden: {}, due: null })
  await context.send('charge.succeeded', paid.body)
  await context.send('payment_intent.succeeded', body)
  await afterSuccess(context, saved, method, paid, authenticated)
  return saved
}

/** The failure of a charge; an off-session charge may fail although the payor can pay. */
const failureOf = async ({ store }: Context, { hidden }: Intent, method: Method): Promise<Failure | undefined> => {
  const { number = '', failed } = method.hidden
  const { fails, offSession } = (method.body.type === 'us_bank_account' ? bankOf(number) : cardOf(number)) ?? {}
  if (fails || !hidden.offSession || !offSession || (offSession.once && failed)) return fails
  await store.save({ ...method, hidden: { ...method.hidden, failed: true } })
  return offSession.fails
}

export const chargeCard = async (context: Context, intent: Intent, method: Method, authenticated: boolean | null): Promise<Intent> => {
  const fails = await failureOf(context, intent, method)
  if (fails) throw await refuse(context, intent, method, fails, authenticated)
  const charge = chargeOf(context, intent, method, { status: 'succeeded', failure: null, authenticated })
  return succeed(context, intent, method, await context.store.insert('charge', charge.id, context.account, charge), authenticated === true)
}

/** Sends a debit to the bank, which takes days to answer. */
export const debitBank = async (context: Context, intent: Intent, method: Method, clears: Context['at']): Promise<Intent> => {
  const bank = bankOf(method.hidden.number ?? '')
  if (bank?.fails && bank.atOnce) throw await refuse(context, intent, method, bank.fails, null)
  const charge = chargeOf(context, intent, method, { status: 'pending', failure: null, authenticated: null })
  await context.store.insert('charge', charge.id, context.account, charge)
  const body: Stripe.PaymentIntent = { ...intent.body, status: 'processing', latest_charge: charge.id, last_payment_error: null, next_action: null }
  const saved = await context.store.save({ ...intent, body, due: bank?.hangs ? null : clears })
  await context.send('charge.pending', charge)
  await context.send('payment_intent.processing', body)
  return saved
}

export const settleDebit = async (context: Context, intent: Intent): Promise<void> => {
  const [charge] = (await context.store.ofIntent('charge', intent.id)).filter(({ body }) => body.status === 'pending')
  if (!charge) return
  const method = await context.store.get('payment_method', charge.body.payment_method ?? '', context.account)
  const fails = await failureOf(context, intent, method)
  if (!fails) return void (await succeed(context, intent, method, charge, false))
  const body: Stripe.Charge = {
    ...charge.body,
    status: 'failed',
    amount_captured: 0,
    captured: false,
    failure_code: fails.decline ?? fails.code,
    failure_message: fails.message,
    outcome: outcomeOf(fails),
  }
  await context.store.save({ ...charge, body })
  await fail(context, intent, method, fails, body)
}
