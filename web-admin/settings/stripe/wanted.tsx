import { useMutation } from '@tanstack/react-query'
import { isAccessEnded } from '../../../modules/kernel/platform-access.ts'
import type { PaymentProfile } from '../../../modules/payment-profiles/contract.ts'
import type { DataOf } from '../../../modules/shared/api.ts'
import { get, post } from '../../domain/api/client.ts'
import { serverMessage } from '../../domain/api/error-message.ts'
import { ACCESS_ENDED, wantedWords } from '../../domain/profile/wanted-words.ts'
import { wanted } from './panel.css.ts'

/** Stripe's open requirements, if there are any. */
export const Wanted = ({ profile: { stripeWants } }: { profile: Pick<PaymentProfile, 'stripeWants'> }) => {
  if (isAccessEnded(stripeWants)) return ACCESS_ENDED
  if (stripeWants.length === 0) return null
  return (
    <>
      Stripe still needs:
      <ul className={wanted}>
        {wantedWords(stripeWants).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </>
  )
}

/** True if Stripe requires more details, or the profile cannot take cards yet. */
export const needsStripe = ({ chargesEnabled, stripeWants }: Pick<PaymentProfile, 'chargesEnabled' | 'stripeWants'>): boolean =>
  !chargesEnabled || stripeWants.length > 0

/** The label of the button that leads to Stripe: for a new account, or for the existing one. */
export const toStripe = ({ stripeAccountId, stripeWants }: Pick<PaymentProfile, 'stripeAccountId' | 'stripeWants'>): string =>
  stripeAccountId === null || isAccessEnded(stripeWants) ? 'Connect with Stripe' : 'Continue at Stripe'

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
