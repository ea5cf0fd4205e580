import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Role } from '../../modules/identity/contract.ts'
import type { Admitted } from '../../modules/networks/contract.ts'
import { useAttempt } from '../domain/api/attempt.ts'
import { post } from '../domain/api/client.ts'
import { sessionQuery } from '../domain/session/session.ts'

export type Wanted = { email: string; role: Role; expiresAt: string | null }

/** Invites somebody, sends an invitation again, or changes a role: the same call with the same address. */
export const useAdmit = (networkId: string) => {
  const client = useQueryClient()
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (body: Wanted) => post<Admitted>(`/networks/${networkId}/people`, body, { idempotencyKey: attempt.keyFor(body) }),
    onSuccess: async () => {
      attempt.done()
      // One's own role may be the one that changed.
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      await client.invalidateQueries({ queryKey: ['people', networkId] })
    },
  })
}
