import type { Intent } from '../../modules/payments/contract.ts'
import { type Answer, type App, type Client, startNetwork } from './app.ts'

type Outcome = Readonly<{ status: string; error?: { code: string; message: string } }>

const which = (bills: string | string[]) => (typeof bills === 'string' ? { assessmentId: bills } : { assessmentIds: bills })

/** A client that pays through Stripe, with the actions of payors and banks there. */
export const payingAt = (client: Client) => ({
  /** Asks for an intent for one bill or several, as the pay page does when its tab opens. */
  intend: (bills: string | string[], more: Record<string, unknown> = {}): Promise<Answer<Intent & { code: string; message: string }>> =>
    client.send('post', '/api/payments/create-intent', { json: { ...which(bills), ...more } }),
  /** Pays an intent as the payor's browser would, at Stripe. */
  pay: (intentId: string, by: Record<string, unknown>) => client.post<Outcome>(`/api/sandbox/stripe/intents/${intentId}/pay`, by),
  confirm: (bills: string | string[], paymentIntentId: string, receiptTo?: string): Promise<Answer<{ data: { status: string }; code: string }>> =>
    client.send('post', '/api/payments/confirm', { json: { ...which(bills), paymentIntentId, receiptTo } }),
  settle: (intentId: string) => client.post<Outcome>(`/api/sandbox/stripe/intents/${intentId}/settle`),
  dispute: (intentId: string, outcome?: 'won' | 'lost') =>
    client.post<{ id: string }>(`/api/sandbox/stripe/intents/${intentId}/dispute`, outcome ? { outcome } : {}),
  chaos: (dial: Record<string, number>) => client.post('/api/sandbox/stripe/chaos', dial),
})

export const startPayableNetwork = async (app: App, more: Parameters<typeof startNetwork>[1] = {}) => {
  const made = await startNetwork(app, more)
  const { admin, profileId } = made
  const profile = await admin.get<{ name: string; methods: Record<string, unknown> }>(`/api/payment-profiles/${profileId}`)
  const { ACH: _, ...methods } = profile.methods
  await admin.put(`/api/payment-profiles/${profileId}`, { name: profile.name, methods: { ...methods, Credit: { isEnabled: true } } })
  await admin.post('/api/stripe/onboard-admin', { paymentProfileId: profileId })
  const { stripeAccountId } = await admin.get<{ stripeAccountId: string }>(`/api/payment-profiles/${profileId}`)
  await admin.post(`/api/sandbox/stripe/accounts/${stripeAccountId}`, { chargesEnabled: true, achEnabled: true })
  await admin.post(`/api/payment-profiles/${profileId}/refresh`)
  return { ...made, accountId: stripeAccountId }
}
