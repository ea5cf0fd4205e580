import { useMutation } from '@tanstack/react-query'
import type { Message } from '../../../modules/kernel/api.ts'
import { post } from '../api/client.ts'

/** Makes the sign-in fresh again. */
export const useReauthenticate = () => useMutation({ mutationFn: (password: string) => post<Message>('/auth/reauthenticate', { password }) })
