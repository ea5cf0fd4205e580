import { useMutation } from '@tanstack/react-query'
import { SignedIn } from '../../modules/identity/contract.ts'
import { post } from '../api/client.ts'
import { errorMessage } from '../api/error-message.ts'
import { useEnter } from '../session/session.ts'
import { useOnce } from '../session/use-once.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Frame, Waiting } from './frame.tsx'

/** The mailed link of an invitation; Protected has seen to the sign-in. */
export const AcceptInvitationPage = () => {
  const token = new URLSearchParams(window.location.search).get('token') ?? ''
  const enter = useEnter()
  const accept = useMutation({ mutationFn: () => post('/invitations/accept', { token }, SignedIn), onSuccess: ({ user }) => enter(user) })
  useOnce(() => accept.mutate())
  const network = accept.data?.user.network?.name
  return (
    <Frame title="Invitation">
      {accept.isError && <Banner tone="failure">{errorMessage(accept.error, 'accept', 'invitation')}</Banner>}
      {accept.isSuccess && <Banner tone="success">{network ? `You now belong to ${network}.` : 'The invitation is accepted.'}</Banner>}
      {accept.isPending && <Waiting>Accepting the invitation...</Waiting>}
      {!accept.isPending && (
        <ButtonLink href="/dashboard" look={accept.isSuccess ? 'primary' : 'default'} wide>
          Go to the dashboard
        </ButtonLink>
      )}
    </Frame>
  )
}
