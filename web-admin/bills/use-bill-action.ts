import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { Bill } from '../../modules/bills/contract.ts'
import { dataOf, type ListOf } from '../../modules/kernel/api.ts'
import { ApiError } from '../api/client.ts'
import { putVersioned } from '../api/versioned.ts'

const Answer = dataOf(Bill)

/** The row takes the answer and keeps its place, also where its new status is filtered out. */
export const showBill = (client: QueryClient, bill: Bill) => {
  client.setQueriesData<ListOf<Bill>>(
    { queryKey: ['bills'] },
    (list) => list && { ...list, data: list.data.map((row) => (row.id === bill.id ? bill : row)) },
  )
  // Lists under other filters hold what was so before: they are read again when they are shown next.
  void client.invalidateQueries({ queryKey: ['bills'], refetchType: 'none' })
  for (const queryKey of [
    ['bill'],
    ['program-stats', bill.program.id],
    ['bill-counts'],
    ['payments'],
    ['credits'],
    ['member'],
    ['members'],
    ['dashboard'],
  ])
    void client.invalidateQueries({ queryKey })
}

export type BillAction = 'mark-as-paid' | 'archive'

/** An action on the bill as it was read; refused with 412 when it has changed since, and then the bill is read again. */
export const useBillAction = (id: string, action: BillAction) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (etag: string | null) => (await putVersioned(`/assessment-bills/${id}/${action}`, {}, Answer, etag)).value.data,
    onSuccess: (bill) => showBill(client, bill),
    onError: (error) => (error instanceof ApiError && error.status === 412 ? client.invalidateQueries({ queryKey: ['bill', id] }) : undefined),
  })
}
