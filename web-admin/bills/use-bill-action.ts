import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Bill } from '../../modules/bills/contract.ts'
import type { DataOf, ListOf } from '../../modules/kernel/api.ts'
import { ApiError } from '../domain/api/client.ts'
import { putVersioned, type Versioned } from '../domain/api/versioned.ts'
import { noteChange } from '../domain/live/gather.ts'

type Answer = DataOf<Bill>

/** The row takes the answer and keeps its place, also where its new status is filtered out; so does the bill's page. */
export const showBill = (client: QueryClient, { value: { data: bill }, etag }: Versioned<{ data: Bill }>) => {
  client.setQueriesData<ListOf<Bill>>(
    { queryKey: ['bills'] },
    (list) => list && { ...list, data: list.data.map((row) => (row.id === bill.id ? bill : row)) },
  )
  // Lists under other filters hold what was so before: they are read again when they are shown next.
  void client.invalidateQueries({ queryKey: ['bills'], refetchType: 'none' })
  client.setQueryData<Versioned<Bill>>(['bill', bill.id], { value: bill, etag })
  // Its page shows at once what came of the press; all else waits for the news that others get.
  void client.invalidateQueries({ queryKey: ['bill', bill.id], predicate: ({ queryKey }) => queryKey.length > 2 })
  noteChange(client, { kind: 'bill', id: bill.id })
}

export type BillAction = 'mark-as-paid' | 'archive'

/** An action on the bill as it was read; refused with 412 when it has changed since, and then the bill is read again. */
export const useBillAction = (id: string, action: BillAction) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ etag, body = {} }: { etag: string | null; body?: object }) =>
      putVersioned<Answer>(`/assessment-bills/${id}/${action}`, body, etag),
    onSuccess: (answer) => showBill(client, answer),
    onError: (error) => (error instanceof ApiError && error.status === 412 ? client.invalidateQueries({ queryKey: ['bill', id] }) : undefined),
  })
}
