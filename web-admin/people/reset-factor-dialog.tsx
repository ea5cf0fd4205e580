import type { Person } from '../../modules/networks/contract.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { nameOf } from '../domain/network/person-words.ts'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { useResetFactor } from './calls.ts'

type Props = { networkId: string; person: Person; onClose: () => void }

export const ResetFactorDialog = ({ networkId, person, onClose }: Props) => {
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
