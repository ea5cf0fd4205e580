import { useQuery } from '@tanstack/react-query'
import type { ListOf } from '../../../modules/kernel/api.ts'
import type { BillWithoutEmail } from '../../../modules/messages/contract.ts'
import { get } from '../../domain/api/client.ts'

type Bills = ListOf<BillWithoutEmail>

/** Open bills of a program whose payors have no e-mail address or one that fails: they are printed. */
export const useWithoutEmail = (programId: string, pageSize: number) =>
  useQuery({
    queryKey: ['without-email', programId, pageSize],
    queryFn: ({ signal }) => get<Bills>(`/assessment-programs/${programId}/without-email`, { query: { pageSize }, signal }),
  })
