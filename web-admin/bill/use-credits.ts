import { useQuery } from '@tanstack/react-query'
import { Credit } from '../../modules/bills/contract.ts'
import { listOf } from '../../modules/kernel/api.ts'
import { get } from '../api/client.ts'

const Credits = listOf(Credit)

/** Money that settles no bill yet, oldest first. */
export const useCredits = () =>
  useQuery({ queryKey: ['credits'], queryFn: ({ signal }) => get('/credits', Credits, { query: { pageSize: 100 }, signal }) })
