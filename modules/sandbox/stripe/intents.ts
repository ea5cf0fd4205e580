import type Stripe from 'stripe'
import { z } from 'zod'
import { capabilityOf } from './accounts.ts'
import { clearingOf } from './balance.ts'
import { chargeCard, debitBank, refuse } from './charges.ts'
import { type Context, endpoint, idOf, secondsAt } from './context.ts'
import { invalidRequest, StripeRefusal, wrongState } from './errors.ts'
import { expand, flag, integer, metadata, text } from './params.ts'
import { customerNamed, MethodData, makeMethod, methodNamed } from './payment-methods.ts'
import { newId, type Row } from './store.ts'
import { cardOf, needsAuthentication } from './test-numbers.ts'

type Intent = Row<'payment_intent'>
type Method = Row<'payment_method'>

const MIN = 50
const MAX = 99_999_999
const TYPES = ['card', 'link', 'us_bank_account'] as const
const usage = z.enum(['off_session', 'on_session'])

const Amount = integer.superRefine((amount, context) => {
  const refused = (message: string, code: string) => context.addIssue({ code: 'custom', message, params: { code } })
  if (amount < MIN) refused('Amount must be at least $0.50 usd', 'amount_too_small')
  if (amount > MAX) refused('Amount must be no more than $999,999.99', 'amount_too_large')
})
const Currency = text(10).superRefine((currency, context) => {
  if (currency !== 'usd')
    context.addIssue({ code: 'custom', message: `Invalid currency: ${currency}. Stripe currently supports these currencies: usd` })
})

const Editable = {
  allowed_payment_method_types: z.array(z.enum(TYPES)).optional(),
  customer: text().optional(),
  description: text(1000).optional(),
  metadata: metadata.optional(),
  payment_method: text().optional(),
  payment_method_options: z
    .strictObject({
      card: z
        .strictObject({ request_three_d_secure: z.enum(['any', 'automatic', 'challenge']).optional(), setup_future_usage: usage.optional() })
        .optional(),
      link: z.strictObject({ setup_future_usage: z.enum(['none', 'off_session']).optional() }).optional(),
      us_bank_account: z
        .strictObject({ verification_method: z.enum(['automatic', 'instant', 'microdeposits']).optional(), setup_future_usage: usage.optional() })
        .optional(),
    })
    .optional(),
  receipt_email: text(500).optional(),
  setup_future_usage: z.union([z.literal(''), usage]).optional(),
  statement_descriptor_suffix: text(22).optional(),
}
const Confirmation = {
  error_on_requires_action: flag.optional(),
  off_session: flag.optional(),
  payment_method: text().optional(),
  payment_method_data: MethodData.optional(),
  return_url: text(2000).optional(),
  setup_future_usage: Editable.setup_future_usage,
  use_stripe_sdk: flag.optional(),
}
const Creation = z.strictObject({ ...Editable, ...Confirmation, amount: Amount, currency: Currency, confirm: flag.optional(), expand })
const Update = z.strictObject({ ...Editable, amount: Amount.optional(), currency: Currency.optional(), expand })
const Confirm = z.strictObject({ ...Confirmation, expand })

const OPEN: readonly Stripe.PaymentIntent.Status[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']
const CANCELABLE = [...OPEN, 'requires_capture']

/** The types that the account can take and the intent allows. */
const typesOf = async (context: Context, allowed: readonly (typeof TYPES)[number][] | undefined): Promise<string[]> => {
  const account = context.account ? await context.store.get('account', context.account, null) : null
  const cards = !account || capabilityOf(account.body, 'card_payments') === 'active'
  const debits = !account || capabilityOf(account.body, 'ach_debit_payments') === 'active'
  if (!cards && !debits) throw invalidRequest('Your account cannot currently make charges.', 'capability_not_active')
  const can = TYPES.filter((type) => (type === 'us_bank_account' ? debits : cards))
  const refused = allowed?.find((type) => !can.includes(type))
  if (refused)
    throw invalidRequest(
      `The payment method type "${refused}" is invalid. Please ensure the provided type is activated in your dashboard.`,
      'payment_intent_invalid_parameter',
      'allowed_payment_method_types',
    )
  return [...(allowed ?? can)]
}

type Options = z.output<typeof Editable.payment_method_options>
const optionsOf = (types: readonly string[], given: Options, before: Stripe.PaymentIntent.PaymentMethodOptions | null = null) =>
  ({
    ...(types.includes('card')
      ? {
          card: {
            ...(before?.card ?? { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' as const }),
            ...given?.card,
          },
        }
      : {}),
    ...(types.includes('us_bank_account')
      ? { us_bank_account: { ...(before?.us_bank_account ?? { verification_method: 'automatic' as const }), ...given?.us_bank_account } }
      : {}),
  }) as Stripe.PaymentIntent.PaymentMethodOptions

const checkOwner = (customer: string | null, method: Method | null): void => {
  const owner = method && idOf(method.body.customer)
  if (owner && owner !== customer)
    throw invalidRequest(
      'The provided PaymentMethod belongs to a Customer: pass that customer, too.',
      'payment_method_unexpected_state',
      'payment_method',
    )
}

const create = async (context: Context, given: z.output<typeof Creation>): Promise<Stripe.PaymentIntent> => {
  if (given.off_session && !given.confirm)
    throw invalidRequest('You can only set `off_session` when `confirm` is true.', 'parameter_missing', 'confirm')
  if (given.off_session && given.setup_future_usage)
    throw invalidRequest('You cannot save a payment method while its owner is away.', 'parameters_exclusive', 'setup_future_usage')
  const id = newId('pi')
  const types = await typesOf(context, given.allowed_payment_method_types)
  const method = given.payment_method ? await methodNamed(context, given.payment_method) : null
  if (given.customer) await customerNamed(context, given.customer, { param: 'customer' })
  checkOwner(given.customer ?? null, method)
  const body: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    amount: given.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('x').slice(2)}`,
    confirmation_method: 'automatic',
    created: secondsAt(context),
    currency: given.currency,
    customer: given.customer ?? null,
    customer_account: null,
    description: given.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: optionsOf(types, given.payment_method_options),
    payment_method_types: types,
    payment_record: null,
    processing: null,
    receipt_email: given.receipt_email ?? null,
    review: null,
    setup_future_usage: given.setup_future_usage || null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: given.statement_descriptor_suffix ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
  const row = await context.store.insert('payment_intent', id, context.account, body)
  await context.send('payment_intent.created', body)
  return given.confirm ? (await confirm(context, row, given)).body : body
}

const update = async (context: Context, row: Intent, given: z.output<typeof Update>): Promise<Stripe.PaymentIntent> => {
  const { status } = row.body
  if (!OPEN.includes(status)) throw wrongState(`This PaymentIntent's parameters could not be updated because it has a status of ${status}.`, row.body)
  const method = given.payment_method ? await methodNamed(context, given.payment_method) : null
  if (given.customer) await customerNamed(context, given.customer, { param: 'customer' })
  checkOwner(given.customer ?? idOf(row.body.customer), method)
  const { allowed_payment_method_types: allowed = row.body.allowed_payment_method_types ?? undefined } = given
  const types = await typesOf(context, allowed as (typeof TYPES)[number][] | undefined)
  const merged = Object.entries({ ...row.body.metadata, ...given.metadata }).filter(([, value]) => value !== '')
  // An open 3D Secure challenge is only for the amount that the payor has agreed to.
  const restarts = status === 'requires_action' && given.amount !== undefined && given.amount !== row.body.amount
  const body: Stripe.PaymentIntent = {
    ...row.body,
    ...(restarts ? { status: 'requires_payment_method', next_action: null } : {}),
    ...(method ? { payment_method: method.id, status: 'requires_confirmation' } : {}),
    allowed_payment_method_types: allowed ?? null,
    amount: given.amount ?? row.body.amount,
    customer: given.customer ?? row.body.customer,
    description: given.description ?? row.body.description,
    metadata: Object.fromEntries(merged),
    payment_method_options: optionsOf(types, given.payment_method_options, row.body.payment_method_options),
    payment_method_types: types,
    receipt_email: given.receipt_email ?? row.body.receipt_email,
    setup_future_usage: given.setup_future_usage === undefined ? row.body.setup_future_usage : given.setup_future_usage || null,
    statement_descriptor_suffix: given.statement_descriptor_suffix ?? row.body.statement_descriptor_suffix,
  }
  return (await context.store.save({ ...row, body, ...(restarts ? { hidden: {} } : {}) })).body
}

/** Confirms an intent, as the payor's browser does, or a server with a saved payment method. */
export const confirm = async (context: Context, row: Intent, given: z.output<typeof Confirm>): Promise<Intent> => {
  const { status } = row.body
  if (status === 'succeeded')
    throw wrongState('You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.', row.body)
  if (!OPEN.includes(status)) throw wrongState(`You cannot confirm this PaymentIntent because it has a status of ${status}.`, row.body)
  const named = given.payment_method ?? idOf(row.body.payment_method)
  const method = given.payment_method_data ? await makeMethod(context, given.payment_method_data) : named ? await methodNamed(context, named) : null
  if (!method) throw wrongState("You cannot confirm this PaymentIntent because it's missing a payment method.", row.body)
  checkOwner(idOf(row.body.customer), method)
  // The account's abilities may have changed since the intent was created.
  const types = await typesOf(context, (row.body.allowed_payment_method_types ?? undefined) as (typeof TYPES)[number][] | undefined)
  if (!types.includes(method.body.type))
    throw invalidRequest(
      `The PaymentMethod provided (${method.body.type}) is not allowed for this PaymentIntent.`,
      'payment_intent_incompatible_payment_method',
      'payment_method',
    )
  const { setup_future_usage: wanted = row.body.setup_future_usage } = given
  const intent: Intent = {
    ...row,
    body: { ...row.body, payment_method: method.id, setup_future_usage: wanted || null, last_payment_error: null, next_action: null },
    hidden: given.off_session ? { offSession: true } : {},
  }
  if (method.body.type === 'us_bank_account') return debitBank(context, intent, method, clearingOf(context))
  const { authenticates } = cardOf(method.hidden.number ?? '')
  const challenge = authenticates === 'always' || (authenticates === 'unless-saved' && !method.hidden.authenticated)
  if (!challenge) return chargeCard(context, intent, method, null)
  if (given.off_session || given.error_on_requires_action) throw await refuse(context, intent, method, needsAuthentication, null)
  const body: Stripe.PaymentIntent = {
    ...intent.body,
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'stripe_3ds2_challenge' } },
  }
  const saved = await context.store.save({ ...intent, body, hidden: { waiting: method.id } })
  await context.send('payment_intent.requires_action', body)
  return saved
}

export const authenticate = async (context: Context, row: Intent, passed: boolean): Promise<Intent> => {
  if (row.body.status !== 'requires_action' || !row.hidden.waiting)
    throw wrongState(`This PaymentIntent is not waiting for an authentication: its status is ${row.body.status}.`, row.body)
  const method = await context.store.get('payment_method', row.hidden.waiting, context.account)
  if (passed) return chargeCard(context, row, method, true)
  const message = 'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
  throw await refuse(context, row, method, { code: 'payment_intent_authentication_failure', message, uncharged: true }, false)
}

export const cancel = async (
  context: Context,
  row: Intent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Promise<Stripe.PaymentIntent> => {
  if (!CANCELABLE.includes(row.body.status))
    throw wrongState(
      `You cannot cancel this PaymentIntent because it has a status of ${row.body.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
      row.body,
    )
  const body: Stripe.PaymentIntent = {
    ...row.body,
    status: 'canceled',
    canceled_at: secondsAt(context),
    cancellation_reason: reason,
    next_action: null,
  }
  await context.store.save({ ...row, body, hidden: {}, due: null })
  await context.send('payment_intent.canceled', body)
  return body
}

/** The intent. A call with the publishable key must also send its client secret. */
const intentOf = async (context: Context, id: string, secret: string | undefined): Promise<Intent> => {
  const row = await context.store.get('payment_intent', id, context.account, { lock: true, param: 'intent' })
  if (secret !== undefined && secret !== row.body.client_secret)
    throw new StripeRefusal(400, 'invalid_request_error', 'The client_secret provided does not match any associated PaymentIntent on this account.', {
      code: 'payment_intent_invalid_parameter',
      param: 'client_secret',
    })
  return row
}

const client_secret = text().optional()

export const intentEndpoints = [
  endpoint('post', '/v1/payment_intents', Creation, create),
  endpoint(
    'get',
    '/v1/payment_intents/:id',
    z.strictObject({ client_secret, expand }),
    async (context, { client_secret: secret }, { id = '' }) => (await intentOf(context, id, secret)).body,
    { open: true },
  ),
  endpoint('post', '/v1/payment_intents/:id', Update, async (context, given, { id = '' }) =>
    update(context, await intentOf(context, id, undefined), given),
  ),
  endpoint(
    'post',
    '/v1/payment_intents/:id/confirm',
    Confirm.extend({ client_secret }),
    async (context, { client_secret: secret, ...given }, { id = '' }) => (await confirm(context, await intentOf(context, id, secret), given)).body,
    { open: true },
  ),
  // The result of 3D Secure. In reality the payor's bank reports it; here the frame does.
  endpoint(
    'post',
    '/v1/payment_intents/:id/authenticate',
    z.strictObject({ client_secret: text(), passed: flag }),
    async (context, { client_secret: secret, passed }, { id = '' }) =>
      (await authenticate(context, await intentOf(context, id, secret), passed)).body,
    { open: true },
  ),
  endpoint(
    'post',
    '/v1/payment_intents/:id/cancel',
    z.strictObject({ cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(), expand }),
    async (context, { cancellation_reason: reason = null }, { id = '' }) => cancel(context, await intentOf(context, id, undefined), reason),
  ),
]
