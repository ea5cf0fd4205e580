import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { dataOf } from '../../modules/kernel/api.ts'
import { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import { get } from '../api/client.ts'

const Answer = dataOf(z.array(PaymentProfile))

export const usePaymentProfiles = () =>
  useQuery({ queryKey: ['payment-profiles'], queryFn: async ({ signal }) => (await get('/payment-profiles', Answer, { signal })).data })
