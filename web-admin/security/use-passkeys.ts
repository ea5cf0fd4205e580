import { startRegistration } from '@simplewebauthn/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AddedPasskey, Passkey } from '../../modules/identity/contract.ts'
import type { DataOf } from '../../modules/kernel/api.ts'
import { unbar } from '../domain/api/barred.ts'
import { get, post, remove } from '../domain/api/client.ts'

/** What the browser makes a passkey of is between it and the server. */
type Options = Parameters<typeof startRegistration>[0]['optionsJSON']

const key = ['passkeys']

export const usePasskeys = () =>
  useQuery({ queryKey: key, queryFn: async ({ signal }) => (await get<DataOf<Passkey[]>>('/auth/passkeys', { signal })).data })

/** Has the browser make a passkey, and the server keep it. */
export const useAddPasskey = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const optionsJSON = await post<Options>('/auth/passkeys/options', {})
      return post<AddedPasskey>('/auth/passkeys', await startRegistration({ optionsJSON }))
    },
    onSuccess: () => unbar(client),
  })
}

export const useRemovePasskey = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => remove(`/auth/passkeys/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
