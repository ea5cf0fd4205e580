import type Stripe from 'stripe'
import { z } from 'zod'
import { type Context, type Endpoint, endpoint, secondsAt, shown } from './context.ts'
import { invalidRequest } from './errors.ts'
import { expand, flag, metadata, page, text } from './params.ts'
import { type Kind, newId } from './store.ts'

type Things = Readonly<{
  kind: Kind
  path: string
  by?: readonly string[]
}>

const things: readonly Things[] = [
  { kind: 'payment_intent', path: '/v1/payment_intents', by: ['customer'] },
  { kind: 'charge', path: '/v1/charges', by: ['payment_intent', 'customer'] },
  { kind: 'refund', path: '/v1/refunds', by: ['payment_intent', 'charge'] },
  { kind: 'dispute', path: '/v1/disputes', by: ['payment_intent', 'charge'] },
  { kind: 'payout', path: '/v1/payouts', by: ['status'] },
  { kind: 'balance_transaction', path: '/v1/balance_transactions', by: ['type', 'source', 'currency'] },
  { kind: 'customer', path: '/v1/customers', by: ['email'] },
  { kind: 'payment_method', path: '/v1/payment_methods' },
  { kind: 'payment_method_domain', path: '/v1/payment_method_domains', by: ['domain_name'] },
  { kind: 'webhook_endpoint', path: '/v1/webhook_endpoints' },
  { kind: 'early_fraud_warning', path: '/v1/radar/early_fraud_warnings', by: ['charge', 'payment_intent'] },
  { kind: 'event', path: '/v1/events' },
]

/** Filters of lists that need their own condition. */
const special: Partial<
  Record<Kind, Readonly<{ params: z.ZodRawShape; and: (given: Record<string, unknown>) => { and: string; value: unknown } | undefined }>>
> = {
  balance_transaction: {
    params: { payout: text().optional() },
    and: ({ payout }) => (payout ? { and: `hidden ->> 'payout' = $7`, value: payout } : undefined),
  },
  customer: { params: {}, and: () => ({ and: 'not body ? $7', value: 'deleted' }) },
  event: {
    params: { type: text().optional(), types: z.array(text()).optional(), delivery_success: flag.optional() },
    and: ({ type, types = type ? [type] : [], delivery_success: success }) => ({
      and: `($7::jsonb -> 'types' = '[]' or $7::jsonb -> 'types' ? (body ->> 'type')) and ($7::jsonb -> 'success' = 'null'
        or ($7::jsonb -> 'success')::boolean = not exists (select 1 from stripe_deliveries d where d.event = o.id and d.delivered_at is null))`,
      value: JSON.stringify({ types, success: success ?? null }),
    }),
  },
}

const Expanded = z.strictObject({ expand })

const reading = ({ kind, path, by = [] }: Things): Endpoint[] => {
  const { params = {}, and } = special[kind] ?? {}
  const fields: Record<string, z.ZodType> = Object.fromEntries(by.map((field) => [field, text().optional()]))
  const Listed = z.strictObject({ ...page, ...fields, ...params })
  const list = endpoint('get', path, Listed, async (context, given) => {
    const { limit, starting_after, ending_before, created } = given
    const where = Object.fromEntries(Object.entries(given).flatMap(([field, value]) => (by.includes(field) ? [[field, String(value)]] : [])))
    const filter = { limit, starting_after, ending_before, created, where, ...and?.(given) }
    const { rows, more } = await context.store.list(kind, context.account, filter)
    return { object: 'list', data: rows.map(({ body }) => shown(body, context)), has_more: more, url: path }
  })
  const one = endpoint('get', `${path}/:id`, Expanded, async (context, _, { id = '' }) =>
    shown((await context.store.get(kind, id, context.account)).body, context),
  )
  return [list, one]
}

const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/i
const active = { status: 'active' as const }

/** Calls that only read or store objects. They are mounted after the calls that do more. */
export const readingEndpoints: readonly Endpoint[] = [
  ...things.flatMap(reading),
  endpoint('get', '/v2/core/events/:id', z.strictObject({}), async (context, _, { id = '' }) => {
    const found = await context.store.get('v2_event', id, null)
    return found.body
  }),
  endpoint(
    'post',
    '/v1/payment_method_domains',
    z.strictObject({ domain_name: text(), enabled: flag.default(true), expand }),
    async (context, { domain_name, enabled }) => {
      if (!DOMAIN.test(domain_name)) throw invalidRequest(`Invalid domain name: ${domain_name}`, undefined, 'domain_name')
      const { rows } = await context.store.list('payment_method_domain', context.account, { limit: 1, where: { domain_name } })
      if (rows[0]) return rows[0].body
      const id = newId('pmd')
      const body: Stripe.PaymentMethodDomain = {
        id,
        object: 'payment_method_domain',
        amazon_pay: active,
        apple_pay: active,
        created: secondsAt(context),
        domain_name,
        enabled,
        google_pay: active,
        klarna: active,
        link: active,
        livemode: false,
        paypal: active,
      }
      return (await context.store.insert('payment_method_domain', id, context.account, body)).body
    },
  ),
  endpoint(
    'post',
    '/v1/webhook_endpoints',
    z.strictObject({
      api_version: text().optional(),
      connect: flag.optional(),
      description: text().optional(),
      enabled_events: z.array(text()),
      metadata: metadata.optional(),
      url: z.url(),
      expand,
    }),
    async (context, given) => {
      const id = newId('we')
      const body: Stripe.WebhookEndpoint = {
        id,
        object: 'webhook_endpoint',
        api_version: given.api_version ?? null,
        application: null,
        created: secondsAt(context),
        description: given.description ?? null,
        enabled_events: given.enabled_events,
        livemode: false,
        metadata: given.metadata ?? {},
        status: 'enabled',
        url: given.url,
      }
      await context.store.insert('webhook_endpoint', id, context.account, body)
      return { ...body, secret: newId('whsec', 32) }
    },
  ),
]

const kinds: Readonly<Record<string, Kind>> = {
  ch: 'charge',
  cus: 'customer',
  du: 'dispute',
  pi: 'payment_intent',
  pm: 'payment_method',
  po: 'payout',
  py: 'charge',
  pyr: 'refund',
  re: 'refund',
  txn: 'balance_transaction',
}

/** Replaces an id by its object, at the end of a path such as `data.latest_charge.balance_transaction`. */
const expandOne = async (context: Context, body: unknown, [field, ...rest]: readonly string[], path: string): Promise<unknown> => {
  if (field === undefined || body === null || body === undefined) return body
  if (Array.isArray(body)) {
    const items: unknown[] = []
    // One after the other, since all use the same connection.
    for (const item of body) items.push(await expandOne(context, item, [field, ...rest], path))
    return items
  }
  const { [field]: value } = body as Record<string, unknown>
  const kind = typeof value === 'string' ? kinds[value.split('_')[0] ?? ''] : undefined
  if (typeof body !== 'object' || value === undefined || (typeof value === 'string' && !kind))
    throw invalidRequest(`This property cannot be expanded (${path}).`, undefined, 'expand')
  const found = kind ? shown((await context.store.get(kind, String(value), context.account)).body, context) : value
  return { ...body, [field]: await expandOne(context, found, rest, path) }
}

export const expanded = async (context: Context, body: unknown, paths: readonly string[]): Promise<unknown> => {
  let result = body
  for (const path of paths) result = await expandOne(context, result, path.split('.'), path)
  return result
}
