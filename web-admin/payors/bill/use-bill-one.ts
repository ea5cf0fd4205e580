import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BilledOne } from '../../../modules/bills/contract.ts'
import type { ListOf } from '../../../modules/kernel/api.ts'
import type { Program } from '../../../modules/programs/contract.ts'
import { useAttempt } from '../../domain/api/attempt.ts'
import { get, post } from '../../domain/api/client.ts'
import { reloadProgram } from '../../domain/program/reload-program.ts'

type Asked = { programId: string; memberId: string; amount: number | null }

/** Bills one payor once, however often it is tried. */
export const useBillOne = () => {
  const client = useQueryClient()
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (asked: Asked) => {
      const { programId, ...body } = asked
      return post<BilledOne>(`/assessment-programs/${programId}/bills`, body, { idempotencyKey: attempt.keyFor(asked) })
    },
    onSuccess: (_, { programId }) => {
      attempt.done()
      return reloadProgram(client, programId)
    },
  })
}

type Programs = ListOf<Program>

/** The programs that take bills now, newest first. */
export const useOpenPrograms = (wanted: boolean) =>
  useQuery({
    queryKey: ['programs', 'open'],
    queryFn: async ({ signal }) => (await get<Programs>('/assessments', { query: { status: 'Active', pageSize: 100 }, signal })).data,
    enabled: wanted,
  })
