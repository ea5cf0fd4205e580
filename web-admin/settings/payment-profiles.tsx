import { useMutation } from '@tanstack/react-query'
import { Clock, ExternalLink, Landmark, Plus, Unplug } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { fieldsOf, fieldValue, methodNames, methodOf } from '../../modules/kernel/payment-methods.ts'
import { isAccessEnded } from '../../modules/kernel/platform-access.ts'
import type { Methods, PaymentProfile, Revealed } from '../../modules/payment-profiles/contract.ts'
import { fieldWords } from '../../modules/shared/method-words-en.ts'
import { post } from '../domain/api/client.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { HistoryOf } from '../domain/history/history-section.tsx'
import { enabledMethods, usePaymentProfiles, useWayBack } from '../domain/profile/profiles.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { Badge, Tag } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { type Fact, Facts } from '../ui/card.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { EmptyState } from '../ui/states.tsx'
import { muted, sectionHead, small, stack } from '../ui/text.css.ts'
import * as styles from './settings.css.ts'
import { needsStripe, onboardingProblem, toStripe, useToStripe, Wanted } from './stripe/wanted.tsx'

/** The account numbers of the enabled methods. */
const numbersOf = (methods: Methods): Fact[] =>
  methodNames.flatMap((name) =>
    fieldsOf(name).flatMap(([key, field]): Fact[] => {
      const value = methods[name]?.isEnabled && field.masked ? fieldValue(methods[name], key, field) : null
      return value ? [[`${methodOf(name).label}, ${fieldWords[key].label.toLowerCase()}`, value]] : []
    }),
  )

const hasNumbers = ({ methods }: PaymentProfile): boolean => numbersOf(methods).length > 0

/** Shows full account numbers, after a fresh sign-in. */
const AccountNumbersDialog = ({ profile, onClose }: { profile: PaymentProfile; onClose: () => void }) => {
  const reveal = useMutation({ mutationFn: () => post<Revealed>(`/payment-profiles/${profile.id}/reveal`, {}) })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Account Numbers"
      subject={profile.name}
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          {!reveal.data && (
            <Button variant="primary" data-first-focus busy={reveal.isPending} busyText="Showing..." onClick={() => reveal.mutate()}>
              Show in Full
            </Button>
          )}
        </>
      }
    >
      <div className={stack}>
        {reveal.isError && <Banner tone="failure">{messageOr(reveal.error, 'Failed to show the account numbers. Please try again.')}</Banner>}
        <Facts facts={numbersOf(reveal.data?.methods ?? profile.methods)} />
        <Banner tone="information" silent>
          The history of the profile shows who has seen them in full, and when.
        </Banner>
      </div>
    </Dialog>
  )
}

/** Offers to connect Stripe for a profile that cannot take cards yet. */
const ConnectDialog = ({ profile, onClose }: { profile: PaymentProfile; onClose: () => void }) => {
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

const ProfileDialog = lazyDialog(async () => (await import('./profile-dialog.tsx')).ProfileDialog)

type RowProps = {
  profile: PaymentProfile
  /** Absent for those who may only read. */
  onEdit?: () => void
  onReveal: () => void
  onHistory: () => void
  stripe: ReturnType<typeof useToStripe>
}

/** A profile's status at Stripe. */
const Standing = ({ profile }: { profile: PaymentProfile }) => {
  if (profile.stripeWants.length > 0) return <Wanted profile={profile} />
  return profile.stripeAccountId !== null && !profile.chargesEnabled && 'Stripe is reviewing the account: minutes, up to 24 hours.'
}

const Row = ({ profile, onEdit, onReveal, onHistory, stripe }: RowProps) => {
  const { id, name, methods, stripeAccountId, stripeDashboardUrl, stripeWants, chargesEnabled } = profile
  const waits = stripeAccountId !== null && !chargesEnabled
  return (
    <li className={styles.profileRow}>
      <div>
        <div className={styles.profileName}>
          <h3>{name}</h3>
          {chargesEnabled && <Tag>Stripe connected</Tag>}
          {waits && (
            <Badge content={isAccessEnded(stripeWants) ? ['Disconnected at Stripe', 'overdue', Unplug] : ['Waiting for Stripe', 'pending', Clock]} />
          )}
        </div>
        <p className={`${small} ${muted}`}>{enabledMethods(profile)}</p>
        {onEdit && (
          <div className={`${small} ${muted}`}>
            <Standing profile={profile} />
          </div>
        )}
      </div>
      <div className={styles.profileStripe}>
        {onEdit && methods.Credit.isEnabled && needsStripe(profile) && (
          <Button
            aria-label={`${toStripe(profile)}, ${name}`}
            busy={stripe.isPending && stripe.variables === id}
            busyText="Connecting..."
            onClick={() => stripe.mutate(id)}
          >
            {toStripe(profile)}
          </Button>
        )}
        {onEdit && hasNumbers(profile) && (
          <Button aria-label={`Account Numbers, ${name}`} onClick={onReveal}>
            Account Numbers
          </Button>
        )}
        {stripeDashboardUrl !== null && (
          <ButtonLink icon={ExternalLink} href={stripeDashboardUrl} leaves="new-tab">
            View Stripe Dashboard
          </ButtonLink>
        )}
        <Button aria-label={`History, ${name}`} onClick={onHistory}>
          History
        </Button>
      </div>
      {onEdit && (
        <Button aria-label={`Edit, ${name}`} className={styles.profileEdit} onClick={onEdit}>
          Edit
        </Button>
      )}
    </li>
  )
}

export const PaymentProfiles = () => {
  const profiles = usePaymentProfiles()
  const mayChange = useMayChange()
  const [, navigate] = useLocation()
  const wayBack = useWayBack()
  const [dialog, setDialog] = useState<{ profile: PaymentProfile | null } | null>(null)
  const [created, setCreated] = useState<PaymentProfile | null>(null)
  const [reported, setReported] = useState<PaymentProfile | null>(null)
  const [revealed, setRevealed] = useState<PaymentProfile | null>(null)
  const stripe = useToStripe()
  const show = (profile: PaymentProfile | null) => {
    // The error of the last try no longer applies.
    stripe.reset()
    setDialog({ profile })
  }
  const goOn = () => {
    if (wayBack !== null) navigate(wayBack)
  }
  const create = (
    <Button variant="primary" icon={Plus} onClick={() => show(null)}>
      Create Profile
    </Button>
  )
  return (
    <section aria-labelledby="payment-profiles">
      <div className={sectionHead}>
        <h2 id="payment-profiles">Payment Profiles</h2>
        {profiles.data && profiles.data.length > 0 && mayChange && create}
      </div>
      {stripe.isError && (
        <Banner tone="failure" className={styles.above}>
          {onboardingProblem(stripe.error)}
        </Banner>
      )}
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
              A payment profile defines how payors can pay: card, bank transfer, Zelle and others.
            </EmptyState>
          ) : (
            <ul>
              {all.map((profile) => (
                <Row
                  key={profile.id}
                  profile={profile}
                  stripe={stripe}
                  onReveal={() => setRevealed(profile)}
                  onHistory={() => setReported(profile)}
                  {...(mayChange ? { onEdit: () => show(profile) } : {})}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {dialog && <ProfileDialog profile={dialog.profile} onWithoutStripe={setCreated} onCreated={goOn} onClose={() => setDialog(null)} />}
      {revealed && <AccountNumbersDialog profile={revealed} onClose={() => setRevealed(null)} />}
      {reported && (
        <Dialog open onOpenChange={() => setReported(null)} title="History" subject={reported.name}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it */}
          <section aria-label={`History, ${reported.name}`} tabIndex={0}>
            <HistoryOf thing="profile" id={reported.id} />
          </section>
        </Dialog>
      )}
      {created && (
        <ConnectDialog
          profile={created}
          onClose={() => {
            setCreated(null)
            goOn()
          }}
        />
      )}
    </section>
  )
}
