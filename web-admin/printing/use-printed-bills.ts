import { useQuery } from '@tanstack/react-query'
import type { AddressFailure, PrintedBills, PrintedSheet, WhichBills } from '../../modules/messages/contract.ts'
import type { Sheet } from '../../modules/shared/sheet.ts'
import { get } from '../domain/api/client.ts'

/** The most bills that a browser prints in reasonable time; more are only offered as PDF. */
export const MOST_SHEETS = 300

const sheetPath = (billId: string) => `/assessment-bills/${billId}/sheet`

/**
 * The ways to pay a bill, with full account numbers. The request is sent without the session, as a payor's would be,
 * since Admins get masked numbers.
 */
const howToPay = async (billId: string, signal: AbortSignal) =>
  (await get<PrintedSheet>(sheetPath(billId), { signal, asGuest: true })).data.pay?.methods

/** Never cached, so that the latest state is printed. */
const asItIs = { staleTime: 0, gcTime: 0 } as const

/** Puts the full account numbers into a sheet. */
const withMethods = (sheet: Sheet, methods: Awaited<ReturnType<typeof howToPay>>): Sheet =>
  sheet.pay && methods ? { ...sheet, pay: { ...sheet.pay, methods } } : sheet

/**
 * All sheets of a program. The payment methods are the same for all bills, so they are fetched only for the first. For
 * more than MOST_SHEETS bills, returns only how many there are. `failing`: bills of payors with a failing address.
 */
export const usePrintedBills = (programId: string, open: WhichBills) =>
  useQuery({
    queryKey: ['printed-bills', programId, open],
    queryFn: async ({ signal }) => {
      const sheets: (readonly [billId: string, Sheet])[] = []
      const failing: Readonly<{ billId: string; payorName: string; failure: AddressFailure }>[] = []
      for (let page = 1; ; page += 1) {
        const { data, pagination } = await get<PrintedBills>(`/assessment-programs/${programId}/print-bills`, {
          query: { page, pageSize: 100, open },
          signal,
        })
        const { totalItems, totalPages } = pagination
        if (totalItems > MOST_SHEETS) return { sheets: [], total: totalItems, failing }
        sheets.push(...data.map(({ billId, sheet }) => [billId, sheet] as const))
        for (const { billId, payorName, failing: failure } of data) if (failure) failing.push({ billId, payorName, failure })
        if (page < totalPages) continue
        const [first] = sheets
        const methods = first && (await howToPay(first[0], signal))
        return { sheets: sheets.map(([billId, sheet]) => [billId, withMethods(sheet, methods)] as const), total: sheets.length, failing }
      }
    },
    ...asItIs,
  })

export const usePrintedBill = (billId: string) =>
  useQuery({
    queryKey: ['printed-bill', billId],
    queryFn: async ({ signal }) => {
      const { data } = await get<PrintedSheet>(sheetPath(billId), { signal })
      return withMethods(data, data.pay ? await howToPay(billId, signal) : undefined)
    },
    ...asItIs,
  })
