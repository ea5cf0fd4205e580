import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DataOf } from '../../modules/kernel/api.ts'
import type { Program } from '../../modules/programs/contract.ts'
import { put } from '../domain/api/client.ts'
import { reloadProgram } from '../domain/program/reload-program.ts'

type Answer = DataOf<Program>

export type NextStatus = 'Completed' | 'Active' | 'Archived'

export const useChangeProgramStatus = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (status: NextStatus) => put<Answer>(`/assessment-programs/${id}/status`, { status }),
    onSuccess: () => reloadProgram(client, id),
  })
}
