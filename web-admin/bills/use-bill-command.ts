import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { Bill } from '../../modules/bills/contract.ts'
import { dataOf, type ListOf } from '../../modules/kernel/api.ts'
import { put } from '../api/client.ts'

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

export const useBillCommand = <Body>(id: string, path: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: Body) => (await put(`/assessment-bills/${id}/${path}`, body, Answer)).data,
    onSuccess: (bill) => showBill(client, bill),
  })
}
