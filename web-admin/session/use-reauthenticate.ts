import { useMutation } from '@tanstack/react-query'
import { Message } from '../../modules/kernel/api.ts'
import { post } from '../api/client.ts'

/** Makes the sign-in fresh again. */
export const useReauthenticate = () => useMutation({ mutationFn: (password: string) => post('/auth/reauthenticate', { password }, Message) })
