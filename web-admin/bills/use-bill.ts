import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Bill } from '../../modules/bills/contract.ts'
import type { DataOf } from '../../modules/kernel/api.ts'
import type { SettledPayment } from '../../modules/payments/contract.ts'
import { get } from '../domain/api/client.ts'
import { getVersioned } from '../domain/api/versioned.ts'

type Answer = DataOf<Bill>
type Payments = DataOf<SettledPayment[]>

/** A bill with the ETag of what was read, for whoever keeps its network's books; `always`: read anew, however lately it was read. */
export const useBill = (id: string, { always = false } = {}) =>
  useQuery({
    queryKey: ['bill', id],
    queryFn: async ({ signal }) => {
      const { value, etag } = await getVersioned<Answer>(`/assessment-bills/${id}`, signal)
      return { value: value.data, etag }
    },
    ...(always ? { refetchOnMount: 'always' as const } : {}),
  })

/** The payments that came in for a bill, newest first; those known at a moment, where one is given. */
export const useBillPayments = (id: string, asOf: string | null = null) =>
  useQuery({
    queryKey: ['bill', id, 'payments', asOf],
    queryFn: async ({ signal }) => (await get<Payments>(`/assessment-bills/${id}/payments`, { query: { asOf }, signal })).data,
    placeholderData: keepPreviousData,
  })
