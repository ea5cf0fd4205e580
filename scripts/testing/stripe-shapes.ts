import { Ajv } from 'ajv'
import { schemaOfStripe } from './stripe-schema.ts'

const objects: Readonly<Record<string, string>> = {
  account: 'Stripe.Account',
  balance: 'Stripe.Balance',
  balance_transaction: 'Stripe.BalanceTransaction',
  charge: 'Stripe.Charge',
  customer: 'Stripe.Customer | Stripe.DeletedCustomer',
  dispute: 'Stripe.Dispute',
  payment_intent: 'Stripe.PaymentIntent',
  payment_method: 'Stripe.PaymentMethod',
  payment_method_domain: 'Stripe.PaymentMethodDomain',
  payout: 'Stripe.Payout',
  'radar.early_fraud_warning': 'Stripe.Radar.EarlyFraudWarning',
  refund: 'Stripe.Refund',
  'v2.core.account': 'Stripe.V2.Core.Account',
  'v2.core.account_link': 'Stripe.V2.Core.AccountLink',
  'v2.core.event_destination': 'Stripe.V2.Core.EventDestination',
  webhook_endpoint: 'Stripe.WebhookEndpoint',
}
const eventTypes = [
  'account.application.deauthorized',
  'account.updated',
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.failed',
  'charge.pending',
  'charge.refunded',
  'charge.succeeded',
  'charge.updated',
  'customer.created',
  'customer.deleted',
  'customer.updated',
  'payment_intent.canceled',
  'payment_intent.created',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
  'payment_method.attached',
  'payment_method.detached',
  'payout.created',
  'payout.paid',
  'radar.early_fraud_warning.created',
  'refund.created',
  'refund.failed',
  'refund.updated',
]
/** By type of Stripe's thin events: the fields that only a read of the event returns. */
const withheld: Readonly<Record<string, object>> = {
  'v2.core.account[configuration.merchant].capability_status_updated': { data: { updated_capability: 'card_payments' } },
  'v2.core.account[requirements].updated': {},
  'v2.core.account_link.returned': { data: { account_id: 'acct_1', configurations: ['merchant'], use_case: 'account_onboarding' } },
}
const thinTypes = Object.keys(withheld)

const nameOf = (text: string): string => text.replace(/\W/g, '_')

type Shown = Readonly<{ object?: string; type?: string; data?: unknown; error?: Readonly<Record<string, unknown>> }>

/** Lists how a response or event of the stand-in breaks the SDK's types. `unseen`: types that were never checked. */
export const stripeShapes = () => {
  const types = {
    ...Object.fromEntries(Object.entries(objects).map(([object, type]) => [nameOf(object), type])),
    ...Object.fromEntries(eventTypes.map((type) => [nameOf(type), `Extract<Stripe.Event, { type: '${type}' }>`])),
    ...Object.fromEntries(thinTypes.map((type) => [nameOf(type), `Extract<Stripe.V2.Core.Event, { type: '${type}' }>`])),
  }
  const { roots, $defs } = schemaOfStripe(types, { expanded: true })
  const ajv = new Ajv({ strict: false, allErrors: true })
  ajv.addSchema({ $id: 'stripe', $defs: { ...$defs, ...roots } })
  const seen = new Set<string>()

  const check = (name: string, value: unknown): string[] => {
    seen.add(name)
    const validate = ajv.getSchema(`stripe#/$defs/${nameOf(name)}`)
    if (!validate) return [`${name} is not known`]
    if (validate(value)) return []
    return (validate.errors ?? [])
      .slice(0, 5)
      .map(({ instancePath, message, params }) => `${name}${instancePath} ${message} ${JSON.stringify(params)}`)
  }

  const wrongIn = (value: Shown, thin = false): string[] => {
    if (value.error) {
      const { type, message, payment_intent: intent } = value.error
      const own = typeof type === 'string' && typeof message === 'string' ? [] : ['an error has a type and a message']
      return intent ? [...own, ...wrongIn(intent as Shown)] : own
    }
    if (value.object === 'list') return (value.data as Shown[]).flatMap((one) => wrongIn(one))
    if (value.object === 'event') return check(value.type ?? '', value)
    if (value.object === 'v2.core.event') return check(value.type ?? '', thin ? { ...withheld[value.type ?? ''], ...value } : value)
    return check(value.object ?? '', value)
  }
  return { wrongIn, unseen: () => [...Object.keys(objects), ...eventTypes, ...thinTypes].filter((name) => !seen.has(name)) }
}
