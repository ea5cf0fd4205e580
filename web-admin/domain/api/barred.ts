import type { QueryClient } from '@tanstack/react-query'
import { atom, getDefaultStore } from 'jotai'

/** The network that is shown needs a second factor, and this session was opened without one. */
export const barredAtom = atom(false)

/** The session counts for more now: what was refused is asked for again. */
export const unbar = (client: QueryClient): Promise<void> => {
  getDefaultStore().set(barredAtom, false)
  return client.invalidateQueries()
}
