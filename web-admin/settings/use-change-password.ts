import { useMutation } from '@tanstack/react-query'
import type { Message } from '../../modules/kernel/api.ts'
import { put } from '../domain/api/client.ts'

export type PasswordValues = { currentPassword: string; newPassword: string; confirmPassword: string }

export const useChangePassword = () => useMutation({ mutationFn: (values: PasswordValues) => put<Message>('/password/change', values) })
