import { missing } from '../kernel/errors.ts'
import type { BillId } from '../kernel/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Platform } from '../platform/platform.ts'
import { observePayout } from './payouts.ts'
import { type ReconcilerDependencies, reconciler } from './reconciler.ts'
import { type PaymentDependencies, paymentRoutes } from './routes.ts'
import { type SavedMethodDependencies, savedMethods } from './saved-methods.ts'
import { connectedAccounts } from './stripe/accounts.ts'
import { connectTo, type StripeAnswered, type StripeSettings } from './stripe/connection.ts'
import { stripeCustomers } from './stripe/customers.ts'
import { stripeIntents } from './stripe/intents.ts'
import { stripePayouts } from './stripe/payouts.ts'
import { type StripeRouteDependencies, stripeRoutes } from './stripe-routes.ts'
import { openWebhookInbox } from './webhook-inbox.ts'
import { DEBIT_UNDER_WAY, webhookRoutes } from './webhooks.ts'

/** The connections to Stripe that bills and profiles use; null if Stripe is not set up. */
export const openStripe = (settings: StripeSettings | null, answered: StripeAnswered, log: Log) => {
  const onAnswer: StripeAnswered = (call, statusCode, after) => {
    answered(call, statusCode, after)
    // Callers only see an outage. The log tells the operator, who alone can correct the key.
    if (statusCode === 401) log.error({ call }, 'Stripe does not know the key in STRIPE_SECRET_KEY')
  }
  const stripe = settings && connectTo(settings, onAnswer)
  return {
    settings,
    stripe,
    intents: stripe && stripeIntents(stripe),
    accounts: stripe && connectedAccounts(stripe),
    payouts: stripe && stripePayouts(stripe),
    customers: stripe && stripeCustomers(stripe),
  }
}

export type PaymentsNeeds = Platform &
  Pick<PaymentDependencies, 'programOf' | 'statusOf' | 'payorEmailOf' | 'payerOf' | 'payerOfOne' | 'jointBill' | 'openJoint'> &
  Pick<ReconcilerDependencies, 'connectedAccounts' | 'paymentsByIntent' | 'billsPaidSince'> &
  Pick<StripeRouteDependencies, 'reconciliationsOf'> &
  Pick<SavedMethodDependencies, 'methodRemoved' | 'networkOf' | 'profileNameOf'> &
  Readonly<{
    stripe: ReturnType<typeof openStripe>
    attempts: PaymentDependencies['attempts'] &
      Pick<ReconcilerDependencies, 'closeAbandoned'> &
      Readonly<{
        observeUnknown: (
          ...intent: [...Parameters<ReconcilerDependencies['observeIntent']>, wasProcessing?: boolean]
        ) => ReturnType<ReconcilerDependencies['observeIntent']>
      }>
    ownerOfAccount: Parameters<typeof observePayout>[0]['ownerOf']
    accountsOfNetwork: StripeRouteDependencies['accountsOf']
    /** Fetches a connected account's current state and records it. */
    refreshAccount: (accountId: string) => Promise<void>
  }>

export const openPayments = (needs: PaymentsNeeds) => {
  const { now, store, stripe, attempts, refreshAccount, ownerOfAccount, accountsOfNetwork } = needs
  const { settings, payouts } = stripe
  const payoutAt = payouts && observePayout({ store, port: payouts, ownerOf: ownerOfAccount })
  const saved = savedMethods({ ...needs, customers: stripe.customers })
  const paidIntents = async (accountId: string, intents: readonly string[]): Promise<ReadonlySet<string>> =>
    new Set([...(await needs.paymentsByIntent(accountId, intents)).values()].flatMap(({ intentId, fee }) => (fee === null ? [] : [intentId])))
  const accountOfBill = async (id: BillId): Promise<string | null> => {
    const bill = await attempts.payable(id)
    if (!bill) throw missing('Assessment bill')
    return (await needs.programOf(bill.programId)).stripe?.accountId ?? null
  }
  const observe = async (accountId: string, subject: string, types: readonly string[]): Promise<void> => {
    const circumstances = { actor: 'system:stripe', at: now(), cause: `stripe/${subject}/${now()}` }
    if (subject.startsWith('pi_')) await attempts.observeUnknown(accountId, subject, circumstances, types.includes(DEBIT_UNDER_WAY))
    else if (subject.startsWith('po_')) await payoutAt?.(accountId, subject, circumstances)
    else if (subject === accountId) await refreshAccount(accountId)
  }
  const inbox = openWebhookInbox({ ...needs, observe, paidIntents })
  const { tasks, reconcile, compareWhatIsDue, keepTime } = reconciler({
    ...needs,
    forgetLater: saved.forgetLater,
    handOutWebhooks: inbox.handOut,
    payouts,
    observeIntent: attempts.observeUnknown,
    observePayout: async (...payout) => payoutAt?.(...payout),
    closeAbandoned: attempts.closeAbandoned,
  })
  return {
    routes: [
      ...paymentRoutes({ ...needs, saved, publishableKey: settings?.publishableKey ?? null }),
      ...webhookRoutes({ settings, keep: inbox.keep, stripe: stripe.stripe, costly: needs.costly }),
      ...saved.routes(accountOfBill),
      ...stripeRoutes({ ...needs, ownerOf: ownerOfAccount, accountsOf: accountsOfNetwork, reconcile }),
    ],
    tasks: { ...tasks, ...saved.tasks, ...inbox.tasks },
    keepTime,
    saved,
    compareWithStripe: compareWhatIsDue,
  }
}
