import { Landmark } from 'lucide-react'
import { useState } from 'react'
import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import type { Program } from '../../modules/programs/contract.ts'
import { enabledMethods, usePaymentProfiles, wayBackTo } from '../domain/profile/profiles.ts'
import { retryOf } from '../domain/queries.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { block, medium, muted, small } from '../ui/text.css.ts'
import { useAttachProfile } from './calls.ts'
import * as styles from './programs.css.ts'

type Props = { program: Program; onClose: () => void }

type ProfilesProps = { program: Program; profiles: PaymentProfile[]; onSelect: (profile: PaymentProfile) => void }

const Profiles = ({ program, profiles, onSelect }: ProfilesProps) =>
  profiles.length === 0 ? (
    <EmptyState
      level={3}
      icon={Landmark}
      title="No payment profiles yet"
      action={
        <ButtonLink variant="primary" href="/settings/payments" state={wayBackTo(`/assessments/${program.id}?do=attach`)}>
          Set Up a Payment Profile
        </ButtonLink>
      }
    >
      A payment profile defines how payors can pay: card, bank transfer, Zelle and others.
    </EmptyState>
  ) : (
    <ul className={styles.profileList}>
      {profiles.map((profile) => (
        <li key={profile.id} className={styles.profileRow}>
          <div>
            <span className={`${block} ${medium}`}>{profile.name}</span>
            <span className={`${small} ${muted}`}>{enabledMethods(profile)}</span>
          </div>
          <Button aria-label={`Select, ${profile.name}`} onClick={() => onSelect(profile)}>
            Select
          </Button>
        </li>
      ))}
    </ul>
  )

const Confirmation = ({ program, profile, onCancel, onAttached }: ConfirmationProps) => (
  <ConfirmCall
    call={useAttachProfile(program.id)}
    input={profile.id}
    title="Confirm Profile Attachment"
    action="Attach Profile"
    busyText="Attaching..."
    done={`${profile.name} attached to ${program.name}`}
    onDone={onAttached}
    onClose={onCancel}
  >
    {`${profile.name} for ${program.name}. Once attached, this payment profile cannot be changed.`}
  </ConfirmCall>
)
type ConfirmationProps = { program: Program; profile: PaymentProfile; onCancel: () => void; onAttached: () => void }

/**
 * Chooses a profile, then asks for confirmation in a second dialog. Cancelling the second dialog returns to the choice.
 */
export const AttachProfileDialog = ({ program, onClose }: Props) => {
  const profiles = usePaymentProfiles()
  const [chosen, setChosen] = useState<PaymentProfile | null>(null)
  return (
    <Dialog open onOpenChange={onClose} title="Attach Payment Profile" subject={program.name} close="Cancel">
      {profiles.isPending && (
        <Loading text="Loading payment profiles...">
          <BoneRows rows={3} />
        </Loading>
      )}
      {profiles.isError && <ErrorState level={3} title="Failed to load payment profiles. Please try again." onRetry={retryOf(profiles)} />}
      {profiles.isSuccess && <Profiles program={program} profiles={profiles.data} onSelect={setChosen} />}
      {chosen && <Confirmation program={program} profile={chosen} onCancel={() => setChosen(null)} onAttached={onClose} />}
    </Dialog>
  )
}
