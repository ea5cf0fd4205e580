import type { Intent } from '../../payments/contract.ts'
import type { DemoClient } from './client.ts'

const CARDS = ['4242424242424242', '5555555555554444', '378282246310005', '4000056655665556']
const BANK = { accountNumber: '000123456789' }

/** Enables cards and bank debits for an account of the Stripe stand-in. */
const enable = (admin: DemoClient) => (account: string) =>
  admin.post(`/sandbox/stripe/accounts/${account}`, { chargesEnabled: true, achEnabled: true })

/**
 * Connects a profile to an account that may take cards and bank debits. A Stripe stand-in outside the product needs its
 * own `enableAccount`.
 */
export const connectToStripe = async (
  admin: DemoClient,
  paymentProfileId: string,
  enableAccount: (account: string) => Promise<unknown> = enable(admin),
): Promise<void> => {
  await admin.post('/stripe/onboard-admin', { paymentProfileId })
  const { stripeAccountId } = await admin.get<{ stripeAccountId: string }>(`/payment-profiles/${paymentProfileId}`)
  await enableAccount(stripeAccountId)
  await admin.post(`/payment-profiles/${paymentProfileId}/refresh`, {})
}

/** Pays a bill by card or bank debit, as the pay page does. */
export const payThroughStripe = async (payor: DemoClient, assessmentId: string, method: 'credit' | 'ach', n: number): Promise<void> => {
  const { paymentIntentId } = await payor.post<Intent>('/payments/create-intent', { assessmentId, method })
  await payor.post(`/sandbox/stripe/intents/${paymentIntentId}/pay`, method === 'ach' ? BANK : { card: CARDS[n % CARDS.length] })
  await payor.post('/payments/confirm', { assessmentId, paymentIntentId })
}
