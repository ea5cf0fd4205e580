import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Redirect, useSearch } from 'wouter'
import { isAccessEnded } from '../../../modules/kernel/platform-access.ts'
import { errorMessage } from '../../domain/api/error-message.ts'
import { ACCESS_ENDED } from '../../domain/profile/wanted-words.ts'
import { useMayChange } from '../../domain/session/may-change.ts'
import { NotAllowed } from '../../domain/session/not-allowed.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { BoneRows, Loading } from '../../ui/skeleton.tsx'
import * as styles from './panel.css.ts'
import { Panel } from './panel.tsx'
import { loadProfiles, onboardingLink, PAYMENT_SETTINGS, useToStripe } from './wanted.tsx'

/** An error whose message is shown as it is. */
class CannotContinue extends Error {}

const prepare = async (id: string): Promise<string> => {
  const profile = (await loadProfiles()).find((one) => one.id === id)
  if (!profile) throw new CannotContinue('Payment profile not found.')
  // Connecting a different account needs a press on a button; opening a page must not do it.
  if (isAccessEnded(profile.stripeWants)) throw new CannotContinue(ACCESS_ENDED)
  return onboardingLink(id)
}

const problem = (error: Error): string =>
  error instanceof CannotContinue ? error.message : errorMessage(error, 're-authenticate', 'payment profile')

const Reauthentication = ({ id }: { id: string }) => {
  const [failure, setFailure] = useState<Error | null>(null)
  const link = useQuery({ queryKey: ['stripe-reauth', id], queryFn: () => prepare(id), gcTime: 0, retry: false, refetchOnWindowFocus: false })
  const stripe = useToStripe(setFailure)
  const error = link.error ?? failure
  if (link.isPending)
    return (
      <Panel title="Additional Verification Required">
        <Loading text="Preparing the link to Stripe...">
          <BoneRows rows={2} />
        </Loading>
      </Panel>
    )
  const again = () => {
    setFailure(null)
    void link.refetch()
  }
  if (error)
    return (
      <Panel
        title="Re-authentication Error"
        buttons={
          <>
            <Button variant="primary" busy={link.isFetching} onClick={again}>
              Try Again
            </Button>
            <ButtonLink href={PAYMENT_SETTINGS}>Return to Payment Settings</ButtonLink>
          </>
        }
      >
        <Banner tone="failure">{problem(error)}</Banner>
      </Panel>
    )
  return (
    <Panel
      title="Additional Verification Required"
      buttons={
        <>
          <Button variant="primary" busy={stripe.isPending} onClick={() => stripe.mutate(id)}>
            Continue to Stripe →
          </Button>
          <ButtonLink href={PAYMENT_SETTINGS}>Return to Payment Settings</ButtonLink>
        </>
      }
    >
      <p>Stripe needs a little more from you before this account can take card payments.</p>
      <h2 className={styles.next}>What happens next?</h2>
      <ol className={styles.steps}>
        <li>You go to Stripe and answer what is still open.</li>
        <li>Stripe checks your details: minutes, up to 24 hours.</li>
        <li>You come back here, and card payments are switched on.</li>
      </ol>
    </Panel>
  )
}

export const StripeReauthPage = () => {
  const id = new URLSearchParams(useSearch()).get('paymentProfileId')
  const mayChange = useMayChange()
  if (!id) return <Redirect to={PAYMENT_SETTINGS} replace />
  return mayChange ? <Reauthentication id={id} /> : <NotAllowed title="Payment Profile" action="update" thing="payment profile" />
}
