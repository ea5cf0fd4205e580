import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DataOf } from '../../modules/kernel/api.ts'
import type { Found } from '../../modules/networks/contract.ts'
import { get } from '../domain/api/client.ts'

type Answer = DataOf<Found[]>

/** Less finds everything. */
export const LEAST = 2

/** What of the network has these words: bills, payors, programs, payments. */
export const useFind = (words: string) =>
  useQuery({
    queryKey: ['find', words],
    queryFn: async ({ signal }) => (await get<Answer>('/find', { query: { q: words }, signal })).data,
    enabled: words.length >= LEAST,
    placeholderData: keepPreviousData,
  })
