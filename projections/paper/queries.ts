import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { ReceiptMethod } from '../../modules/bills/contract.ts'
import type { Instant } from '../../modules/kernel/dates.ts'
import { BillId, type NetworkId, type PayorId, type ProgramId, ReceiptNumber } from '../../modules/kernel/ids.ts'
import { grouped } from '../../modules/kernel/money.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { Language } from '../../modules/shared/api.ts'
import { BillRow, billColumns, billJoins } from '../bills/list.ts'
import type { PaperPayment } from './sheet.ts'

const PaperRow = BillRow.extend({
  collected: z.number().int(),
  adjusted: z.number().int(),
  timeZone: z.string(),
  language: Language,
  sortKey: z.string(),
  position: z.number().int(),
})
export type FoundRow = z.infer<typeof PaperRow>

const rowsWhere = (db: Queries, now: Instant, where: FragmentSqlToken, limit: number) =>
  db.any(sql.type(PaperRow)`
    select ${billColumns(now)}, b.collected, b.adjusted, n.time_zone, n.language, m.sort_key, b.position
    from bills b ${billJoins} where ${where} order by m.sort_key, b.due_date, b.position limit ${limit}`)

export const paperRows = (db: Queries, now: Instant, ids: readonly BillId[]) =>
  rowsWhere(db, now, sql.fragment`b.id = any(${sql.array([...ids], 'text')})`, ids.length)

const all = sql.fragment`true`
/**
 * The payors who get paper: all, or only those without an e-mail address and those in `failing`, whose address fails.
 */
export type PaperFor = 'all' | Readonly<{ failing: readonly PayorId[] }>

const isFor = (payors: PaperFor): FragmentSqlToken =>
  payors === 'all' ? all : sql.fragment`(m.email is null or m.id = any(${sql.array([...payors.failing], 'uuid')}))`

/** The bills b of members m to print: open, and not claimed. */
export const openOnPaper = (payors: PaperFor): FragmentSqlToken =>
  sql.fragment`b.balance > 0 and b.state in ('Unpaid', 'Partial', 'Failed') and ${isFor(payors)}`

/** The open bills of a program by payor, after a given one (keyset pagination). */
export const openBillsBehind = (db: Queries, now: Instant, programId: ProgramId, payors: PaperFor, last: FoundRow | null, limit: number) =>
  rowsWhere(
    db,
    now,
    sql.fragment`b.program_id = ${programId} and ${openOnPaper(payors)} and ${
      last ? sql.fragment`(m.sort_key, b.due_date, b.position) > (${last.sortKey}, ${last.dueDate}::date, ${last.position}::bigint)` : all
    }`,
    limit,
  )

const PaymentRow = z.object({
  billId: BillId,
  receivedOn: z.string().nullable(),
  createdAt: z.string(),
  amount: z.number().int(),
  applied: z.number().int(),
  method: ReceiptMethod.nullable(),
  reference: z.string().nullable(),
  language: Language.nullable(),
  receiptNumber: ReceiptNumber,
})

/** The payments that settle each of these bills, oldest first. */
export const paperPayments = async (db: Queries, ids: readonly BillId[]): Promise<ReadonlyMap<BillId, readonly PaperPayment[]>> => {
  const rows = await db.any(sql.type(PaymentRow)`
    select y.bill_id, y.received_on, y.created_at, y.amount, y.applied, y.method, y.reference, y.language, y.receipt_number from payments y
    where y.bill_id = any(${sql.array([...ids], 'text')}) and y.applied > 0 order by coalesce(y.received_on::timestamptz, y.created_at), y.position`)
  return grouped(rows, ({ billId }) => billId)
}

const NetworkRow = z.object({ name: z.string(), language: Language })

/** A network's name and language on paper. */
export const networkOnPaper = (db: Queries, id: NetworkId) =>
  db.one(sql.type(NetworkRow)`select n.name, n.language from networks n where n.id = ${id}`)
