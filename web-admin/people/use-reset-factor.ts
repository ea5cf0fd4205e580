import { useMutation } from '@tanstack/react-query'
import { post } from '../domain/api/client.ts'

/** Removes a person's second factors. */
export const useResetFactor = (networkId: string) =>
  useMutation({ mutationFn: (userId: string) => post<null>(`/networks/${networkId}/people/${userId}/reset-second-factor`, {}) })
