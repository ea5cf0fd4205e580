import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import { type Context, endpoint, idOf, secondsAt } from './context.ts'
import { invalidRequest, noSuch, StripeRefusal } from './errors.ts'
import { expand, integer, metadata, page, text } from './params.ts'
import { newId, type Row } from './store.ts'
import { bankOf, cardOf, TEST_ROUTING_NUMBER } from './test-numbers.ts'

const emptyable = text()
  .transform((value) => value || null)
  .optional()
const Billing = z.strictObject({
  email: emptyable,
  name: emptyable,
  phone: emptyable,
  tax_id: emptyable,
  address: z
    .strictObject({ city: emptyable, country: emptyable, line1: emptyable, line2: emptyable, postal_code: emptyable, state: emptyable })
    .optional(),
})

/** The data of a new payment method. Only browsers send numbers, from the frame that has them. */
export const MethodData = z.strictObject({
  type: z.enum(['card', 'us_bank_account', 'link']),
  billing_details: Billing.optional(),
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
  metadata: metadata.optional(),
  card: z.strictObject({ number: text(30), exp_month: integer, exp_year: integer, cvc: text(4).optional() }).optional(),
  us_bank_account: z
    .strictObject({
      routing_number: text(20),
      account_number: text(30),
      account_holder_type: z.enum(['company', 'individual']).optional(),
      account_type: z.enum(['checking', 'savings']).optional(),
    })
    .optional(),
})
type MethodData = z.output<typeof MethodData>

const named: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_usBankAccount_success: '000123456789',
  pm_usBankAccount_accountClosed: '000111111113',
  pm_usBankAccount_noAccount: '000111111116',
  pm_usBankAccount_insufficientFunds: '000222222227',
  pm_usBankAccount_debitNotAuthorized: '000333333335',
}

const billingOf = ({ address, ...given }: z.output<typeof Billing> = {}): Stripe.PaymentMethod.BillingDetails => ({
  email: given.email ?? null,
  name: given.name ?? null,
  phone: given.phone ?? null,
  tax_id: given.tax_id ?? null,
  address: {
    city: address?.city ?? null,
    country: address?.country ?? null,
    line1: address?.line1 ?? null,
    line2: address?.line2 ?? null,
    postal_code: address?.postal_code ?? null,
    state: address?.state ?? null,
  },
})

const fingerprintOf = (number: string): string => createHash('sha256').update(`stand-in ${number}`).digest('base64url').slice(0, 16)

const brands = { visa: 'visa', mastercard: 'mastercard', amex: 'amex' } as const

const cardPart = ({ number, exp_month, exp_year }: NonNullable<MethodData['card']>): Stripe.PaymentMethod.Card => {
  const { brand = 'visa', funding = 'credit' } = cardOf(number)
  return {
    brand: brands[brand],
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
    country: 'US',
    display_brand: brand === 'amex' ? 'american_express' : brand,
    exp_month,
    exp_year: exp_year < 100 ? 2000 + exp_year : exp_year,
    fingerprint: fingerprintOf(number),
    funding,
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

const bankPart = (given: NonNullable<MethodData['us_bank_account']>): Stripe.PaymentMethod.UsBankAccount => ({
  account_holder_type: given.account_holder_type ?? 'individual',
  account_type: given.account_type ?? 'checking',
  bank_name: 'STRIPE TEST BANK',
  financial_connections_account: null,
  fingerprint: fingerprintOf(given.account_number),
  last4: given.account_number.slice(-4),
  networks: { preferred: 'ach', supported: ['ach'] },
  routing_number: given.routing_number,
  status_details: null,
})

const refuseWrongCard = ({ at }: Context, { exp_month: month, exp_year: year, cvc }: NonNullable<MethodData['card']>): void => {
  const refuse = (code: string, message: string, param: string) => {
    throw new StripeRefusal(402, 'card_error', message, { code, param })
  }
  if (month < 1 || month > 12) refuse('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  if (Date.UTC(year < 100 ? 2000 + year : year, month) <= Date.parse(at))
    refuse('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) refuse('invalid_cvc', "Your card's security code is invalid.", 'cvc')
}

const refuseWrongBank = ({ routing_number, account_number }: NonNullable<MethodData['us_bank_account']>): void => {
  if (routing_number !== TEST_ROUTING_NUMBER)
    throw invalidRequest(
      `You must use a test bank routing number: ${TEST_ROUTING_NUMBER}.`,
      'routing_number_invalid',
      'us_bank_account[routing_number]',
    )
  if (!bankOf(account_number))
    throw invalidRequest('You must use a test bank account number: 000123456789.', 'account_number_invalid', 'us_bank_account[account_number]')
}

export const makeMethod = async (context: Context, given: MethodData): Promise<Row<'payment_method'>> => {
  const card = given.card && { ...given.card, number: given.card.number.replace(/\D/g, '') }
  if (given.type === 'card' && !card) throw invalidRequest('Missing required param: card.', 'parameter_missing', 'payment_method_data[card]')
  if (given.type === 'us_bank_account' && !given.us_bank_account)
    throw invalidRequest('Missing required param: us_bank_account.', 'parameter_missing', 'payment_method_data[us_bank_account]')
  if (given.type === 'link') throw invalidRequest('Link is not part of the sandbox.', 'payment_method_not_available', 'payment_method_data[type]')
  if (card) refuseWrongCard(context, card)
  if (given.us_bank_account) refuseWrongBank(given.us_bank_account)
  const id = newId('pm')
  const body: Stripe.PaymentMethod = {
    id,
    object: 'payment_method',
    allow_redisplay: given.allow_redisplay ?? 'unspecified',
    billing_details: billingOf(given.billing_details),
    ...(given.type === 'card' && card ? { card: cardPart(card) } : {}),
    created: secondsAt(context),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: given.metadata ?? {},
    type: given.type,
    ...(given.type === 'us_bank_account' && given.us_bank_account ? { us_bank_account: bankPart(given.us_bank_account) } : {}),
  }
  return context.store.insert('payment_method', id, context.account, body, {
    hidden: { number: card?.number ?? given.us_bank_account?.account_number ?? '' },
  })
}

/** A stored payment method; or one of Stripe's test methods, by its name. */
export const methodNamed = async (context: Context, id: string): Promise<Row<'payment_method'>> => {
  const number = named[id]
  if (number === undefined) return context.store.get('payment_method', id, context.account, { param: 'payment_method' })
  if (id.startsWith('pm_usBankAccount'))
    return makeMethod(context, { type: 'us_bank_account', us_bank_account: { routing_number: TEST_ROUTING_NUMBER, account_number: number } })
  return makeMethod(context, { type: 'card', card: { number, exp_month: 12, exp_year: 2040 } })
}

/** The customer to use for a call. A deleted customer can only be read (docs.stripe.com/api/customers/delete). */
export const customerNamed = async (context: Context, id: string, options: { lock?: boolean; param?: string }) => {
  const row = await context.store.get('customer', id, context.account, options)
  const { body } = row
  if (body.deleted) throw noSuch('customer', id, options.param)
  return { ...row, body }
}

/** Saves a payment method with a customer. It may have been authenticated before. */
export const attach = async (context: Context, method: Row<'payment_method'>, customer: string, authenticated: boolean) => {
  const body = { ...method.body, customer }
  const saved = await context.store.save({ ...method, body, hidden: { ...method.hidden, authenticated } })
  if (idOf(method.body.customer) === null) await context.send('payment_method.attached', body)
  return saved
}

export const detailsOf = ({ body }: Row<'payment_method'>, authenticated: boolean | null): Stripe.Charge.PaymentMethodDetails => {
  const { card, us_bank_account: bank } = body
  if (card)
    return {
      type: 'card',
      card: {
        amount_authorized: null,
        authorization_code: null,
        brand: card.brand as Stripe.Charge.PaymentMethodDetails.Card['brand'],
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
        country: card.country,
        electronic_commerce_indicator: null,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        ...(card.fingerprint ? { fingerprint: card.fingerprint } : {}),
        funding: card.funding,
        installments: null,
        last4: card.last4,
        mandate: null,
        network: card.brand,
        network_transaction_id: null,
        regulated_status: 'unregulated',
        three_d_secure:
          authenticated === null
            ? null
            : {
                authentication_flow: 'challenge',
                electronic_commerce_indicator: authenticated ? '05' : null,
                exemption_indicator: null,
                result: authenticated ? 'authenticated' : 'failed',
                result_reason: authenticated ? null : 'rejected',
                transaction_id: null,
                version: '2.2.0',
              },
        transaction_link_id: null,
        wallet: null,
      },
    }
  return {
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: bank?.account_holder_type ?? null,
      account_type: bank?.account_type ?? null,
      bank_name: bank?.bank_name ?? null,
      fingerprint: bank?.fingerprint ?? null,
      last4: bank?.last4 ?? null,
      payment_reference: null,
      routing_number: bank?.routing_number ?? null,
    },
  }
}

const CustomerParams = {
  email: emptyable,
  name: emptyable,
  description: emptyable,
  phone: emptyable,
  metadata: metadata.optional(),
  expand,
}
const Listed = z.strictObject({ ...page, customer: text().optional(), type: z.enum(['card', 'us_bank_account', 'link']).optional() })
const Expanded = z.strictObject({ expand })

const methodsOf = async (context: Context, { customer, type, expand: _, ...more }: z.output<typeof Listed>, url: string) => {
  if (customer) await customerNamed(context, customer, { param: 'customer' })
  const { rows, more: hasMore } = await context.store.list('payment_method', context.account, { ...more, where: { customer, type } })
  return { object: 'list', url, has_more: hasMore, data: rows.map(({ body }) => body) }
}

export const methodEndpoints = [
  endpoint('post', '/v1/customers', z.strictObject(CustomerParams), async (context, { expand: _, ...given }) => {
    const id = newId('cus', 14)
    const body: Stripe.Customer = {
      id,
      object: 'customer',
      balance: 0,
      created: secondsAt(context),
      customer_account: null,
      default_source: null,
      description: given.description ?? null,
      discount: null,
      email: given.email ?? null,
      invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
      livemode: false,
      metadata: given.metadata ?? {},
      name: given.name ?? null,
      phone: given.phone ?? null,
      shipping: null,
    }
    await context.store.insert('customer', id, context.account, body)
    await context.send('customer.created', body)
    return body
  }),
  endpoint('post', '/v1/customers/:id', z.strictObject(CustomerParams), async (context, { expand: _, metadata: more, ...given }, { id = '' }) => {
    const row = await customerNamed(context, id, { lock: true })
    const body = { ...row.body, ...given, metadata: { ...row.body.metadata, ...more } } as Stripe.Customer
    await context.store.save({ ...row, body })
    await context.send('customer.updated', body)
    return body
  }),
  endpoint('delete', '/v1/customers/:id', z.strictObject({}), async (context, _, { id = '' }) => {
    const row = await customerNamed(context, id, { lock: true })
    await context.send('customer.deleted', row.body)
    return (await context.store.save({ ...row, body: { id, object: 'customer', deleted: true } })).body
  }),
  endpoint('get', '/v1/customers/:id/payment_methods', Listed, (context, params, { id = '' }) =>
    methodsOf(context, { ...params, customer: id }, `/v1/customers/${id}/payment_methods`),
  ),
  endpoint('get', '/v1/payment_methods', Listed, (context, params) => methodsOf(context, params, '/v1/payment_methods')),
  endpoint('post', '/v1/payment_methods', MethodData, async (context, given) => (await makeMethod(context, given)).body, { open: true }),
  endpoint('post', '/v1/payment_methods/:id/attach', z.strictObject({ customer: text(), expand }), async (context, { customer }, { id = '' }) => {
    await customerNamed(context, customer, { param: 'customer' })
    const method = named[id] ? await methodNamed(context, id) : await context.store.get('payment_method', id, context.account, { lock: true })
    return (await attach(context, method, customer, false)).body
  }),
  endpoint('post', '/v1/payment_methods/:id/detach', Expanded, async (context, _, { id = '' }) => {
    const row = await context.store.get('payment_method', id, context.account, { lock: true })
    if (idOf(row.body.customer) === null)
      throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
    const body = { ...row.body, customer: null }
    await context.store.save({ ...row, body })
    await context.send('payment_method.detached', body)
    return body
  }),
]
