import { useQuery } from '@tanstack/react-query'
import type { AddressFailure, PrintedBills, PrintedSheet, WhichBills } from '../../modules/messages/contract.ts'
import type { Sheet } from '../../modules/shared/sheet.ts'
import { get } from '../domain/api/client.ts'

/** So many sheets are a file's work: a page of more would take a browser minutes. */
export const MOST_SHEETS = 300

const sheetPath = (billId: string) => `/assessment-bills/${billId}/sheet`

/** How to pay, with whole account numbers: they are masked for Admins, so it is asked for as the bill's payor would. */
const howToPay = async (billId: string, signal: AbortSignal) =>
  (await get<PrintedSheet>(sheetPath(billId), { signal, asGuest: true })).data.pay?.methods

/** Paper stays as it is printed: it is read anew whenever it is looked at. */
const asItIs = { staleTime: 0, gcTime: 0 } as const

/** The same ways to pay on a sheet that has some. */
const withMethods = (sheet: Sheet, methods: Awaited<ReturnType<typeof howToPay>>): Sheet =>
  sheet.pay && methods ? { ...sheet, pay: { ...sheet.pay, methods } } : sheet

/** Every sheet of a program, page by page, with how to pay: as the first of them says it for all. Of too many, their number alone. `failing`: bills of payors whose address fails. */
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

/** One bill's sheet. */
export const usePrintedBill = (billId: string) =>
  useQuery({
    queryKey: ['printed-bill', billId],
    queryFn: async ({ signal }) => {
      const { data } = await get<PrintedSheet>(sheetPath(billId), { signal })
      return withMethods(data, data.pay ? await howToPay(billId, signal) : undefined)
    },
    ...asItIs,
  })
