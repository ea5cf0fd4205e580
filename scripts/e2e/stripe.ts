import type { Bill } from '../../modules/bills/contract.ts'
import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import type { Intent } from '../../modules/payments/contract.ts'
import { attach, billsOf, newProgram, people } from './network.ts'
import type { Admin } from './test.ts'

export const newCardProfile = ({ api }: Admin, name = 'General account') =>
  api.post<PaymentProfile>('/payment-profiles', { name, methods: { Credit: { isEnabled: true } } })

/** Creates the profile's account; returns the link to the stand-in's onboarding. */
export const onboard = ({ api }: Admin, { id }: PaymentProfile) => api.post<{ url: string }>('/stripe/onboard-admin', { paymentProfileId: id })

/** A profile with an account. The account is pending unless `can` says what it can do. */
export const withAccount = async (admin: Admin, can?: { chargesEnabled: boolean; achEnabled: boolean }, name?: string) => {
  const profile = await newCardProfile(admin, name)
  await onboard(admin, profile)
  const ask = () => admin.api.post<PaymentProfile>(`/payment-profiles/${profile.id}/refresh`, {})
  const waiting = await ask()
  if (!can) return waiting
  await admin.api.post(`/sandbox/stripe/accounts/${waiting.stripeAccountId}`, can)
  return ask()
}

export const takesCards = async (admin: Admin, profile: PaymentProfile): Promise<void> => {
  await onboard(admin, profile)
  const { stripeAccountId } = await admin.api.post<PaymentProfile>(`/payment-profiles/${profile.id}/refresh`, {})
  await admin.api.post(`/sandbox/stripe/accounts/${stripeAccountId}`, { chargesEnabled: true, achEnabled: true })
  await admin.api.post(`/payment-profiles/${profile.id}/refresh`, {})
}

/** A bill payable through Stripe, with a function that pays it. */
export const payable = async (admin: Admin, amount = 250, members = people(1)) => {
  const program = await newProgram(admin, { amount })
  await attach(admin, program, await withAccount(admin, { chargesEnabled: true, achEnabled: true }))
  await admin.api.upload(program.id, members)
  const [bill] = await billsOf(admin.api, program)
  if (!bill) throw new Error('No bill was made')
  const pay = async (by: object, method = 'credit') => {
    const { paymentIntentId } = await admin.api.post<Intent>('/payments/create-intent', { assessmentId: bill.id, method })
    await admin.api.post(`/sandbox/stripe/intents/${paymentIntentId}/pay`, by)
    await admin.api.post('/payments/confirm', { assessmentId: bill.id, paymentIntentId })
    return paymentIntentId
  }
  const now = async () => (await admin.api.get<{ data: Bill }>(`/assessment-bills/${bill.id}`)).data
  return { bill, pay, now }
}
