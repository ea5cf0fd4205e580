import { useUser } from './session.ts'

/** Admins change the network, and who has none yet may found one; others look (decision 4). The server decides; this spares a vain press. */
export const useMayChange = (): boolean => {
  const role = useUser()?.role ?? null
  return role === null || role === 'Admin'
}
