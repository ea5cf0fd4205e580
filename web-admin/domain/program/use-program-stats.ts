import { useQuery } from '@tanstack/react-query'
import type { ProgramStats } from '../../../modules/programs/contract.ts'
import { get } from '../api/client.ts'

const LOGIN_DELAY = 100

/** One call per program, made when `wanted`, and kept until something changes the figures. */
export const useProgramStats = (id: string, wanted: boolean) =>
  useQuery({
    queryKey: ['program-stats', id],
    queryFn: ({ signal }) => get<ProgramStats>(`/assessment-programs/${id}/count`, { signal, loginDelay: LOGIN_DELAY }),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
