import { useQuery } from '@tanstack/react-query'
import type { AppliedCredit, Credit } from '../../../modules/bills/contract.ts'
import type { DataOf, ListOf } from '../../../modules/kernel/api.ts'
import { get } from '../api/client.ts'

type Credits = ListOf<Credit>
type Applied = DataOf<AppliedCredit[]>

/** Money that settles no bill yet, oldest first: of one payor, or of all. */
export const useCredits = (payorId?: string) =>
  useQuery({
    queryKey: ['credits', payorId ?? 'of all'],
    queryFn: ({ signal }) => get<Credits>('/credits', { query: { ...(payorId ? { payorId } : {}), pageSize: 100 }, signal }),
  })

/** What credit of other bills settles of a bill. */
export const useAppliedCredits = (billId: string) =>
  useQuery({
    queryKey: ['bill', billId, 'credits'],
    queryFn: async ({ signal }) => (await get<Applied>(`/assessment-bills/${billId}/credits`, { signal })).data,
  })
