import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Network, NetworkChange } from '../../../modules/networks/contract.ts'
import { getVersioned, putVersioned } from '../api/versioned.ts'
import { sessionQuery } from '../session/session.ts'

export const useNetwork = (id: string) =>
  useQuery({ queryKey: ['network', id], queryFn: ({ signal }) => getVersioned<Network>(`/networks/${id}`, signal) })

export const useChangeNetwork = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ change, etag }: { change: NetworkChange; etag: string | null }) => putVersioned<Network>(`/networks/${id}`, change, etag),
    onSuccess: (saved) => {
      client.setQueryData(['network', id], saved)
      // The sidebar shows the name, the program form all networks.
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      void client.invalidateQueries({ queryKey: ['networks'] })
    },
  })
}
