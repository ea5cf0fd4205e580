import { startAuthentication } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import type { SignedIn, User } from '../../modules/identity/contract.ts'
import { post } from '../domain/api/client.ts'

/** What the browser signs is between it and the server. */
type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']

export const usePasskeyLogin = (onDone: (user: User) => void) =>
  useMutation({
    mutationFn: async () => {
      const optionsJSON = await post<Options>('/auth/login/passkey/options', {})
      return post<SignedIn>('/auth/login/passkey', await startAuthentication({ optionsJSON }))
    },
    onSuccess: ({ user }) => onDone(user),
  })
