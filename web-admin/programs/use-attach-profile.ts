import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DataOf } from '../../modules/kernel/api.ts'
import type { Program } from '../../modules/programs/contract.ts'
import { put } from '../domain/api/client.ts'
import { reloadProgram } from '../domain/program/reload-program.ts'

type Answer = DataOf<Program>

/** For good; a failure is only logged. */
export const useAttachProfile = (programId: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (paymentProfileId: string) => put<Answer>(`/assessment-programs/${programId}/payment-profile`, { paymentProfileId }),
    // Bills of members uploaded before are generated now, so the figures change too.
    onSuccess: () => reloadProgram(client, programId),
    onError: (error) => console.error('Attaching the payment profile failed', error),
  })
}
