import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OpenSession } from '../../modules/identity/contract.ts'
import type { DataOf } from '../../modules/kernel/api.ts'
import { get, remove } from '../domain/api/client.ts'

const key = ['sessions']

/** Where this user is signed in. */
export const useSessions = () =>
  useQuery({ queryKey: key, queryFn: async ({ signal }) => (await get<DataOf<OpenSession[]>>('/auth/sessions', { signal })).data })

/** Ends a session by its id; null: all but this one. */
export const useEndSession = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string | null) => remove(id === null ? '/auth/sessions' : `/auth/sessions/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
