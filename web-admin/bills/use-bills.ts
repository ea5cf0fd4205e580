import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Bill, type BillStatus, type BillsQuery } from '../../modules/bills/contract.ts'
import { listOf } from '../../modules/kernel/api.ts'
import { get } from '../api/client.ts'
import { PAGE_SIZE } from '../ui/list-params.ts'
import type { Sort } from '../ui/table.tsx'

export type BillSort = Sort<BillsQuery['orderBy']>
export const newestBills: BillSort = { orderBy: 'createdAt', order: 'desc' }

export type BillFilter = {
  page: number
  assessmentProgramId: string | null
  status: BillStatus | null
  pageSize?: number
  search?: string
} & Partial<BillSort>

export const Bills = listOf(Bill)

export const useBills = (filter: BillFilter) =>
  useQuery({
    queryKey: ['bills', filter],
    queryFn: ({ signal }) => get('/assessment-bills', Bills, { query: { pageSize: PAGE_SIZE, ...filter }, signal }),
    placeholderData: keepPreviousData,
  })
