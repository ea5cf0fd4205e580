import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import { useAttempt } from '../domain/api/attempt.ts'
import { getVersioned, postVersioned, putVersioned } from '../domain/api/versioned.ts'
import type { ProfileValues } from './method-values.ts'

/** A profile as it is when its dialog opens, with the version that is decided on. */
export const usePaymentProfile = (id: string) =>
  useQuery({
    queryKey: ['payment-profile', id],
    queryFn: ({ signal }) => getVersioned<PaymentProfile>(`/payment-profiles/${id}`, signal),
    gcTime: 0,
  })

/** Creates without an id, else changes. */
export const useSavePaymentProfile = (id: string | null) => {
  const client = useQueryClient()
  const attempt = useAttempt()
  return useMutation({
    mutationFn: ({ body, etag }: { body: ProfileValues; etag: string | null }) =>
      id === null
        ? postVersioned<PaymentProfile>('/payment-profiles', body, null, attempt.keyFor(body))
        : putVersioned<PaymentProfile>(`/payment-profiles/${id}`, body, etag),
    onSuccess: () => {
      attempt.done()
      void client.invalidateQueries({ queryKey: ['programs'] })
      return client.invalidateQueries({ queryKey: ['payment-profiles'] })
    },
  })
}
