import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { atom, getDefaultStore } from 'jotai'
import { useCallback } from 'react'
import { useLocation } from 'wouter'
import type { User, Verification } from '../../../modules/identity/contract.ts'
import { barredAtom, get, isPublicPath } from '../api/client.ts'
import { followNetwork, showNetwork } from '../api/tab-network.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const answer = await get<Verification>('/auth/verify')
    if (answer.user) followNetwork(answer.user.network?.id ?? null)
    return answer
  },
  staleTime: 60_000,
  retry: false,
})

export type Session =
  | { status: 'loading'; user: null; error: null }
  | { status: 'authenticated'; user: User; error: null }
  | { status: 'unauthenticated'; user: null; error: string | null }

/**
 * The session that the session check found. If the check failed, the visitor is a guest, and `error` has the message.
 */
export const sessionFrom = ({ data, error, isPending }: { data: Verification | undefined; error: unknown; isPending: boolean }): Session => {
  if (data?.user && data.authenticated) return { status: 'authenticated', user: data.user, error: null }
  if (isPending) return { status: 'loading', user: null, error: null }
  return { status: 'unauthenticated', user: null, error: error ? (error instanceof Error ? error.message : 'Authentication failed') : null }
}

/** The session. On public pages it is not checked, and the visitor counts as signed out. */
export const useSession = (): Session => {
  const [path] = useLocation()
  const open = isPublicPath(path)
  const check = useQuery({ ...sessionQuery, enabled: !open })
  return open ? { status: 'unauthenticated', user: null, error: null } : sessionFrom(check)
}

/** The user, on a page that only signed-in users see (Protected). */
export const useUser = (): User | null => useQuery({ ...sessionQuery, enabled: false }).data?.user ?? null

/** True if this installation uses a stand-in for Stripe. */
export const useSandbox = (): boolean => useQuery({ ...sessionQuery, enabled: false }).data?.sandbox ?? false

/** Enters another session or network: all loaded data belongs to the former one and is dropped. */
export const useEnter = () => {
  const client = useQueryClient()
  return useCallback(
    (user: User) => {
      showNetwork(user.network?.id ?? null)
      getDefaultStore().set(barredAtom, false)
      // Keeps the other fields of the last check. After a sign-in there was no check, and the next page makes one.
      client.setQueryData(sessionQuery.queryKey, (before) => ({ ...before, authenticated: true, user }), { updatedAt: 0 })
      void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    },
    [client],
  )
}

/** Why the session check failed; the login page shows it once. */
export const sessionProblemAtom = atom<string | null>(null)
