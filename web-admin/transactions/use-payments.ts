import type { Payment, PaymentsQuery } from '../../modules/payments/contract.ts'
import { usePageOf } from '../domain/queries.ts'
import type { OrderWords } from '../ui/order-words.ts'
import type { Sort } from '../ui/table.tsx'

export type PaymentSort = Sort<PaymentsQuery['orderBy']>
export const newestPayments: PaymentSort = { orderBy: 'createdAt', order: 'desc' }
export const paymentOrders: OrderWords<PaymentSort['orderBy']> = {
  createdAt: ['Oldest first', 'Newest first'],
  payor: ['Payor A to Z', 'Payor Z to A'],
  program: ['Program A to Z', 'Program Z to A'],
  amount: ['Lowest first', 'Highest first'],
}

export type PaymentFilter = { page: number; pageSize: number; assessmentProgramId: string | null; search: string } & PaymentSort

export const usePayments = (filter: PaymentFilter) => usePageOf<Payment>(['payments', filter], '/payments', filter)
