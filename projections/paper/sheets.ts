import type { Contact } from '../../modules/kernel/contact.ts'
import type { Instant } from '../../modules/kernel/dates.ts'
import type { BillId, NetworkId } from '../../modules/kernel/ids.ts'
import type { Language } from '../../modules/kernel/language.ts'
import type { PersonalData } from '../../modules/platform/personal-data/personal-data.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import type { Sheet } from '../../modules/shared/sheet.ts'
import type { BillRow } from '../bills/list.ts'
import { type FoundBill, publicBill } from '../bills/public-bill.ts'
import { type FoundRow, paperPayments, paperRows } from './queries.ts'
import { receiptSheet } from './receipt-sheet.ts'
import { archivedSheet, sheetOf } from './sheet.ts'

/** `language`: the requested one; `otherwise`: the reader's, if none is requested. */
export type Spoken = Readonly<{ language?: Language; otherwise?: Language }>
type SheetOptions = Spoken & Readonly<{ masked?: boolean }>

type Dependencies = Readonly<{
  personal: PersonalData
  contactOf: (network: NetworkId) => Promise<Contact>
  baseUrl: () => string
}>

export const openSheets = ({ personal, contactOf, baseUrl }: Dependencies) => {
  /**
   * The sheets of one network's rows, in their order. The ways to pay are the same as on the pay page, so account
   * numbers are in full only if the bill can be paid; with `masked`, they never are (R70).
   */
  const sheetsOf = async (db: Queries, rows: readonly FoundRow[], { masked = false, ...spoken }: SheetOptions = {}): Promise<Sheet[]> => {
    const [first] = rows
    if (!first) return []
    const [payments, contact] = await Promise.all([
      paperPayments(
        db,
        rows.map(({ id }) => id),
      ),
      contactOf(first.networkId),
    ])
    const byId = new Map<BillId, BillRow>(rows.map((row) => [row.id, row]))
    // Paper reads the payments separately, for all rows at once.
    const find = publicBill({ find: async (id) => byId.get(id) ?? null, personal, paymentsOf: async () => [] })
    return Promise.all(
      rows.map(async (row) => {
        const found = await find(row.id)
        const shown = masked ? found?.masked() : found?.shown
        return sheetOf({
          row,
          shown: shown && 'code' in shown ? shown : null,
          payments: payments.get(row.id) ?? [],
          contact,
          payUrl: `${baseUrl()}/pay/${row.id}`,
          ...spoken,
        })
      }),
    )
  }
  const rowOf = async (db: Queries, now: Instant, id: BillId): Promise<FoundRow | null> => {
    const [row] = await paperRows(db, now, [id])
    return row && row.status !== 'Draft' ? row : null
  }
  return {
    sheetsOf,
    rowOf,
    contactOf,
    /** The sheet for any holder of a bill's link. */
    publicSheet: async (db: Queries, row: FoundRow, spoken: Spoken = {}): Promise<Sheet> => {
      const [sheet] = row.status === 'Archived' ? [] : await sheetsOf(db, [row], spoken)
      return sheet ?? archivedSheet(spoken.language ?? spoken.otherwise ?? row.language)
    },
    /** The receipt of a payment, for the same readers as its page; null if the bill has no such payment. */
    receiptOf: (bill: FoundBill['shown'], paymentId: string, { language: chosen, otherwise = 'en' }: Spoken): Sheet | null => {
      if (!('payments' in bill)) return archivedSheet(chosen ?? otherwise)
      const payment = bill.payments.find(({ id }) => id === paymentId)
      const language = chosen ?? payment?.language ?? otherwise
      return payment ? receiptSheet({ bill, payment, language, url: `${baseUrl()}/pay/${bill.id}/receipts/${payment.id}` }) : null
    },
  }
}
export type OpenSheets = ReturnType<typeof openSheets>
