import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RemovedPayor, RemovePayor } from '../../../modules/bills/contract.ts'
import { post } from '../../domain/api/client.ts'
import { reloadProgram } from '../../domain/program/reload-program.ts'

/** Takes a payor off a program. */
export const useRemovePayor = (memberId: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ programId, ...body }: Omit<RemovePayor, 'memberId'> & { programId: string }) =>
      post<{ data: RemovedPayor }>(`/assessment-programs/${programId}/removals`, { memberId, ...body }),
    onSuccess: (_, { programId }) => reloadProgram(client, programId),
  })
}
