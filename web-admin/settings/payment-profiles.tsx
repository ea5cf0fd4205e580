import { ExternalLink, Landmark, Plus } from 'lucide-react'
import { useState } from 'react'
import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import { Loaded } from '../api/loaded.tsx'
import { useMayChange } from '../session/may-change.ts'
import { Tag } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { muted, sectionHead, small } from '../ui/text.css.ts'
import { enabledMethods } from './method-words.ts'
import { ProfileDialog } from './profile-dialog.tsx'
import * as styles from './settings.css.ts'
import { usePaymentProfiles } from './use-payment-profiles.ts'

const Row = ({ profile, onEdit }: { profile: PaymentProfile; onEdit: (() => void) | undefined }) => (
  <li className={styles.profileRow}>
    <div>
      <div className={styles.profileName}>
        <h3>{profile.name}</h3>
        {profile.chargesEnabled && <Tag>Stripe connected</Tag>}
      </div>
      <p className={`${small} ${muted}`}>{enabledMethods(profile)}</p>
    </div>
    {profile.stripeDashboardUrl !== null && (
      <ButtonLink icon={ExternalLink} className={styles.profileStripe} href={profile.stripeDashboardUrl} leaves="new-tab">
        View Stripe Dashboard
      </ButtonLink>
    )}
    {onEdit && (
      <Button aria-label={`Edit, ${profile.name}`} className={styles.profileEdit} onClick={onEdit}>
        Edit
      </Button>
    )}
  </li>
)

export const PaymentProfiles = () => {
  const profiles = usePaymentProfiles()
  const [dialog, setDialog] = useState<{ profile: PaymentProfile | null } | null>(null)
  const mayChange = useMayChange()
  const create = (
    <Button look="primary" icon={Plus} onClick={() => setDialog({ profile: null })}>
      Create Profile
    </Button>
  )
  return (
    <section aria-labelledby="payment-profiles">
      <div className={sectionHead}>
        <h2 id="payment-profiles">Payment Profiles</h2>
        {profiles.data && profiles.data.length > 0 && mayChange && create}
      </div>
      <Loaded
        query={profiles}
        loading="Loading payment profiles..."
        rows={3}
        failed="Error loading payment profiles"
        action="fetch"
        thing="payment profile"
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState level={3} icon={Landmark} title="No payment profiles yet" action={mayChange && create}>
              A payment profile says how payors can pay: card, bank transfer, Zelle and others.
            </EmptyState>
          ) : (
            <ul>
              {all.map((profile) => (
                <Row key={profile.id} profile={profile} onEdit={mayChange ? () => setDialog({ profile }) : undefined} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {dialog && <ProfileDialog profile={dialog.profile} onClose={() => setDialog(null)} />}
    </section>
  )
}
