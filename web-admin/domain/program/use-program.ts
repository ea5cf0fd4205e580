import { useQuery } from '@tanstack/react-query'
import type { Program } from '../../../modules/programs/contract.ts'
import { getVersioned } from '../api/versioned.ts'

/** Asks nothing without an id. */
export const useProgram = (id: string | null) =>
  useQuery({
    queryKey: ['program', id],
    queryFn: ({ signal }) => getVersioned<Program>(`/assessments/${id}`, signal),
    enabled: id !== null,
  })
