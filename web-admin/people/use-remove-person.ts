import { useMutation, useQueryClient } from '@tanstack/react-query'
import { remove } from '../domain/api/client.ts'
import { sessionQuery } from '../domain/session/session.ts'

/** Ends an access, or takes an invitation back. */
export const useRemovePerson = (networkId: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (personId: string) => remove(`/networks/${networkId}/people/${personId}`),
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      await client.invalidateQueries({ queryKey: ['people', networkId] })
    },
  })
}
