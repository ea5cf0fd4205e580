import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listOf } from '../../modules/kernel/api.ts'
import { Payment } from '../../modules/payments/contract.ts'
import { get } from '../api/client.ts'

const Payments = listOf(Payment)

export const usePayments = (page: number, assessmentProgramId: string | null) =>
  useQuery({
    queryKey: ['payments', page, assessmentProgramId],
    queryFn: ({ signal }) =>
      get('/payments', Payments, { query: { page, pageSize: 10, assessmentProgramId, orderBy: 'createdAt', order: 'desc' }, signal }),
    placeholderData: keepPreviousData,
  })
