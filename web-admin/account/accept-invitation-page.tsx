import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SignedIn, User } from '../../modules/identity/contract.ts'
import { dayIn, formatDay } from '../../modules/kernel/dates.ts'
import type { Invitation } from '../../modules/networks/contract.ts'
import { ApiError, get, post } from '../domain/api/client.ts'
import { errorMessage } from '../domain/api/error-message.ts'
import { useGo } from '../domain/session/go.ts'
import { useEnter, useSession } from '../domain/session/session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { Frame, Waiting } from './frame.tsx'
import { withRedirect } from './origin.ts'

const rights: Record<Invitation['role'], string> = {
  Admin: 'You can then do everything in the network: its programs, bills, payments and people.',
  Auditor: 'You can then view everything in the network, but change nothing.',
  Member: 'You then see your own bills and payments.',
}

const INVALID = 'Invalid or expired invitation link.'

const Invalid = () => (
  <Frame title="Invitation">
    <Banner tone="failure" title={INVALID}>
      Ask the person who invited you to send the invitation again.
    </Banner>
    <ButtonLink href="/dashboard" wide>
      Go to the dashboard
    </ButtonLink>
  </Frame>
)

/** Shown to signed-out visitors: the invitation stays open until they sign in or register. */
const Choice = ({ back }: { back: string }) => (
  <Frame title="Invitation" heading="You are invited" text="Sign in to accept the invitation, with the email address that it was sent to.">
    <ButtonLink href={withRedirect('/login', back)} variant="primary" wide>
      Sign In
    </ButtonLink>
    <ButtonLink href={withRedirect('/register', back)} wide>
      Create an account
    </ButtonLink>
  </Frame>
)

const ForSomebodyElse = ({ back, email }: { back: string; email: string }) => (
  <Frame title="Invitation" heading="This invitation is for someone else">
    <Banner tone="warning" title={`You are signed in as ${email}`}>
      The invitation was sent to another email address. Sign out, then sign in with that one.
    </Banner>
    <ButtonLink href={withRedirect('/logout', back)} leaves variant="primary" wide>
      Sign Out
    </ButtonLink>
    <ButtonLink href="/dashboard" wide>
      Go to the dashboard
    </ButtonLink>
  </Frame>
)

const Question = ({ token, invitation: { networkName, role, expiresAt, timeZone } }: { token: string; invitation: Invitation }) => {
  const enter = useEnter()
  const go = useGo()
  const toast = useToast()
  const accept = useMutation({
    mutationFn: () => post<SignedIn>('/invitations/accept', { token }),
    onSuccess: (answer) => {
      enter(answer.user)
      toast(`You now belong to ${networkName}`)
      go('/dashboard', { replace: true })
    },
  })
  const decline = useMutation({ mutationFn: () => post<undefined>('/invitations/decline', { token }) })
  if (decline.isSuccess)
    return (
      <Frame title="Invitation" heading="Invitation declined" text={`You have no access to ${networkName}, and the link no longer works.`}>
        <ButtonLink href="/dashboard" wide>
          Go to the dashboard
        </ButtonLink>
      </Frame>
    )
  const press = (chosen: typeof accept | typeof decline, other: typeof accept | typeof decline) => () => {
    other.reset()
    chosen.mutate()
  }
  const until = expiresAt === null ? '' : ` until ${formatDay(dayIn(timeZone, expiresAt))}`
  return (
    <Frame title="Invitation" heading={`${networkName} invites you`} text={`As ${role}${until}. ${rights[role]}`}>
      {accept.isError && (
        <Banner tone="failure" title="The invitation was not accepted">
          {errorMessage(accept.error, 'accept', 'invitation')}
        </Banner>
      )}
      {decline.isError && (
        <Banner tone="failure" title="The invitation was not declined">
          {errorMessage(decline.error, 'decline', 'invitation')}
        </Banner>
      )}
      <Button variant="primary" wide busy={accept.isPending} busyText="Accepting..." disabled={decline.isPending} onClick={press(accept, decline)}>
        Accept
      </Button>
      <Button wide busy={decline.isPending} busyText="Declining..." disabled={accept.isPending} onClick={press(decline, accept)}>
        Decline
      </Button>
    </Frame>
  )
}

const Invited = ({ token, back, user }: { token: string; back: string; user: User }) => {
  const offer = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => get<Invitation>(`/invitations/${encodeURIComponent(token)}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (offer.data) return <Question token={token} invitation={offer.data} />
  if (offer.error instanceof ApiError && offer.error.code === 'token-invalid') return <Invalid />
  if (offer.error instanceof ApiError && offer.error.status === 403) return <ForSomebodyElse back={back} email={user.email} />
  return (
    <Frame title="Invitation">
      {offer.isError ? (
        <>
          <Banner tone="failure" title="The invitation could not be opened">
            {errorMessage(offer.error, 'view', 'invitation')}
          </Banner>
          <Button variant="primary" wide onClick={() => void offer.refetch()}>
            Try Again
          </Button>
        </>
      ) : (
        <Waiting>Opening the invitation...</Waiting>
      )}
    </Frame>
  )
}

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
  return session.status === 'authenticated' ? <Invited token={token} back={back} user={session.user} /> : <Choice back={back} />
}
