import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Network, type NetworkChange } from '../../modules/networks/contract.ts'
import { getVersioned, putVersioned } from '../api/versioned.ts'
import { sessionQuery } from '../session/session.ts'

export const useNetwork = (id: string) =>
  useQuery({ queryKey: ['network', id], queryFn: ({ signal }) => getVersioned(`/networks/${id}`, Network, signal) })

export const useChangeNetwork = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ change, etag }: { change: NetworkChange; etag: string | null }) => putVersioned(`/networks/${id}`, change, Network, etag),
    onSuccess: (saved) => {
      client.setQueryData(['network', id], saved)
      // The sidebar shows the name, the program form all networks.
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      void client.invalidateQueries({ queryKey: ['networks'] })
    },
  })
}
