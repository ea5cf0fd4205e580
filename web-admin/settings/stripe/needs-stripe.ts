import { isAccessEnded } from '../../../modules/kernel/platform-access.ts'
import type { PaymentProfile } from '../../../modules/payment-profiles/contract.ts'

/** Whether there is still something to do at Stripe before a profile takes cards. */
export const needsStripe = ({ chargesEnabled, stripeWants }: Pick<PaymentProfile, 'chargesEnabled' | 'stripeWants'>): boolean =>
  !chargesEnabled || stripeWants.length > 0

/** The button that leads there: to a new account, or to the one that there is. */
export const toStripe = ({ stripeAccountId, stripeWants }: Pick<PaymentProfile, 'stripeAccountId' | 'stripeWants'>): string =>
  stripeAccountId === null || isAccessEnded(stripeWants) ? 'Connect with Stripe' : 'Continue at Stripe'
