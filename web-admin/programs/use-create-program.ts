import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Program } from '../../modules/programs/contract.ts'
import { useAttempt } from '../api/attempt.ts'
import { post } from '../api/client.ts'
import type { ProgramBody } from './program-fields.ts'

export const useCreateProgram = () => {
  const client = useQueryClient()
  const attempt = useAttempt()
  return useMutation({
    mutationFn: ({ networkId, body }: { networkId: string; body: ProgramBody }) =>
      post(`/networks/${networkId}/assessments`, body, Program, { idempotencyKey: attempt.keyFor({ networkId, body }) }),
    onSuccess: () => {
      attempt.done()
      // Creating a program in another network switches to it, so nothing that was loaded holds.
      return client.invalidateQueries()
    },
  })
}
