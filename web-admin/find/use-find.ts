import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dataOf } from '../../modules/kernel/api.ts'
import { Found } from '../../modules/networks/contract.ts'
import { get } from '../api/client.ts'

const Answer = dataOf(Found.array())

/** Less finds everything. */
export const LEAST = 2

/** What of the network has these words: bills, payors, programs, payments. */
export const useFind = (words: string) =>
  useQuery({
    queryKey: ['find', words],
    queryFn: async ({ signal }) => (await get('/find', Answer, { query: { q: words }, signal })).data,
    enabled: words.length >= LEAST,
    placeholderData: keepPreviousData,
  })
