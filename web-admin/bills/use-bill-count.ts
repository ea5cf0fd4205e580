import { useQuery } from '@tanstack/react-query'
import type { BillStatus } from '../../modules/bills/contract.ts'
import { get } from '../api/client.ts'
import { Bills } from './use-bills.ts'

/** How many bills a status has; null is all of them. */
export const useBillCount = (status: BillStatus | null, assessmentProgramId: string | null, enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['bill-counts', assessmentProgramId, status],
    queryFn: async ({ signal }) =>
      (await get('/assessment-bills', Bills, { query: { assessmentProgramId, status, pageSize: 1 }, signal })).pagination.totalItems,
  }).data
