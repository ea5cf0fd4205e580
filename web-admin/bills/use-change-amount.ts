import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bill } from '../../modules/bills/contract.ts'
import { dataOf } from '../../modules/kernel/api.ts'
import { putVersioned } from '../api/versioned.ts'
import { showBill } from './use-bill-action.ts'

export const useChangeAmount = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { amount: number }) => putVersioned(`/assessment-bills/${id}/amount`, body, dataOf(Bill), null),
    onSuccess: (answer) => showBill(client, answer),
  })
}
