import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { onboardingProblem, useToStripe } from './stripe/onboarding.ts'

/** Offered as soon as there is a profile that can take no card yet. */
export const ConnectDialog = ({ profile, onClose }: { profile: PaymentProfile; onClose: () => void }) => {
  const stripe = useToStripe()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Take card payments with Stripe"
      action="Connect with Stripe"
      cancel="Skip for now"
      busy={stripe.isPending}
      busyText="Connecting..."
      problem={stripe.isError ? onboardingProblem(stripe.error) : null}
      onConfirm={() => stripe.mutate(profile.id)}
    >
      <strong>{profile.name}</strong> is saved. To take cards and bank debits it needs an account at Stripe, which asks who your organization is and
      where its money goes. You can do this later, from the list of profiles.
    </ConfirmDialog>
  )
}
