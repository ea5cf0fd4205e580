import type { PaymentIntentResult, Stripe } from '@stripe/stripe-js'
import { inTime } from '../api.ts'
import type { Outcome } from '../bill/use-payment.ts'

const outcomeOf = ({ error, paymentIntent }: PaymentIntentResult): Outcome => {
  const status = (paymentIntent ?? error?.payment_intent)?.status
  if (status === 'succeeded' || status === 'processing') return { kind: 'taken', status }
  if (status === 'canceled' || error?.code === 'payment_intent_unexpected_state') return { kind: 'void' }
  return { kind: 'refused', message: error?.message, uncharged: status === 'requires_payment_method' }
}

/** The result of a confirmation. If the connection broke, asks Stripe whether it went through. */
export const outcomeFor = async (stripe: Stripe, clientSecret: string, result: PaymentIntentResult): Promise<Outcome> => {
  if (result.error?.type !== 'api_connection_error') return outcomeOf(result)
  const { paymentIntent } = await inTime(stripe.retrievePaymentIntent(clientSecret)).catch(() => result)
  return outcomeOf(paymentIntent?.status === 'succeeded' || paymentIntent?.status === 'processing' ? { paymentIntent } : result)
}
