import type { Person } from '../../modules/networks/contract.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { nameOf } from '../domain/network/person-words.ts'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { useRemovePerson } from './calls.ts'

type Props = { networkId: string; person: Person; isMe: boolean; onClose: () => void }

export const RemoveDialog = ({ networkId, person, isMe, onClose }: Props) => {
  const invited = person.status === 'invited'
  const name = nameOf(person)
  return (
    <ConfirmCall
      call={useRemovePerson(networkId)}
      input={person.userId}
      title={invited ? 'Take the invitation back?' : isMe ? 'Leave this network?' : 'Revoke access?'}
      action={invited ? 'Take Back' : isMe ? 'Leave Network' : 'Revoke Access'}
      busyText={invited ? 'Taking back...' : isMe ? 'Leaving...' : 'Revoking...'}
      danger
      done={invited ? `The invitation to ${name} is taken back` : `${isMe ? 'You no longer have' : `${name} no longer has`} access`}
      failed={(error) => messageOr(error, 'The access could not be ended. Please try again.')}
      onClose={onClose}
    >
      {invited
        ? `The link that ${name} was mailed stops working.`
        : isMe
          ? 'You lose your access at once. Only another Admin can let you in again.'
          : `${name} loses access at once, also where they are signed in now. Their own bills stay.${person.role === 'Admin' ? ' API keys go on working: end those that they may still have.' : ''}`}
    </ConfirmCall>
  )
}
