import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'

/** Whether there is still something to do at Stripe before a profile takes cards. */
export const needsStripe = ({ chargesEnabled, stripeWants }: Pick<PaymentProfile, 'chargesEnabled' | 'stripeWants'>): boolean =>
  !chargesEnabled || stripeWants.length > 0

/** The button that leads there. */
export const toStripe = ({ stripeAccountId }: Pick<PaymentProfile, 'stripeAccountId'>): string =>
  stripeAccountId === null ? 'Connect with Stripe' : 'Continue at Stripe'
