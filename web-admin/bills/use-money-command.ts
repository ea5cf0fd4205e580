import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Bill } from '../../modules/bills/contract.ts'
import type { DataOf } from '../../modules/kernel/api.ts'
import { useAttempt } from '../domain/api/attempt.ts'
import { ApiError } from '../domain/api/client.ts'
import { postVersioned } from '../domain/api/versioned.ts'
import { showBill } from './use-bill-action.ts'

type Answer = DataOf<Bill>

type Asked = { path: string; body: unknown; etag: string | null }

/** Something that changes a bill's money: once, however often it is tried, and only on the bill as it was seen. */
export const useMoneyCommand = (billId: string) => {
  const client = useQueryClient()
  const attempt = useAttempt()
  return useMutation({
    mutationFn: ({ path, body, etag }: Asked) => postVersioned<Answer>(path, body, etag, attempt.keyFor({ path, body, etag })),
    onSuccess: (answer) => {
      attempt.done()
      showBill(client, answer)
    },
    // What somebody else has made of the bill stands beside the form; what was typed stays.
    onError: (error) =>
      error instanceof ApiError && (error.status === 412 || error.status === 409)
        ? client.invalidateQueries({ queryKey: ['bill', billId] })
        : undefined,
  })
}
