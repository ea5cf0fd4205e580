import type { Unfolded } from '../../modules/audit/contract.ts'
import { useAsOf } from '../domain/api/as-of.ts'
import { useData } from '../domain/queries.ts'
import { useOversees } from '../domain/session/may-change.ts'

/** Blocked events, for Admins and Auditors; not available for past moments. */
export const useBlocked = () => {
  const oversees = useOversees()
  const today = useAsOf() === null
  return useData<Unfolded>(['standing'], '/audit/unfolded', { enabled: oversees && today, staleTime: 60_000 })
}
