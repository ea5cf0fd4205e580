import { useQuery } from '@tanstack/react-query'
import type { DataOf } from '../../../modules/kernel/api.ts'
import type { PaymentProfile } from '../../../modules/payment-profiles/contract.ts'
import { get } from '../api/client.ts'

type Answer = DataOf<PaymentProfile[]>

export const usePaymentProfiles = () =>
  useQuery({ queryKey: ['payment-profiles'], queryFn: async ({ signal }) => (await get<Answer>('/payment-profiles', { signal })).data })
