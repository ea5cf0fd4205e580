import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Bill, type BillStatus } from '../../modules/bills/contract.ts'
import { listOf } from '../../modules/kernel/api.ts'
import { get } from '../api/client.ts'

export type BillFilter = { page: number; assessmentProgramId: string | null; status: BillStatus | null }

export const Bills = listOf(Bill)

export const useBills = (filter: BillFilter) =>
  useQuery({
    queryKey: ['bills', filter],
    queryFn: ({ signal }) => get('/assessment-bills', Bills, { query: { ...filter, pageSize: 10 }, signal }),
    placeholderData: keepPreviousData,
  })
