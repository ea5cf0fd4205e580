import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Differences } from '../../modules/audit/contract.ts'
import type { LocalDate } from '../../modules/kernel/dates.ts'
import { PAGE_SIZE } from '../../modules/kernel/page-size.ts'
import { get } from '../domain/api/client.ts'

/** What differs between the ends of two days, the second of which may be a moment; a page of the bills. */
export const useChanges = (from: LocalDate, to: string, page: number, enabled: boolean) =>
  useQuery({
    queryKey: ['changes', from, to, page],
    queryFn: ({ signal }) => get<Differences>('/audit/diff', { query: { from, to, page, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
