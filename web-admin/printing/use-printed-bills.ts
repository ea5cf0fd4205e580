import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { PublicMethods } from '../../modules/bills/contract.ts'
import { dataOf } from '../../modules/kernel/api.ts'
import { type PrintedBill, PrintedBills } from '../../modules/messages/contract.ts'
import { get } from '../api/client.ts'

const Payable = dataOf(z.object({ paymentProfile: z.object({ methods: PublicMethods }).nullish() }))

/**
 * Every sheet of a program, page by page, with how to pay: as the pay page of the first of them says for all. Account numbers are masked for
 * Admins, so it is asked for as its payor would.
 */
export const usePrintedBills = (programId: string) =>
  useQuery({
    queryKey: ['printed-bills', programId],
    queryFn: async ({ signal }) => {
      const bills: PrintedBill[] = []
      for (let page = 1; ; page += 1) {
        const { data, pagination, language } = await get(`/assessment-programs/${programId}/print-bills`, PrintedBills, {
          query: { page, pageSize: 100 },
          signal,
        })
        bills.push(...data)
        if (page < pagination.totalPages) continue
        const first = bills[0] && (await get(`/assessment-bills/${bills[0].billId}`, Payable, { signal, asGuest: true }))
        return { bills, methods: first?.data.paymentProfile?.methods ?? {}, language }
      }
    },
  })
