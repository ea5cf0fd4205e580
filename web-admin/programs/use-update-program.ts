import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Program } from '../../modules/programs/contract.ts'
import { putVersioned } from '../domain/api/versioned.ts'
import { reloadProgram } from '../domain/program/reload-program.ts'
import type { ProgramBody } from './program-values.ts'

export const useUpdateProgram = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, etag }: { body: ProgramBody; etag: string | null }) => putVersioned<Program>(`/assessments/${id}`, body, etag),
    onSuccess: (program) => {
      client.setQueryData(['program', id], program)
      void reloadProgram(client, id)
    },
  })
}
