import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { dataOf } from '../../modules/kernel/api.ts'
import { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import { get, post } from '../api/client.ts'
import { serverMessage } from '../api/error-message.ts'

export const PAYMENT_SETTINGS = '/settings/payments'
const Link = z.object({ url: z.string() })

/** A profile as Stripe has it at this moment. */
export const askStripe = (id: string) => post(`/payment-profiles/${encodeURIComponent(id)}/refresh`, undefined, PaymentProfile)

export const loadProfiles = async () => (await get('/payment-profiles', dataOf(z.array(PaymentProfile)))).data

/** Links expire, so that each press asks for a new one. */
export const onboardingLink = async (paymentProfileId: string): Promise<string> =>
  (await post('/stripe/onboard-admin', { paymentProfileId }, Link)).url

/** Why nobody could be sent to Stripe. */
export const onboardingProblem = (error: unknown): string => {
  const said = serverMessage(error)
  return said === null ? 'Failed to start Stripe onboarding' : `Stripe onboarding failed: ${said}`
}

/** Sends the browser to Stripe's questions about a profile. */
export const useToStripe = (onFailure: (error: Error) => void = () => undefined) =>
  useMutation({ mutationFn: onboardingLink, onSuccess: (url) => window.location.assign(url), onError: onFailure })
