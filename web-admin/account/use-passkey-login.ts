import { startAuthentication } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { SignedIn, type User } from '../../modules/identity/contract.ts'
import { post } from '../api/client.ts'

/** What the browser signs is between it and the server. */
const Options = z.custom<Parameters<typeof startAuthentication>[0]['optionsJSON']>()

export const usePasskeyLogin = (onDone: (user: User) => void) =>
  useMutation({
    mutationFn: async () => {
      const optionsJSON = await post('/auth/login/passkey/options', {}, Options)
      return post('/auth/login/passkey', await startAuthentication({ optionsJSON }), SignedIn)
    },
    onSuccess: ({ user }) => onDone(user),
  })
