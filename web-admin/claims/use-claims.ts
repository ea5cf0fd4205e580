import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClaimDecided, ClaimsDecided, WaitingClaim } from '../../modules/bills/contract.ts'
import type { ListOf } from '../../modules/kernel/api.ts'
import { useAttempt } from '../domain/api/attempt.ts'
import { get, post } from '../domain/api/client.ts'
import { noteChange } from '../domain/live/gather.ts'

type Claims = ListOf<WaitingClaim>
const PAGE_SIZE = 50

/** The payments that payors say they sent, the longest waiting first, fifty a page. */
export const useClaims = (page: number) =>
  useQuery({
    queryKey: ['claims', page],
    queryFn: ({ signal }) => get<Claims>('/claims', { query: { page, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  })

/** Without a reason the payments have arrived; with one, they have not. */
export type Decision = { billIds: string[]; reason?: string }

/** Decides on many claims at once, each once, however often it is tried (R174). */
export const useDecideClaims = () => {
  const client = useQueryClient()
  const attempt = useAttempt()
  return useMutation({
    mutationFn: async (decision: Decision): Promise<ClaimDecided[]> => {
      const path = decision.reason === undefined ? '/claims/confirm' : '/claims/not-received'
      return (await post<ClaimsDecided>(path, decision, { idempotencyKey: attempt.keyFor({ path, decision }) })).data
    },
    onSuccess: async (decided) => {
      attempt.done()
      for (const { billId } of decided) noteChange(client, { kind: 'bill', id: billId })
      await client.invalidateQueries({ queryKey: ['claims'] })
    },
  })
}
