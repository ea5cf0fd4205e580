import { useMutation } from '@tanstack/react-query'
import type { PaymentProfile } from '../../../modules/payment-profiles/contract.ts'
import type { DataOf } from '../../../modules/shared/api.ts'
import { get, post } from '../../domain/api/client.ts'
import { serverMessage } from '../../domain/api/error-message.ts'

export const PAYMENT_SETTINGS = '/settings/payments'
type Link = { url: string }

/** Refreshes a profile from Stripe. */
export const askStripe = (id: string) => post<PaymentProfile>(`/payment-profiles/${encodeURIComponent(id)}/refresh`, undefined)

export const loadProfiles = async () => (await get<DataOf<PaymentProfile[]>>('/payment-profiles')).data

/** Onboarding links expire, so each press requests a new one. */
export const onboardingLink = async (paymentProfileId: string): Promise<string> =>
  (await post<Link>('/stripe/onboard-admin', { paymentProfileId })).url

export const onboardingProblem = (error: unknown): string => {
  const said = serverMessage(error)
  return said === null ? 'Failed to start Stripe onboarding' : `Stripe onboarding failed: ${said}`
}

/** Redirects to Stripe's onboarding of a profile. */
export const useToStripe = (onFailure: (error: Error) => void = () => undefined) =>
  useMutation({ mutationFn: onboardingLink, onSuccess: (url) => window.location.assign(url), onError: onFailure })
