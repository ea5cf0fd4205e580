import type { Platform } from '../platform/platform.ts'
import { type PaymentDependencies, paymentRoutes } from './routes.ts'
import { connectedAccounts } from './stripe/accounts.ts'
import { connectTo, type StripeSettings } from './stripe/connection.ts'
import { stripeIntents } from './stripe/intents.ts'
import { lookAtStripe, webhookRoutes } from './webhooks.ts'

/** What speaks to Stripe, in the words of bills and profiles; nothing where Stripe is not set up. */
export const openStripe = (settings: StripeSettings | null) => {
  const stripe = settings && connectTo(settings)
  return { settings, stripe, intents: stripe && stripeIntents(stripe), accounts: stripe && connectedAccounts(stripe) }
}

type Needs = Platform &
  Pick<PaymentDependencies, 'programOf' | 'statusOf'> &
  Readonly<{
    stripe: ReturnType<typeof openStripe>
    attempts: PaymentDependencies['attempts'] &
      Readonly<{
        observeUnknown: (
          accountId: string,
          intentId: string,
          circumstances: { actor: string; at: ReturnType<Platform['now']>; cause: string },
        ) => Promise<unknown>
      }>
    /** Looks at a connected account as it is now. */
    refreshAccount: (accountId: string) => Promise<void>
  }>

/** Money that comes through Stripe. */
export const openPayments = (needs: Needs) => {
  const { pool, now, stripe, attempts, refreshAccount } = needs
  const { settings } = stripe
  const look = async (accountId: string, subject: string): Promise<void> => {
    if (subject.startsWith('pi_'))
      await attempts.observeUnknown(accountId, subject, { actor: 'system:stripe', at: now(), cause: `stripe/${subject}` })
    else if (subject === accountId) await refreshAccount(accountId)
  }
  return {
    routes: [
      ...paymentRoutes({ ...needs, publishableKey: settings?.publishableKey ?? null }),
      ...webhookRoutes({ pool, settings, stripe: stripe.stripe }),
    ],
    tasks: { 'look-at-stripe': lookAtStripe(pool, look) },
  }
}
