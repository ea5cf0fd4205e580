import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import { useAttempt } from '../api/attempt.ts'
import { post, put } from '../api/client.ts'
import type { ProfileValues } from './method-values.ts'

/** Creates without an id, else changes. */
export const useSavePaymentProfile = (id: string | null) => {
  const client = useQueryClient()
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (body: ProfileValues) =>
      id === null
        ? post<PaymentProfile>('/payment-profiles', body, { idempotencyKey: attempt.keyFor(body) })
        : put<PaymentProfile>(`/payment-profiles/${id}`, body),
    onSuccess: () => {
      attempt.done()
      void client.invalidateQueries({ queryKey: ['programs'] })
      return client.invalidateQueries({ queryKey: ['payment-profiles'] })
    },
  })
}
