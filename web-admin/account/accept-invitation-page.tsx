import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SignedIn, type User } from '../../modules/identity/contract.ts'
import { ApiError, post } from '../api/client.ts'
import { errorMessage } from '../api/error-message.ts'
import { useGo } from '../session/go.ts'
import { useEnter, useSession } from '../session/session.ts'
import { useOnce } from '../session/use-once.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { Frame, Waiting } from './frame.tsx'
import { withRedirect } from './with-redirect.ts'

const INVALID = 'Invalid or expired invitation link.'

const Invalid = () => (
  <Frame title="Invitation">
    <Banner tone="failure" title={INVALID}>
      Ask whoever invited you to send the invitation again.
    </Banner>
    <ButtonLink href="/dashboard" wide>
      Go to the dashboard
    </ButtonLink>
  </Frame>
)

/** Nobody is signed in: the invitation waits until they are, with an old account or a new one. */
const Choice = ({ back }: { back: string }) => (
  <Frame title="Invitation" heading="You are invited" text="Sign in to accept the invitation, with the email address that it was sent to.">
    <ButtonLink href={withRedirect('/login', back)} look="primary" wide>
      Sign In
    </ButtonLink>
    <ButtonLink href={withRedirect('/register', back)} wide>
      Create an account
    </ButtonLink>
  </Frame>
)

const Accepting = ({ token, back, user }: { token: string; back: string; user: User }) => {
  const enter = useEnter()
  const go = useGo()
  const toast = useToast()
  const accept = useMutation({
    mutationFn: () => post('/invitations/accept', { token }, SignedIn),
    onSuccess: (answer) => {
      enter(answer.user)
      toast(answer.user.network ? `You now belong to ${answer.user.network.name}` : 'The invitation is accepted')
      go('/dashboard', { replace: true })
    },
  })
  useOnce(() => accept.mutate())
  if (!accept.isError)
    return (
      <Frame title="Invitation">
        <Waiting>Accepting the invitation...</Waiting>
      </Frame>
    )
  if (accept.error instanceof ApiError && accept.error.code === 'token-invalid') return <Invalid />
  if (accept.error instanceof ApiError && accept.error.status === 403)
    return (
      <Frame title="Invitation" heading="This invitation is for somebody else">
        <Banner tone="warning" title={`You are signed in as ${user.email}`}>
          The invitation was sent to another email address. Sign out, then sign in with that one.
        </Banner>
        <ButtonLink href={withRedirect('/logout', back)} leaves look="primary" wide>
          Sign Out
        </ButtonLink>
        <ButtonLink href="/dashboard" wide>
          Go to the dashboard
        </ButtonLink>
      </Frame>
    )
  return (
    <Frame title="Invitation">
      <Banner tone="failure" title="The invitation was not accepted">
        {errorMessage(accept.error, 'accept', 'invitation')}
      </Banner>
      <Button look="primary" wide onClick={() => accept.mutate()}>
        Try Again
      </Button>
    </Frame>
  )
}

/** The mailed link of an invitation. */
export const AcceptInvitationPage = () => {
  const session = useSession()
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token'))
  if (!token) return <Invalid />
  const back = `/accept-invitation?${new URLSearchParams({ token })}`
  if (session.status === 'loading')
    return (
      <Frame title="Invitation">
        <Waiting>Opening the invitation...</Waiting>
      </Frame>
    )
  return session.status === 'authenticated' ? <Accepting token={token} back={back} user={session.user} /> : <Choice back={back} />
}
