import { useBillCounts } from '../../domain/bill/use-bill-counts.ts'

const open = ['Unpaid', 'Partial', 'Overdue', 'Failed'] as const

/** How many bills of a program are still to be paid, undefined until that is known. */
export const useOpenBills = (programId: string): number | undefined => {
  const counts = useBillCounts(programId)
  return counts && open.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
}
