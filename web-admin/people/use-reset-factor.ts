import { useMutation } from '@tanstack/react-query'
import { post } from '../api/client.ts'

/** Removes the second factors of somebody who has lost them. */
export const useResetFactor = (networkId: string) =>
  useMutation({ mutationFn: (userId: string) => post<null>(`/networks/${networkId}/people/${userId}/reset-second-factor`, {}) })
