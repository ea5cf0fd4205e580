import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bill } from '../../modules/bills/contract.ts'
import { dataOf } from '../../modules/kernel/api.ts'
import { put } from '../api/client.ts'
import { showBill } from './use-bill-action.ts'

export const useChangeAmount = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: { amount: number }) => (await put(`/assessment-bills/${id}/amount`, body, dataOf(Bill))).data,
    onSuccess: (bill) => showBill(client, bill),
  })
}
