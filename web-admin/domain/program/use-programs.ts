import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListOf } from '../../../modules/kernel/api.ts'
import { PAGE_SIZE } from '../../../modules/kernel/page-size.ts'
import type { Program, ProgramStatus } from '../../../modules/programs/contract.ts'
import { get } from '../api/client.ts'

type Programs = ListOf<Program>

export type ProgramFilter = { page: number; search: string; status: ProgramStatus | null }

/** Ten a page, newest first. */
export const usePrograms = (filter: ProgramFilter) =>
  useQuery({
    queryKey: ['programs', filter],
    queryFn: ({ signal }) => get<Programs>('/assessments', { query: { ...filter, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  })
