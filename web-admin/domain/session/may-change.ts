import { useQuery } from '@tanstack/react-query'
import { useAsOf } from '../api/as-of.ts'
import { dashboardQueries } from '../dashboard.ts'
import { useUser } from './session.ts'

/** True for Admins while no earlier moment is shown. This only hides actions; the server decides. */
export const useMayChange = (): boolean => {
  const today = useAsOf() === null
  return useUser()?.role === 'Admin' && today
}

/** True for Admins and Auditors, who see the network. Others see only their own bills. */
export const useOversees = (): boolean => {
  const role = useUser()?.role
  return role === 'Admin' || role === 'Auditor'
}

/**
 * True for people who come to pay: Members, and people with bills but without a network. Their sidebar has only their
 * own pages.
 */
export const usePays = (): boolean => {
  const user = useUser()
  const hasNone = user?.network === null
  const { data } = useQuery({ ...dashboardQueries.mine(1), enabled: hasNone })
  return user?.role === 'Member' || (hasNone && (data?.pagination.totalItems ?? 0) > 0)
}

/** An Admin of any network may create programs; someone without a network creates a network on the way. */
export const useMayCreatePrograms = (): boolean => {
  const networks = useUser()?.networks ?? []
  return networks.length === 0 || networks.some(({ role }) => role === 'Admin')
}
