import { useQuery } from '@tanstack/react-query'
import type { Bill, BillCounts, BillStatus, BillsQuery, Credit } from '../../../modules/bills/contract.ts'
import type { ListOf } from '../../../modules/shared/api.ts'
import { PAGE_SIZE } from '../../../modules/shared/page-size.ts'
import type { OrderWords } from '../../ui/list-params.ts'
import type { Sort } from '../../ui/table.tsx'
import { dataOf, useAnswer, usePageOf } from '../queries.ts'

export type BillSort = Sort<BillsQuery['orderBy']>
export const newestBills: BillSort = { orderBy: 'createdAt', order: 'desc' }
export const billOrders: OrderWords<BillSort['orderBy']> = {
  createdAt: ['Oldest first', 'Newest first'],
  dueDate: ['Due first', 'Due last'],
  payor: ['Payor A to Z', 'Payor Z to A'],
  program: ['Program A to Z', 'Program Z to A'],
  status: ['Status A to Z', 'Status Z to A'],
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

/** The list of bills with their actions. Other features get it from pages.tsx. */
export type BillListProps = {
  filter: BillFilter
  onPage: (page: number) => void
  /** Absent: the order cannot be changed. */
  onSort?: (sort: BillSort) => void
  onClear?: () => void
  ofProgram?: boolean
}

export const useBills = (filter: BillFilter) => usePageOf<Bill>(['bills', filter], '/assessment-bills', { pageSize: PAGE_SIZE, ...filter })

/** Number of bills by status, of the network or of one program; a status without bills is absent. */
export const billCounts = (assessmentProgramId: string | null = null) =>
  dataOf<BillCounts>(['bill-counts', assessmentProgramId], '/bill-counts', { query: { assessmentProgramId } })

export const allOf = (counts: BillCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

export const useBillCounts = (assessmentProgramId: string | null) => useQuery(billCounts(assessmentProgramId)).data

/** Unapplied credits, oldest first: of one payor, or of all. */
export const useCredits = (payorId?: string) =>
  useAnswer<ListOf<Credit>>(['credits', payorId ?? 'of all'], '/credits', { query: { ...(payorId ? { payorId } : {}), pageSize: 100 } })
