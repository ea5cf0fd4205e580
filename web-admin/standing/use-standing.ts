import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EventAnswer, Unfolded } from '../../modules/audit/contract.ts'
import type { DataOf } from '../../modules/kernel/api.ts'
import { useAsOf } from '../domain/api/as-of.ts'
import { get, post } from '../domain/api/client.ts'
import { useOversees } from '../domain/session/may-change.ts'

const standingQuery = {
  queryKey: ['standing'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await get<DataOf<Unfolded>>('/audit/unfolded', { signal })).data,
}

/** What stands still, for those who oversee the network; today alone knows. */
export const useStanding = () => {
  const oversees = useOversees()
  const today = useAsOf() === null
  return useQuery({ ...standingQuery, enabled: oversees && today, staleTime: 60_000 })
}

export const useSetAside = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ eventId, reason }: { eventId: string; reason: string }) =>
      (await post<EventAnswer>(`/audit/unfolded/${eventId}/set-aside`, { reason })).data,
    // Whatever stood still shows more now.
    onSuccess: () => client.invalidateQueries(),
  })
}
