import { useQuery } from '@tanstack/react-query'
import { useAsOf } from '../api/as-of.ts'
import { dashboardQueries } from '../dashboard.ts'
import { useUser } from './session.ts'

/** Admins change the network, as it is today. The server decides; what somebody may not do is not offered. */
export const useMayChange = (): boolean => {
  const today = useAsOf() === null
  return useUser()?.role === 'Admin' && today
}

/** Admins and Auditors see the network; everybody else their own bills alone. */
export const useOversees = (): boolean => {
  const role = useUser()?.role
  return role === 'Admin' || role === 'Auditor'
}

/** Members, and those who have bills and no network, are here to pay; the sidebar of those who work in one leads them nowhere. */
export const usePays = (): boolean => {
  const user = useUser()
  const hasNone = user?.network === null
  const { data } = useQuery({ ...dashboardQueries.mine(1), enabled: hasNone })
  return user?.role === 'Member' || (hasNone && (data?.pagination.totalItems ?? 0) > 0)
}

/** Programs belong to networks of which one is an Admin; whoever belongs to none founds one on the way. */
export const useMayCreatePrograms = (): boolean => {
  const networks = useUser()?.networks ?? []
  return networks.length === 0 || networks.some(({ role }) => role === 'Admin')
}
