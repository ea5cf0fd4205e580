import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Person } from '../../modules/networks/contract.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { usePeople } from '../domain/network/calls.ts'
import { nameOf } from '../domain/network/person-words.ts'
import { useOversees } from '../domain/session/may-change.ts'
import { useUser } from '../domain/session/session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { ErrorState } from '../ui/states.tsx'
import { sectionHead } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import { useAdmit, useRemovePerson, useResetFactor } from './calls.ts'
import * as styles from './people.css.ts'
import { PeopleList } from './people-list.tsx'

type RemoveDialogProps = { networkId: string; person: Person; isMe: boolean; onClose: () => void }

const RemoveDialog = ({ networkId, person, isMe, onClose }: RemoveDialogProps) => {
  const invited = person.status === 'invited'
  const name = nameOf(person)
  return (
    <ConfirmCall
      call={useRemovePerson(networkId)}
      input={person.userId}
      title={invited ? 'Withdraw the invitation?' : isMe ? 'Leave this network?' : 'Revoke access?'}
      action={invited ? 'Withdraw' : isMe ? 'Leave Network' : 'Revoke Access'}
      busyText={invited ? 'Withdrawing...' : isMe ? 'Leaving...' : 'Revoking...'}
      danger
      done={invited ? `The invitation to ${name} is withdrawn` : `${isMe ? 'You no longer have' : `${name} no longer has`} access`}
      failed={(error) => messageOr(error, 'The access could not be ended. Please try again.')}
      onClose={onClose}
    >
      {invited
        ? `The link that ${name} was mailed stops working.`
        : isMe
          ? 'You lose your access immediately. Only another Admin can invite you again.'
          : `${name} loses access immediately, including in open sessions. Their own bills stay.${person.role === 'Admin' ? ' API keys keep working: end those that they may still have.' : ''}`}
    </ConfirmCall>
  )
}

type Props = { networkId: string; person: Person; onClose: () => void }

const ResetFactorDialog = ({ networkId, person, onClose }: Props) => {
  const name = nameOf(person)
  return (
    <ConfirmCall
      call={useResetFactor(networkId)}
      input={person.userId}
      title="Reset second factor?"
      action="Reset"
      busyText="Resetting..."
      danger
      done={`The second factor of ${name} is reset`}
      failed={(error) => messageOr(error, 'The second factor could not be reset. Please try again.')}
      onClose={onClose}
    >
      {`The passkeys, the authenticator app and the recovery codes of ${name} are removed, and ${name} is signed out everywhere. At the next sign-in a new one is set up with a code that we mail to ${person.email}. All Admins are mailed. First make sure, in person or by phone, that ${name} has asked for this.`}
    </ConfirmCall>
  )
}

const AdmissionDialog = lazyDialog(async () => (await import('./admission-dialog.tsx')).AdmissionDialog)

type Asked = { about: 'admission'; person: Person | null } | { about: 'removal' | 'reset'; person: Person }

const PeopleOf = ({ networkId, myId, mayChange }: { networkId: string; myId: string; mayChange: boolean }) => {
  const people = usePeople(networkId)
  const resend = useAdmit(networkId)
  const toast = useToast()
  const [asked, setAsked] = useState<Asked | null>(null)
  const sendAgain = ({ email, role, expiresAt }: Person) =>
    resend.mutate(
      { email, role, expiresAt },
      {
        onSuccess: () => toast(`The invitation to ${email} is on its way again`),
        onError: (error) => toast(messageOr(error, 'The invitation could not be sent. Please try again.'), { tone: 'failure' }),
      },
    )
  const actionsFor = (person: Person) => ({
    isMe: person.userId === myId,
    onChange: () => setAsked({ about: 'admission', person }),
    onResend: () => sendAgain(person),
    onReset: () => setAsked({ about: 'reset', person }),
    onRemove: () => setAsked({ about: 'removal', person }),
  })
  return (
    <section aria-labelledby="people">
      <div className={sectionHead}>
        <h2 id="people">People</h2>
        {mayChange && people.data && (
          <Button variant="primary" icon={UserPlus} onClick={() => setAsked({ about: 'admission', person: null })}>
            Invite
          </Button>
        )}
      </div>
      <Loaded query={people} loading="Loading people..." rows={3} failed="Failed to load people" action="view" thing="people">
        {(list) => (
          <>
            <PeopleList people={list} myId={myId} actionsFor={mayChange ? actionsFor : undefined} />
            {list.length === 1 && mayChange && (
              <p className={styles.alone}>
                Only you have access so far. Invite a second Admin, so that the work does not depend on one person, or an Auditor, who can only view.
              </p>
            )}
          </>
        )}
      </Loaded>
      {asked?.about === 'admission' && (
        <AdmissionDialog networkId={networkId} person={asked.person} people={people.data ?? []} onClose={() => setAsked(null)} />
      )}
      {asked?.about === 'reset' && <ResetFactorDialog networkId={networkId} person={asked.person} onClose={() => setAsked(null)} />}
      {asked?.about === 'removal' && (
        <RemoveDialog networkId={networkId} person={asked.person} isMe={asked.person.userId === myId} onClose={() => setAsked(null)} />
      )}
    </section>
  )
}

/** The people with access to the current network: Admins manage them, Auditors may read. */
export const People = () => {
  const user = useUser()
  if (!useOversees() || !user?.network)
    return <ErrorState title="You do not have permission to view this network.">Ask its administrator if you need to see who has access.</ErrorState>
  return <PeopleOf key={user.network.id} networkId={user.network.id} myId={user.id} mayChange={user.role === 'Admin'} />
}
