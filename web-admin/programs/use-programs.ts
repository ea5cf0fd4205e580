import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listOf } from '../../modules/kernel/api.ts'
import { Program } from '../../modules/programs/contract.ts'
import { get } from '../api/client.ts'

const Programs = listOf(Program)

/** Ten a page, newest first. */
export const usePrograms = (page: number) =>
  useQuery({
    queryKey: ['programs', page],
    queryFn: ({ signal }) => get('/assessments', Programs, { query: { page, pageSize: 10 }, signal }),
    placeholderData: keepPreviousData,
  })
