import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DataOf } from '../../modules/kernel/api.ts'
import type { KeptMethod } from '../../modules/payments/contract.ts'
import { ApiError, get, remove } from '../domain/api/client.ts'

const key = ['saved-methods']

/** The cards and bank accounts that the signed-in payor has saved, over all networks. */
export const useSavedMethods = () =>
  useQuery({ queryKey: key, queryFn: async ({ signal }) => (await get<DataOf<KeptMethod[]>>('/my/saved-methods', { signal })).data })

export const useRemoveSavedMethod = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      try {
        await remove(`/my/payment-methods/${encodeURIComponent(id)}`)
      } catch (error) {
        // Removed in another window before.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
