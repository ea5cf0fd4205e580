import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataOf } from '../../modules/kernel/api.ts'
import { Program } from '../../modules/programs/contract.ts'
import { put } from '../api/client.ts'
import { reloadProgram } from './reload-program.ts'

const Answer = dataOf(Program)

/** For good; a failure is only logged. */
export const useAttachProfile = (programId: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (paymentProfileId: string) => put(`/assessment-programs/${programId}/payment-profile`, { paymentProfileId }, Answer),
    // Bills of members uploaded before are generated now, so the figures change too.
    onSuccess: () => reloadProgram(client, programId),
    onError: (error) => console.error('Attaching the payment profile failed', error),
  })
}
