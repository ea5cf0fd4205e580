import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Building2, ShieldCheck } from 'lucide-react'
import { errorMessage } from '../domain/api/error-message.ts'
import { shownNetworkAtom } from '../domain/api/tab-network.ts'
import { retryOf } from '../domain/queries.ts'
import { useGo } from '../domain/session/go.ts'
import { sessionQuery, useEnter } from '../domain/session/session.ts'
import { useSwitchNetwork } from '../domain/session/switch-network.ts'
import { Button, ButtonLink, type Variant } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { way } from './shell.css.ts'

/** Shown to an Admin without the second factor that the network requires. */
export const Barred = () => (
  <>
    <PageHead title="One more step" />
    <EmptyState
      icon={ShieldCheck}
      title="You need a second factor here"
      action={
        <>
          <ButtonLink variant="primary" href="/settings/security">
            Set One Up
          </ButtonLink>
          <ButtonLink href="/logout?redirectTo=%2Flogin">Sign In With It</ButtonLink>
        </>
      }
    >
      This network requires one of its Admins, or an Admin has reset yours. Add a passkey or an authenticator app to your account. If you have one
      already, sign in with it.
    </EmptyState>
  </>
)

export const Elsewhere = () => {
  const session = useQuery({ ...sessionQuery, staleTime: 0 })
  const shown = useAtomValue(shownNetworkAtom)
  const change = useSwitchNetwork()
  const enter = useEnter()
  const go = useGo()
  const user = session.data?.user
  if (session.isError)
    return (
      <ErrorState title="Failed to load networks" onRetry={retryOf(session)}>
        {errorMessage(session.error, 'load', 'network')}
      </ErrorState>
    )
  // Until the server has answered, the cached session is the one from before the switch.
  if (!user || user.network?.id === shown)
    return (
      <Loading text="Loading..." quiet>
        <BoneRows rows={2} />
      </Loading>
    )
  const here = user.networks.find(({ id }) => id === shown)
  const there = user.network
  const leave = () => {
    enter(user)
    go('/dashboard')
  }
  const button = (network: { id: string; name: string }, words: string, look: Variant) => (
    <Button
      variant={look}
      className={way}
      busy={change.isPending && change.variables === network.id}
      busyText="Switching..."
      disabled={change.isPending && change.variables !== network.id}
      onClick={() => change.mutate(network.id)}
    >
      {`${words} ${network.name}`}
    </Button>
  )
  return (
    <>
      <PageHead title="Another network" />
      <EmptyState
        icon={Building2}
        title={there ? `You are now in ${there.name}` : 'You are no longer in this network'}
        action={
          <>
            {there ? button(there, 'Go to', 'primary') : <Button onClick={leave}>Go to the dashboard</Button>}
            {here && button(here, 'Back to', 'default')}
          </>
        }
      >
        {here
          ? `This page showed ${here.name}. You switched in another tab or window.`
          : 'Your access to the network that this page showed has ended.'}
      </EmptyState>
    </>
  )
}
