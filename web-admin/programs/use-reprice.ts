import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DataOf } from '../../modules/kernel/api.ts'
import type { Repriced } from '../../modules/programs/contract.ts'
import { post } from '../domain/api/client.ts'
import { reloadProgram } from '../domain/program/reload-program.ts'

type Answer = DataOf<Repriced>

const reprice = async (id: string, dryRun: boolean) => (await post<Answer>(`/assessment-programs/${id}/reprice`, { dryRun })).data

/** What a re-price would change now; changes nothing. */
export const useRepricePreview = (id: string) => useQuery({ queryKey: ['reprice', id], queryFn: () => reprice(id, true), staleTime: 0, gcTime: 0 })

/** Gives the bills that may take it the program's new amount (R52). */
export const useReprice = (id: string) => {
  const client = useQueryClient()
  return useMutation({ mutationFn: () => reprice(id, false), onSuccess: () => reloadProgram(client, id) })
}
