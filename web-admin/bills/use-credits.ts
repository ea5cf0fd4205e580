import { useQuery } from '@tanstack/react-query'
import { AppliedCredit, Credit } from '../../modules/bills/contract.ts'
import { dataOf, listOf } from '../../modules/kernel/api.ts'
import { get } from '../api/client.ts'

const Credits = listOf(Credit)
const Applied = dataOf(AppliedCredit.array())

/** Money that settles no bill yet, oldest first: of one payor, or of all. */
export const useCredits = (payorId?: string) =>
  useQuery({
    queryKey: ['credits', payorId ?? 'of all'],
    queryFn: ({ signal }) => get('/credits', Credits, { query: { ...(payorId ? { payorId } : {}), pageSize: 100 }, signal }),
  })

/** What credit of other bills settles of a bill. */
export const useAppliedCredits = (billId: string) =>
  useQuery({
    queryKey: ['bill', billId, 'credits'],
    queryFn: async ({ signal }) => (await get(`/assessment-bills/${billId}/credits`, Applied, { signal })).data,
  })
