import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AuthenticatorState, NewAuthenticator, RecoveryCodes } from '../../modules/identity/contract.ts'
import { unbar } from '../domain/api/barred.ts'
import { get, post, remove } from '../domain/api/client.ts'

const key = ['authenticator']

/** Whether a code of an authenticator app is asked for at sign-in. */
export const useAuthenticator = () => useQuery({ queryKey: key, queryFn: ({ signal }) => get<AuthenticatorState>('/auth/totp', { signal }) })

export const useBeginAuthenticator = () => useMutation({ mutationFn: () => post<NewAuthenticator>('/auth/totp', {}) })

export const useConfirmAuthenticator = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => post<RecoveryCodes>('/auth/totp/confirm', { code }),
    onSuccess: () => unbar(client),
  })
}

export const useNewRecoveryCodes = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => post<RecoveryCodes>('/auth/recovery-codes', {}),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

export const useRemoveAuthenticator = () => {
  const client = useQueryClient()
  return useMutation({ mutationFn: () => remove('/auth/totp'), onSettled: () => client.invalidateQueries({ queryKey: key }) })
}
