import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { dataOf } from '../../modules/kernel/api.ts'
import { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import { get, post } from '../api/client.ts'

export const PAYMENT_SETTINGS = '/settings/payments'
const Link = z.object({ url: z.string() })

export const loadProfile = (id: string) => get(`/payment-profiles/${encodeURIComponent(id)}`, PaymentProfile)

export const loadProfiles = async () => (await get('/payment-profiles', dataOf(z.array(PaymentProfile)))).data

/** Links expire, so that each press asks for a new one. */
export const onboardingLink = async (paymentProfileId: string): Promise<string> =>
  (await post('/stripe/onboard-admin', { paymentProfileId }, Link)).url

export const useToStripe = (onFailure: (error: Error) => void) =>
  useMutation({ mutationFn: onboardingLink, onSuccess: (url) => window.location.assign(url), onError: onFailure })
