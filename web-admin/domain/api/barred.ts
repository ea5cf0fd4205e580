import type { QueryClient } from '@tanstack/react-query'
import { atom, getDefaultStore } from 'jotai'

/** True if the network requires a second factor that this session was opened without. */
export const barredAtom = atom(false)

/** After the second factor, refetches what was refused. */
export const unbar = (client: QueryClient): Promise<void> => {
  getDefaultStore().set(barredAtom, false)
  return client.invalidateQueries()
}
