import type Stripe from 'stripe'
import { z } from 'zod'
import { type Context, endpoint, later } from './context.ts'
import { noAccess } from './errors.ts'
import { expand } from './params.ts'
import { newId, type Row } from './store.ts'

type Account = Stripe.V2.Core.Account
type Capability = 'card_payments' | 'ach_debit_payments'

/** Parts of an account that an answer contains only if the request names them. */
const INCLUDES = [
  'configuration.merchant',
  'defaults',
  'identity',
  'requirements',
  'future_requirements',
  'configuration.customer',
  'configuration.recipient',
] as const
const include = z.array(z.enum(INCLUDES)).optional()

const LINK_MS = 300_000

const short = z.string().max(500)
const requested = z.strictObject({ requested: z.boolean() }).optional()
const Creation = z.strictObject({
  contact_email: short.optional(),
  display_name: short.optional(),
  dashboard: z.enum(['express', 'full', 'none']).optional(),
  identity: z
    .strictObject({ country: short.optional(), entity_type: z.enum(['company', 'government_entity', 'individual', 'non_profit']).optional() })
    .optional(),
  configuration: z
    .strictObject({
      merchant: z
        .strictObject({
          capabilities: z.strictObject({ card_payments: requested, ach_debit_payments: requested }).optional(),
          statement_descriptor: z.strictObject({ descriptor: z.string().max(22).optional(), prefix: z.string().max(10).optional() }).optional(),
          mcc: short.optional(),
        })
        .optional(),
    })
    .optional(),
  defaults: z
    .strictObject({
      currency: z.literal('usd').optional(),
      responsibilities: z
        .strictObject({
          fees_collector: z.enum(['application', 'application_custom', 'application_express', 'stripe']),
          losses_collector: z.enum(['application', 'stripe']),
        })
        .optional(),
    })
    .optional(),
  metadata: z.record(z.string().max(40), z.string().max(500)).optional(),
  include,
})
const Onboarding = z.strictObject({
  configurations: z.array(z.enum(['customer', 'merchant', 'recipient'])).optional(),
  collection_options: z
    .strictObject({ fields: z.enum(['currently_due', 'eventually_due']).optional(), future_requirements: z.enum(['include', 'omit']).optional() })
    .optional(),
  refresh_url: z.url(),
  return_url: z.url().optional(),
})
const Link = z.strictObject({
  account: z.string(),
  use_case: z.strictObject({ type: z.literal('account_onboarding'), account_onboarding: Onboarding }),
})

export const capabilityOf = ({ configuration }: Account, name: Capability) => configuration?.merchant?.capabilities?.[name]?.status

const WANTED: Stripe.V2.Core.Account.Requirements.Entry[] = [
  {
    awaiting_action_from: 'user',
    description: 'configuration.merchant.terms_of_service',
    errors: [],
    impact: {},
    minimum_deadline: { status: 'currently_due' },
    requested_reasons: [{ code: 'routine_onboarding' }],
  },
]

const capability = (active: boolean, declined = false) => {
  if (active) return { status: 'active' as const, status_details: [] }
  return declined
    ? { status: 'rejected' as const, status_details: [{ code: 'rejected_other' as const, resolution: 'contact_stripe' as const }] }
    : { status: 'restricted' as const, status_details: [{ code: 'requirements_past_due' as const, resolution: 'provide_info' as const }] }
}

type Ability = Readonly<{ chargesEnabled: boolean; achEnabled: boolean; declined?: boolean }>

/** The account after a change of its abilities, which are limited to the capabilities it has requested. */
const able = (body: Account, { chargesEnabled, achEnabled, declined = false }: Ability): Account => {
  const { card_payments: cards, ach_debit_payments: debits } = body.configuration?.merchant?.capabilities ?? {}
  const capabilities = {
    ...(cards ? { card_payments: capability(chargesEnabled, declined) } : {}),
    ...(debits ? { ach_debit_payments: capability(achEnabled, declined) } : {}),
  }
  const entries = chargesEnabled || declined ? [] : WANTED
  return {
    ...body,
    configuration: { ...body.configuration, merchant: { ...body.configuration?.merchant, applied: true, capabilities } },
    requirements: { entries, ...(entries.length > 0 ? { summary: { minimum_deadline: { status: 'currently_due' } } } : {}) },
  } as Account
}

/** The account; of the parts in INCLUDES it has only those that were requested. */
const including = (body: Account, included: readonly (typeof INCLUDES)[number][] = []): Account => {
  const { configuration, defaults, identity, requirements, future_requirements, ...always } = body
  return {
    ...always,
    ...(included.includes('configuration.merchant') && configuration?.merchant ? { configuration: { merchant: configuration.merchant } } : {}),
    ...(included.includes('defaults') && defaults ? { defaults } : {}),
    ...(included.includes('identity') && identity ? { identity } : {}),
    ...(included.includes('requirements') && requirements ? { requirements } : {}),
    ...(included.includes('future_requirements') && future_requirements ? { future_requirements } : {}),
  }
}

export const accountV1 = (body: Account): Stripe.Account => {
  const active = capabilityOf(body, 'card_payments') === 'active'
  const inactive = (on: boolean) => (on ? ('active' as const) : ('inactive' as const))
  return {
    id: body.id,
    object: 'account',
    business_type: body.identity?.entity_type ?? 'company',
    capabilities: {
      card_payments: inactive(active),
      us_bank_account_ach_payments: inactive(capabilityOf(body, 'ach_debit_payments') === 'active'),
    },
    charges_enabled: active,
    country: 'US',
    created: Math.floor(Date.parse(body.created) / 1000),
    default_currency: 'usd',
    details_submitted: active,
    email: body.contact_email ?? null,
    metadata: body.metadata ?? {},
    payouts_enabled: active,
    type: 'none',
  } as Stripe.Account
}

const create = async (context: Context, given: z.output<typeof Creation>): Promise<Account> => {
  const id = newId('acct', 16)
  const { capabilities, ...merchant } = given.configuration?.merchant ?? {}
  const empty: Account = {
    id,
    object: 'v2.core.account',
    applied_configurations: given.configuration?.merchant ? ['merchant'] : [],
    configuration: {
      merchant: {
        applied: true,
        capabilities: {
          ...(capabilities?.card_payments?.requested ? { card_payments: capability(false) } : {}),
          ...(capabilities?.ach_debit_payments?.requested ? { ach_debit_payments: capability(false) } : {}),
        },
        ...merchant,
      } as Stripe.V2.Core.Account.Configuration.Merchant,
    },
    ...(given.contact_email ? { contact_email: given.contact_email } : {}),
    created: context.at,
    dashboard: given.dashboard ?? 'none',
    defaults: {
      currency: 'usd',
      responsibilities: {
        fees_collector: 'stripe',
        losses_collector: 'stripe',
        ...given.defaults?.responsibilities,
        requirements_collector: 'stripe',
      },
    },
    ...(given.display_name ? { display_name: given.display_name } : {}),
    identity: { ...given.identity } as Stripe.V2.Core.Account.Identity,
    livemode: false,
    metadata: given.metadata ?? {},
  }
  const body = able(empty, { chargesEnabled: false, achEnabled: false })
  await context.store.insert('account', id, '', body)
  return including(body, given.include)
}

/** Changes the account's abilities, and sends the events about it. */
export const enable = async (context: Context, row: Row<'account'>, ability: Ability): Promise<Row<'account'>> => {
  const body = able(row.body, ability)
  const saved = await context.store.save({ ...row, body })
  for (const name of ['card_payments', 'ach_debit_payments'] as const)
    if (capabilityOf(body, name) !== capabilityOf(row.body, name))
      await context.sendThin({
        type: 'v2.core.account[configuration.merchant].capability_status_updated',
        data: { updated_capability: name },
        related: true,
      })
  await context.sendThin({ type: 'v2.core.account[requirements].updated', related: true })
  await context.send('account.updated', accountV1(body))
  return saved
}

const APPLICATION: Stripe.Application = { id: 'ca_sandbox', object: 'application', name: 'Vestry' }

/** The account's owner revokes the platform's access. Sends the event about it. */
export const endAccess = async (context: Context, row: Row<'account'>): Promise<Row<'account'>> => {
  const saved = await context.store.save({ ...row, hidden: { ...row.hidden, accessEnded: true } })
  await context.send('account.application.deauthorized', APPLICATION)
  return saved
}

const link = async (context: Context, given: z.output<typeof Link>): Promise<Stripe.V2.Core.AccountLink> => {
  await context.store.account(given.account)
  const token = newId('al', 32)
  const body: Stripe.V2.Core.AccountLink = {
    object: 'v2.core.account_link',
    account: given.account,
    created: context.at,
    expires_at: later(context.at, LINK_MS),
    livemode: false,
    url: `${context.origin}/sandbox/stripe/onboarding/${token}`,
    use_case: given.use_case as Stripe.V2.Core.AccountLink.UseCase,
  }
  await context.store.insert('account_link', token, given.account, body)
  return body
}

/** The account in the path. If there is a Stripe-Account header, it must name the same account. */
const named = async (context: Context, id: string): Promise<Row<'account'>> => {
  if (context.account !== '' && context.account !== id) throw noAccess(id)
  return context.store.account(id)
}

export const accountEndpoints = [
  endpoint('post', '/v2/core/accounts', Creation, create),
  endpoint('get', '/v2/core/accounts/:id', z.strictObject({ include }), async (context, given, { id = '' }) =>
    including((await named(context, id)).body, given.include),
  ),
  endpoint('post', '/v2/core/account_links', Link, link),
  endpoint('get', '/v1/accounts/:id', z.strictObject({ expand }), async (context, _, { id = '' }) => accountV1((await named(context, id)).body)),
  endpoint(
    'post',
    '/v2/core/event_destinations',
    z.strictObject({
      name: short,
      description: short.optional(),
      type: z.literal('webhook_endpoint'),
      event_payload: z.enum(['snapshot', 'thin']),
      events_from: z.array(short).optional(),
      enabled_events: z.array(short),
      metadata: z.record(z.string(), z.string()).optional(),
      snapshot_api_version: short.optional(),
      webhook_endpoint: z.strictObject({ url: z.url() }),
      include: z.array(z.enum(['webhook_endpoint.signing_secret', 'webhook_endpoint.url'])).optional(),
    }),
    async (context, { include: included = [], webhook_endpoint: { url }, ...given }) => {
      const id = newId('ed_test', 32)
      const body = {
        id,
        object: 'v2.core.event_destination',
        ...given,
        description: given.description ?? '',
        created: context.at,
        livemode: false,
        status: 'enabled',
        updated: context.at,
        webhook_endpoint: included.includes('webhook_endpoint.url') ? { url } : {},
      } as Stripe.V2.Core.EventDestination
      await context.store.insert('event_destination', id, '', body)
      return body
    },
  ),
]
