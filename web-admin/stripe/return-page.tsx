import { useQuery } from '@tanstack/react-query'
import { Redirect, useLocation, useSearch } from 'wouter'
import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import { ApiError } from '../api/client.ts'
import { errorMessage } from '../api/error-message.ts'
import { useMayChange } from '../session/may-change.ts'
import { NotAllowed } from '../session/not-allowed.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { loadProfile, PAYMENT_SETTINGS, useToStripe } from './onboarding.ts'
import { Panel } from './panel.tsx'

/** Stripe needs a moment before its answer is worth asking for. */
const VERIFY_AFTER = 1_000
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const settings = <ButtonLink href={PAYMENT_SETTINGS}>Go to Payment Settings</ButtonLink>

const outcome = (profile: PaymentProfile | undefined, error: unknown): 'success' | 'pending' | 'error' =>
  error || !profile?.stripeAccountId ? 'error' : profile.chargesEnabled ? 'success' : 'pending'

const problem = (error: unknown): string => {
  if (!error) return 'No Stripe account found for this payment profile. Please try connecting again.'
  if (error instanceof ApiError && error.status === 404) return 'Payment profile not found or you do not have access to it.'
  return errorMessage(error, 'verify', 'payment profile')
}

const Verification = ({ id }: { id: string }) => {
  const [, navigate] = useLocation()
  const query = useQuery({
    queryKey: ['stripe-return', id],
    queryFn: async () => {
      await wait(VERIFY_AFTER)
      return loadProfile(id)
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const stripe = useToStripe(() => navigate(PAYMENT_SETTINGS))
  if (query.isPending)
    return (
      <Panel title="Verifying Your Account">
        <Loading text="Asking Stripe how your account stands...">
          <BoneRows rows={2} />
        </Loading>
      </Panel>
    )
  const check = (
    <Button look="primary" busy={query.isFetching} busyText="Checking..." onClick={() => void query.refetch()}>
      Check Status Now
    </Button>
  )
  const state = outcome(query.data, query.error)
  if (state === 'success')
    return (
      <Panel
        title="Stripe Account Connected!"
        buttons={
          <>
            <ButtonLink href="/assessments" look="primary">
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
      <Panel
        title="Account Verification Pending"
        buttons={
          <>
            {check}
            {settings}
          </>
        }
      >
        <Banner tone="information">Stripe is reviewing your details. This takes minutes, up to 24 hours, and an email follows.</Banner>
      </Panel>
    )
  return (
    <Panel
      title="Connection Issue"
      buttons={
        <>
          {check}
          <Button busy={stripe.isPending} onClick={() => stripe.mutate(id)}>
            Return to Stripe to Finish Setup
          </Button>
          {settings}
        </>
      }
    >
      <Banner tone="failure">{problem(query.error)}</Banner>
    </Panel>
  )
}

export const StripeReturnPage = () => {
  const id = new URLSearchParams(useSearch()).get('paymentProfileId')
  const mayChange = useMayChange()
  if (!id) return <Redirect to={PAYMENT_SETTINGS} replace />
  return mayChange ? <Verification id={id} /> : <NotAllowed title="Payment Profile" action="update" thing="payment profile" />
}
