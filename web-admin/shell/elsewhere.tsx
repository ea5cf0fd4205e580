import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Building2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { isElsewhereAtom, shownNetworkAtom } from '../api/tab-network.ts'
import { useGo } from '../session/go.ts'
import { sessionQuery, useEnter } from '../session/session.ts'
import { useSwitchNetwork } from '../session/switch-network.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Loading } from '../ui/skeleton.tsx'

const Elsewhere = () => {
  const { data } = useQuery({ ...sessionQuery, staleTime: 0 })
  const shown = useAtomValue(shownNetworkAtom)
  const change = useSwitchNetwork()
  const enter = useEnter()
  const go = useGo()
  const user = data?.user
  if (!user) return <Loading text="Loading...">{null}</Loading>
  const here = user.networks.find(({ id }) => id === shown)
  const there = user.network
  const leave = () => {
    enter(user)
    go('/dashboard')
  }
  const button = (network: { id: string; name: string }, look?: 'primary') => (
    <Button key={network.id} {...(look ? { look } : {})} busy={change.isPending} busyText="Switching..." onClick={() => change.mutate(network.id)}>
      {look ? `Go to ${network.name}` : `Back to ${network.name}`}
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
            {there ? button(there, 'primary') : <Button onClick={leave}>Go to the dashboard</Button>}
            {here && button(here)}
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

/** A page, or in its place a choice, when the session has left the network that the page shows. */
export const InShownNetwork = ({ children }: { children: ReactNode }) => (useAtomValue(isElsewhereAtom) ? <Elsewhere /> : children)
