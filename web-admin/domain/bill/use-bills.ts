import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Bill, BillStatus, BillsQuery } from '../../../modules/bills/contract.ts'
import type { ListOf } from '../../../modules/kernel/api.ts'
import { PAGE_SIZE } from '../../../modules/kernel/page-size.ts'
import type { OrderWords } from '../../ui/order-words.ts'
import type { Sort } from '../../ui/table.tsx'
import { get } from '../api/client.ts'

export type BillSort = Sort<BillsQuery['orderBy']>
export const newestBills: BillSort = { orderBy: 'createdAt', order: 'desc' }
export const billOrders: OrderWords<BillSort['orderBy']> = {
  createdAt: ['Oldest first', 'Newest first'],
  dueDate: ['Due first', 'Due last'],
  payor: ['Payor A to Z', 'Payor Z to A'],
  program: ['Program A to Z', 'Program Z to A'],
  status: ['Status, first to last', 'Status, last to first'],
  amount: ['Lowest first', 'Highest first'],
  balance: ['Least open first', 'Most open first'],
}

export type BillFilter = {
  page: number
  assessmentProgramId: string | null
  status: BillStatus | null
  pageSize?: number
  search?: string
} & Partial<BillSort>

/** A page's list of bills, with their actions; the app hands it to the pages of other features (pages.tsx). */
export type BillListProps = {
  filter: BillFilter
  onPage: (page: number) => void
  /** Without it the list keeps its order. */
  onSort?: (sort: BillSort) => void
  onClear?: () => void
  ofProgram?: boolean
}

export type Bills = ListOf<Bill>

export const useBills = (filter: BillFilter) =>
  useQuery({
    queryKey: ['bills', filter],
    queryFn: ({ signal }) => get<Bills>('/assessment-bills', { query: { pageSize: PAGE_SIZE, ...filter }, signal }),
    placeholderData: keepPreviousData,
  })
