import { useQuery } from '@tanstack/react-query'
import { type PrintedBill, PrintedBills } from '../../modules/messages/contract.ts'
import { get } from '../api/client.ts'

/** Every sheet of a program, page by page, with how to pay. */
export const usePrintedBills = (programId: string) =>
  useQuery({
    queryKey: ['printed-bills', programId],
    queryFn: async ({ signal }) => {
      const bills: PrintedBill[] = []
      for (let page = 1; ; page += 1) {
        const { data, pagination, methods, language } = await get(`/assessment-programs/${programId}/print-bills`, PrintedBills, {
          query: { page, pageSize: 100 },
          signal,
        })
        bills.push(...data)
        if (page >= pagination.totalPages) return { bills, methods, language }
      }
    },
  })
