import type { ClaimDecided, ClaimsDecided, WaitingClaim } from '../../modules/bills/contract.ts'
import { post } from '../domain/api/client.ts'
import { useCommand } from '../domain/command.ts'
import { noteChange } from '../domain/live/gather.ts'
import { usePageOf } from '../domain/queries.ts'

/** The payments that payors say they sent, the longest waiting first, fifty a page. */
export const useClaims = (page: number) => usePageOf<WaitingClaim>(['claims', page], '/claims', { page, pageSize: 50 })

/** Without a reason the payments have arrived; with one, they have not. */
export type Decision = { billIds: string[]; reason?: string }

/** Decides on many claims at once, each once, however often it is tried (R174). */
export const useDecideClaims = () =>
  useCommand(
    async (decision: Decision, once): Promise<ClaimDecided[]> =>
      (await post<ClaimsDecided>(decision.reason === undefined ? '/claims/confirm' : '/claims/not-received', decision, once)).data,
    {
      done: (client, decided) => {
        for (const { billId } of decided) noteChange(client, { kind: 'bill', id: billId })
      },
      rereads: [['claims']],
    },
  )
