import { useUser } from './session.ts'

/** Admins change the network. The server decides; what somebody may not do is not offered. */
export const useMayChange = (): boolean => useUser()?.role === 'Admin'

/** Admins and Auditors see the network; everybody else their own bills alone. */
export const useOversees = (): boolean => {
  const role = useUser()?.role
  return role === 'Admin' || role === 'Auditor'
}

/** Programs belong to networks of which one is an Admin; whoever belongs to none founds one on the way. */
export const useMayCreatePrograms = (): boolean => {
  const networks = useUser()?.networks ?? []
  return networks.length === 0 || networks.some(({ role }) => role === 'Admin')
}
