import { isAccessEnded } from '../../../modules/kernel/platform-access.ts'
import type { PaymentProfile } from '../../../modules/payment-profiles/contract.ts'

/** True if Stripe needs more before the profile can take cards. */
export const needsStripe = ({ chargesEnabled, stripeWants }: Pick<PaymentProfile, 'chargesEnabled' | 'stripeWants'>): boolean =>
  !chargesEnabled || stripeWants.length > 0

/** The label of the button that leads to Stripe: for a new account, or for the existing one. */
export const toStripe = ({ stripeAccountId, stripeWants }: Pick<PaymentProfile, 'stripeAccountId' | 'stripeWants'>): string =>
  stripeAccountId === null || isAccessEnded(stripeWants) ? 'Connect with Stripe' : 'Continue at Stripe'
