import { startRegistration } from '@simplewebauthn/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { Passkey } from '../../modules/identity/contract.ts'
import { dataOf } from '../../modules/kernel/api.ts'
import { unbar } from '../api/barred.ts'
import { get, post, remove } from '../api/client.ts'

type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
/** What the browser makes a passkey of is between it and the server. */
const Options = z.custom<Options>()

const key = ['passkeys']

export const usePasskeys = () =>
  useQuery({ queryKey: key, queryFn: async ({ signal }) => (await get('/auth/passkeys', dataOf(Passkey.array()), { signal })).data })

/** Has the browser make a passkey, and the server keep it. */
export const useAddPasskey = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const optionsJSON = await post('/auth/passkeys/options', {}, Options)
      return post('/auth/passkeys', await startRegistration({ optionsJSON }), Passkey)
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
