import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
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
        ? post('/payment-profiles', body, PaymentProfile, { idempotencyKey: attempt.keyFor(body) })
        : put(`/payment-profiles/${id}`, body, PaymentProfile),
    onSuccess: () => {
      attempt.done()
      void client.invalidateQueries({ queryKey: ['programs'] })
      return client.invalidateQueries({ queryKey: ['payment-profiles'] })
    },
  })
}
