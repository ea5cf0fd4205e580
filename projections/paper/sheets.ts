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

/** `language` is asked for; `otherwise` is the reader's own, where nobody asks. */
export type Spoken = Readonly<{ language?: Language; otherwise?: Language }>
type Told = Spoken & Readonly<{ masked?: boolean }>

type Dependencies = Readonly<{
  personal: PersonalData
  contactOf: (network: NetworkId) => Promise<Contact>
  /** The address for payors. */
  baseUrl: () => string
}>

/** Bills as they are told on paper. */
export const openSheets = ({ personal, contactOf, baseUrl }: Dependencies) => {
  /**
   * The sheets of rows of one network, in their order. How to pay stands on each as on its pay page, so account numbers are whole on paper where
   * it can be paid, and nowhere else; `masked`: not even there (R70).
   */
  const sheetsOf = async (db: Queries, rows: readonly FoundRow[], { masked = false, ...spoken }: Told = {}): Promise<Sheet[]> => {
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
    // Paper lists the payments by itself, of all rows at once.
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
    /** The sheet that anybody gets who holds a bill's link. */
    publicSheet: async (db: Queries, row: FoundRow, spoken: Spoken = {}): Promise<Sheet> => {
      const [sheet] = row.status === 'Archived' ? [] : await sheetsOf(db, [row], spoken)
      return sheet ?? archivedSheet(spoken.language ?? spoken.otherwise ?? row.language)
    },
    /** The receipt of a payment, as open as its page; null where the bill has no such payment. */
    receiptOf: (bill: FoundBill['shown'], paymentId: string, { language: chosen, otherwise = 'en' }: Spoken): Sheet | null => {
      if (!('payments' in bill)) return archivedSheet(chosen ?? otherwise)
      const payment = bill.payments.find(({ id }) => id === paymentId)
      const language = chosen ?? payment?.language ?? otherwise
      return payment ? receiptSheet({ bill, payment, language, url: `${baseUrl()}/pay/${bill.id}/receipts/${payment.id}` }) : null
    },
  }
}
export type OpenSheets = ReturnType<typeof openSheets>
