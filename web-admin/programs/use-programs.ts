import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listOf } from '../../modules/kernel/api.ts'
import { Program, type ProgramStatus } from '../../modules/programs/contract.ts'
import { get } from '../api/client.ts'

const Programs = listOf(Program)

export type ProgramFilter = { page: number; search: string; status: ProgramStatus | null }

/** Ten a page, newest first. */
export const usePrograms = (filter: ProgramFilter) =>
  useQuery({
    queryKey: ['programs', filter],
    queryFn: ({ signal }) => get('/assessments', Programs, { query: { ...filter, pageSize: 10 }, signal }),
    placeholderData: keepPreviousData,
  })
