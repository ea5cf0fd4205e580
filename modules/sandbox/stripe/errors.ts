import type Stripe from 'stripe'

type Details = Readonly<{
  code?: string | undefined
  param?: string | undefined
  decline_code?: string | undefined
  network_decline_code?: string | undefined
  charge?: string | undefined
  payment_intent?: Stripe.PaymentIntent | undefined
  payment_method?: Stripe.PaymentMethod | undefined
}>

/**
 * A refusal in Stripe's format. `kept`: true if the work done before the refusal is committed, such as a declined
 * charge.
 */
export class StripeRefusal extends Error {
  readonly status: number
  readonly type: string
  readonly details: Details
  readonly kept: boolean

  constructor(status: number, type: string, message: string, details: Details = {}, kept = false) {
    super(message)
    this.status = status
    this.type = type
    this.details = details
    this.kept = kept
  }

  body(): { error: Record<string, unknown> } {
    const { code } = this.details
    const docs = code ? { doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}` } : {}
    return { error: { type: this.type, message: this.message, ...this.details, ...docs } }
  }
}

export const invalidRequest = (message: string, code?: string, param?: string): StripeRefusal =>
  new StripeRefusal(400, 'invalid_request_error', message, { code, param })

export const noSuch = (thing: string, id: string, param = 'id'): StripeRefusal =>
  new StripeRefusal(404, 'invalid_request_error', `No such ${thing}: '${id}'`, { code: 'resource_missing', param })

export const noAccess = (account: string): StripeRefusal =>
  new StripeRefusal(
    403,
    'invalid_request_error',
    `The provided key 'sk_test_sandbox' does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    { code: 'account_invalid' },
  )

export const wrongState = (message: string, intent: Stripe.PaymentIntent): StripeRefusal =>
  new StripeRefusal(400, 'invalid_request_error', message, { code: 'payment_intent_unexpected_state', payment_intent: intent })
