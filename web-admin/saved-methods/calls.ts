import type { KeptMethod } from '../../modules/payments/contract.ts'
import { ApiError, remove } from '../domain/api/client.ts'
import { useCommand } from '../domain/command.ts'
import { useData } from '../domain/queries.ts'

/** The cards and bank accounts that the signed-in payor has saved, over all networks. */
export const useSavedMethods = () => useData<KeptMethod[]>(['saved-methods'], '/my/saved-methods')

export const useRemoveSavedMethod = () =>
  useCommand(
    async (id: string) => {
      try {
        await remove(`/my/payment-methods/${encodeURIComponent(id)}`)
      } catch (error) {
        // Removed in another window before.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    { rereads: [['saved-methods']], refused: true },
  )
