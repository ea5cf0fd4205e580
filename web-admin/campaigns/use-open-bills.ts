import { useBillCount } from '../bills/use-bill-count.ts'

const open = ['Unpaid', 'Partial', 'Overdue', 'Failed'] as const

/** How many bills of a program are still to be paid, undefined until that is known. */
export const useOpenBills = (programId: string): number | undefined => {
  const counts = [
    useBillCount(open[0], programId),
    useBillCount(open[1], programId),
    useBillCount(open[2], programId),
    useBillCount(open[3], programId),
  ]
  return counts.reduce((sum: number | undefined, count) => (sum === undefined || count === undefined ? undefined : sum + count), 0)
}
