import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Verification } from '../../modules/identity/contract.ts'
import type { Program } from '../../modules/programs/contract.ts'
import { useAttempt } from '../domain/api/attempt.ts'
import { get, post } from '../domain/api/client.ts'
import { shownNetwork } from '../domain/api/tab-network.ts'
import { useEnter } from '../domain/session/session.ts'
import type { ProgramBody } from './program-values.ts'

export const useCreateProgram = () => {
  const client = useQueryClient()
  const attempt = useAttempt()
  const enter = useEnter()
  return useMutation({
    mutationFn: ({ networkId, body }: { networkId: string; body: ProgramBody }) =>
      post<Program>(`/networks/${networkId}/assessments`, body, { idempotencyKey: attempt.keyFor({ networkId, body }) }),
    onSuccess: async ({ network }) => {
      attempt.done()
      if (network.id === shownNetwork()) return client.invalidateQueries()
      // Creating a program in another network switches to it.
      const { user } = await get<Verification>('/auth/verify')
      if (user) enter(user)
    },
  })
}
