import { useQuery } from '@tanstack/react-query'
import { Bill } from '../../modules/bills/contract.ts'
import { dataOf } from '../../modules/kernel/api.ts'
import { History } from '../../modules/kernel/history.ts'
import { get } from '../api/client.ts'
import { getVersioned } from '../api/versioned.ts'
import { Payments } from '../payors/use-payments.ts'

const Answer = dataOf(Bill)

/** A bill with the ETag of what was read, for whoever keeps its network's books. */
export const useBill = (id: string) =>
  useQuery({
    queryKey: ['bill', id],
    queryFn: async ({ signal }) => {
      const { value, etag } = await getVersioned(`/assessment-bills/${id}`, Answer, signal)
      return { value: value.data, etag }
    },
  })

/** Everything that happened to a bill, oldest first. */
export const useBillHistory = (id: string) =>
  useQuery({
    queryKey: ['bill', id, 'history'],
    queryFn: async ({ signal }) => (await get(`/assessment-bills/${id}/history`, History, { signal })).data,
  })

/** The payments that came in for a bill, newest first. The search finds a bill's payments by its id. */
export const useBillPayments = (id: string) =>
  useQuery({
    queryKey: ['bill', id, 'payments'],
    queryFn: async ({ signal }) =>
      (await get('/payments', Payments, { query: { search: id, pageSize: 100 }, signal })).data.filter(({ billId }) => billId === id),
  })
