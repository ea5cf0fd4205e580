import { useMutation, useQueryClient } from '@tanstack/react-query'
import { remove } from '../domain/api/client.ts'

export const useDisconnectAccount = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => remove(`/oauth/accounts/${id}`),
    // After a refusal too: it may be that it is gone already.
    onSettled: () => client.invalidateQueries({ queryKey: ['connected-accounts'] }),
  })
}
