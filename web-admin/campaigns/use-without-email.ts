import { useQuery } from '@tanstack/react-query'
import { listOf } from '../../modules/kernel/api.ts'
import { BillWithoutEmail } from '../../modules/messages/contract.ts'
import { get } from '../api/client.ts'

const Bills = listOf(BillWithoutEmail)

/** Open bills of a program whose payors have no e-mail address: they are printed. */
export const useWithoutEmail = (programId: string, pageSize: number) =>
  useQuery({
    queryKey: ['without-email', programId, pageSize],
    queryFn: ({ signal }) => get(`/assessment-programs/${programId}/without-email`, Bills, { query: { pageSize }, signal }),
  })
