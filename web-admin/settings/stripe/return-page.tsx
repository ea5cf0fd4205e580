import { useQuery } from '@tanstack/react-query'
import { Redirect, useLocation, useSearch } from 'wouter'
import { isAccessEnded } from '../../../modules/kernel/platform-access.ts'
import type { PaymentProfile } from '../../../modules/payment-profiles/contract.ts'
import { ApiError } from '../../domain/api/client.ts'
import { errorMessage } from '../../domain/api/error-message.ts'
import { ACCESS_ENDED } from '../../domain/profile/wanted-words.ts'
import { useMayChange } from '../../domain/session/may-change.ts'
import { NotAllowed } from '../../domain/session/not-allowed.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { BoneRows, Loading } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import * as styles from './panel.css.ts'
import { Panel } from './panel.tsx'
import { askStripe, onboardingProblem, PAYMENT_SETTINGS, useToStripe, Wanted } from './wanted.tsx'

/** Milliseconds until Stripe's answer can be expected to be up to date. */
const VERIFY_AFTER = 1_000
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const settings = <ButtonLink href={PAYMENT_SETTINGS}>Go to Payment Settings</ButtonLink>

const outcome = (profile: PaymentProfile | undefined, error: unknown): 'success' | 'pending' | 'error' =>
  error || !profile?.stripeAccountId || isAccessEnded(profile.stripeWants) ? 'error' : profile.chargesEnabled ? 'success' : 'pending'

const problem = (profile: PaymentProfile | undefined, error: unknown): string => {
  if (!error) return profile?.stripeAccountId ? ACCESS_ENDED : 'No Stripe account found for this payment profile. Please try connecting again.'
  if (error instanceof ApiError && error.status === 404) return 'Payment profile not found or you do not have access to it.'
  return errorMessage(error, 'verify', 'payment profile')
}

const Verification = ({ id }: { id: string }) => {
  const [, navigate] = useLocation()
  const query = useQuery({
    queryKey: ['stripe-return', id],
    queryFn: async () => {
      await wait(VERIFY_AFTER)
      return askStripe(id)
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const toast = useToast()
  const stripe = useToStripe((error) => {
    toast(onboardingProblem(error), { tone: 'failure' })
    navigate(PAYMENT_SETTINGS)
  })
  if (query.isPending)
    return (
      <Panel title="Verifying Your Account">
        <Loading text="Asking Stripe for the status of your account...">
          <BoneRows rows={2} />
        </Loading>
      </Panel>
    )
  const wants = query.data !== undefined && query.data.stripeWants.length > 0
  const ended = query.data !== undefined && isAccessEnded(query.data.stripeWants)
  /** The status can only change after the user has continued at Stripe. */
  const stripeIsNext = query.isSuccess && (wants || !query.data.stripeAccountId)
  const check = (
    <Button variant={stripeIsNext ? 'default' : 'primary'} busy={query.isFetching} busyText="Checking..." onClick={() => void query.refetch()}>
      Check Status Now
    </Button>
  )
  const backToStripe = (
    <Button variant={stripeIsNext ? 'primary' : 'default'} busy={stripe.isPending} onClick={() => stripe.mutate(id)}>
      {ended ? 'Connect with Stripe' : 'Return to Stripe to Finish Setup'}
    </Button>
  )
  const state = outcome(query.data, query.error)
  const ways = (
    <>
      {stripeIsNext && backToStripe}
      {check}
      {!stripeIsNext && state === 'error' && backToStripe}
      {settings}
    </>
  )
  if (state === 'success')
    return (
      <Panel
        title="Stripe Account Connected!"
        buttons={
          <>
            <ButtonLink href="/assessments" variant="primary">
              Continue Setting Up Assessments
            </ButtonLink>
            {settings}
          </>
        }
      >
        <Banner tone="success">{`${query.data?.name} can now take card payments.`}</Banner>
      </Panel>
    )
  if (state === 'pending')
    return (
      <Panel title="Account Verification Pending" buttons={ways}>
        <Banner tone="information">
          {wants ? 'Stripe reviews your details once it has all of them.' : 'Stripe is reviewing your details.'} This takes minutes, up to 24 hours,
          and an email follows.
        </Banner>
        {wants && (
          <div className={styles.next}>
            <Wanted profile={query.data} />
          </div>
        )}
      </Panel>
    )
  return (
    <Panel title="Connection Issue" buttons={ways}>
      <Banner tone="failure">{problem(query.data, query.error)}</Banner>
    </Panel>
  )
}

export const StripeReturnPage = () => {
  const id = new URLSearchParams(useSearch()).get('paymentProfileId')
  const mayChange = useMayChange()
  if (!id) return <Redirect to={PAYMENT_SETTINGS} replace />
  return mayChange ? <Verification id={id} /> : <NotAllowed title="Payment Profile" action="update" thing="payment profile" />
}
