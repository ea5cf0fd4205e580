import { useMutation } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import type { SignedIn } from '../../../modules/identity/contract.ts'
import { useToast } from '../../ui/toast.tsx'
import { post } from '../api/client.ts'
import { messageOr } from '../api/error-message.ts'
import { allBills, lastBillsAtom } from '../bill/last-list.ts'
import { useGo } from './go.ts'
import { useEnter } from './session.ts'

/** Switches the session to another of the user's networks, and leaves the page, which belongs to the former network. */
export const useSwitchNetwork = () => {
  const enter = useEnter()
  const go = useGo()
  const setLastBills = useSetAtom(lastBillsAtom)
  const toast = useToast()
  return useMutation({
    mutationFn: (networkId: string) => post<SignedIn>('/auth/network', { networkId }),
    onSuccess: ({ user }) => {
      enter(user)
      setLastBills(allBills)
      go('/dashboard')
      toast(`You are now in ${user.network?.name ?? 'no network'}`)
    },
    onError: (error) => toast(messageOr(error, 'The network could not be switched. Please try again.'), { tone: 'failure' }),
  })
}
