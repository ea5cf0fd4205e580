import { useEffect, useState } from 'react'
import type { SavedMethod } from '../../../modules/payments/contract.ts'
import { ApiError, forgetSaved, listSaved } from '../api.ts'

/** The payment methods that the payor has saved in the Stripe account of the bill's network. */
export type Saved = {
  /** null until the server has answered. */
  methods: SavedMethod[] | null
  failed: boolean
  load: () => void
  /** Rejects if the method could not be removed. */
  remove: (methodId: string) => Promise<void>
}

/** Null for guests, since they have no saved methods. */
export const useSaved = (billId: string, wanted: boolean): Saved | null => {
  const [methods, setMethods] = useState<SavedMethod[] | null>(null)
  const [failed, setFailed] = useState(false)

  const load = async () => {
    setMethods(null)
    setFailed(false)
    try {
      setMethods((await listSaved(billId)).data)
    } catch {
      // Not an error: the payor can still pay with a new card.
      setFailed(true)
      setMethods([])
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per bill
  useEffect(() => {
    if (wanted) void load()
  }, [billId, wanted])

  if (!wanted) return null
  return {
    methods,
    failed,
    load: () => void load(),
    remove: async (methodId) => {
      try {
        await forgetSaved(methodId)
      } catch (error) {
        // 404: it was already removed in another window.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
      setMethods((old) => old?.filter(({ id }) => id !== methodId) ?? null)
    },
  }
}
