import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataOf } from '../../modules/kernel/api.ts'
import { Program } from '../../modules/programs/contract.ts'
import { put } from '../api/client.ts'
import { reloadProgram } from './reload-program.ts'

const Answer = dataOf(Program)

export type NextStatus = 'Completed' | 'Active' | 'Archived'

export const useChangeProgramStatus = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (status: NextStatus) => put(`/assessment-programs/${id}/status`, { status }, Answer),
    onSuccess: () => reloadProgram(client, id),
  })
}
