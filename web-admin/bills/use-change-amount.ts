import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Bill } from '../../modules/bills/contract.ts'
import type { DataOf } from '../../modules/kernel/api.ts'
import { putVersioned } from '../domain/api/versioned.ts'
import { showBill } from './use-bill-action.ts'

export const useChangeAmount = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { amount: number }) => putVersioned<DataOf<Bill>>(`/assessment-bills/${id}/amount`, body, null),
    onSuccess: (answer) => showBill(client, answer),
  })
}
