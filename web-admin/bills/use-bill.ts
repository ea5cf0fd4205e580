import { useQuery } from '@tanstack/react-query'
import { Bill } from '../../modules/bills/contract.ts'
import { dataOf, listOf } from '../../modules/kernel/api.ts'
import { History } from '../../modules/kernel/history.ts'
import { Message } from '../../modules/messages/contract.ts'
import { SettledPayment } from '../../modules/payments/contract.ts'
import { get } from '../api/client.ts'
import { getVersioned } from '../api/versioned.ts'

const Answer = dataOf(Bill)
const Payments = dataOf(SettledPayment.array())
const Messages = listOf(Message)

/** A bill with the ETag of what was read, for whoever keeps its network's books; `always`: read anew, however lately it was read. */
export const useBill = (id: string, { always = false } = {}) =>
  useQuery({
    queryKey: ['bill', id],
    queryFn: async ({ signal }) => {
      const { value, etag } = await getVersioned(`/assessment-bills/${id}`, Answer, signal)
      return { value: value.data, etag }
    },
    ...(always ? { refetchOnMount: 'always' as const } : {}),
  })

/** Everything that happened to a bill, oldest first. */
export const useBillHistory = (id: string) =>
  useQuery({
    queryKey: ['bill', id, 'history'],
    queryFn: async ({ signal }) => (await get(`/assessment-bills/${id}/history`, History, { signal })).data,
  })

/** The payments that came in for a bill, newest first. */
export const useBillPayments = (id: string) =>
  useQuery({
    queryKey: ['bill', id, 'payments'],
    queryFn: async ({ signal }) => (await get(`/assessment-bills/${id}/payments`, Payments, { signal })).data,
  })

/** The mails about a bill, newest first: a hundred are years of reminders. */
export const useBillMails = (billId: string) =>
  useQuery({
    queryKey: ['messages', 'bill', billId],
    queryFn: async ({ signal }) => (await get('/messages', Messages, { query: { billId, pageSize: 100 }, signal })).data,
  })
