import { queryOptions, useQuery } from '@tanstack/react-query'
import type { BillCounts } from '../../../modules/bills/contract.ts'
import type { DataOf } from '../../../modules/kernel/api.ts'
import { get } from '../api/client.ts'

type Answer = DataOf<BillCounts>

/** How many bills of the network, or of one of its programs, have each status; a status without bills is absent. */
export const billCounts = (assessmentProgramId: string | null = null) =>
  queryOptions({
    queryKey: ['bill-counts', assessmentProgramId],
    queryFn: async ({ signal }) => (await get<Answer>('/bill-counts', { query: { assessmentProgramId }, signal })).data,
  })

export const allOf = (counts: BillCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

export const useBillCounts = (assessmentProgramId: string | null) => useQuery(billCounts(assessmentProgramId)).data
