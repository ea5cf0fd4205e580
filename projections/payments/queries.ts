import { sql } from 'slonik'
import { z } from 'zod'
import { type Credit, PaymentStatus, type PublicPayment, ReceiptMethod } from '../../modules/bills/contract.ts'
import { LocalDate } from '../../modules/kernel/date-schemas.ts'
import { toApiDay } from '../../modules/kernel/dates.ts'
import { BillId, NetworkId, PaymentId, PayorId, ProgramId, ReceiptNumber } from '../../modules/kernel/ids.ts'
import { grouped, toDollars } from '../../modules/kernel/money.ts'
import type { CreditsQuery, Payment, SettledPayment } from '../../modules/payments/contract.ts'
import { literal, prepared, type Queries } from '../../modules/platform/postgres/database.ts'
import { loader } from '../../modules/platform/speed/loader.ts'
import { Language, type PageQuery } from '../../modules/shared/api.ts'
import { emptyPage } from '../lists/page.ts'
import { allOf, type PlainList, pageOf } from '../lists/plain.ts'
import { kept, left, PaymentRow, paidBy, paymentColumns, paymentJoins, receivedOn, showPayment } from './list.ts'

const joined = { as: sql.fragment`y`, from: sql.fragment`payments y join members m on m.id = y.payor_id`, joins: paymentJoins }

const newestFirst: PlainList<PaymentRow, Payment> = {
  ...joined,
  row: PaymentRow,
  columns: paymentColumns,
  order: sql.fragment`y.created_at desc, y.position desc`,
  show: showPayment,
}

/** The payments on all bills of a payor with this (confirmed) address. */
export const paymentsOfPayor = (db: Queries, email: string, query: PageQuery) =>
  pageOf(db, newestFirst, query, { where: sql.fragment`lower(m.email) = lower(${email})` })

const SettledRow = PaymentRow.extend({
  intentId: z.string().nullable(),
  fee: z.number().int().nullable(),
  net: z.number().int().nullable(),
  payoutId: z.string().nullable(),
})

const settledNewestFirst: PlainList<z.infer<typeof SettledRow>, SettledPayment> = {
  ...newestFirst,
  row: SettledRow,
  columns: sql.fragment`${paymentColumns}, y.intent_id, y.fee, y.net, l.payout_id`,
  joins: sql.fragment`${paymentJoins}
    left join payout_lines l on l.intent_id = y.intent_id and l.account_id = y.account_id and l.kind = 'payment'`,
  show: ({ intentId, fee, net, payoutId, ...row }) => ({
    ...showPayment(row),
    settlement: intentId
      ? {
          fee: fee === null ? null : toDollars(fee),
          net: net === null ? null : toDollars(net),
          payoutId,
          refundable: toDollars(Math.max(0, row.amount - row.used - row.refunded - row.disputed)),
          disputed: row.disputed > 0,
        }
      : null,
  }),
}

/** All payments on a bill of a network, newest first, with their state at Stripe. */
export const paymentsOfBill = (db: Queries, networkId: NetworkId, billId: BillId): Promise<SettledPayment[]> =>
  allOf(db, settledNewestFirst, sql.fragment`y.bill_id = ${billId} and y.network_id = ${networkId}`)

export const paymentsOfMember = (db: Queries, payorId: PayorId): Promise<Payment[]> => allOf(db, newestFirst, sql.fragment`y.payor_id = ${payorId}`)

const PublicRow = z.object({
  billId: BillId,
  id: PaymentId,
  receiptNumber: ReceiptNumber,
  receivedOn: LocalDate,
  amount: z.number().int(),
  refunded: z.number().int(),
  kept: z.number().int(),
  method: ReceiptMethod.nullable(),
  reference: z.string().nullable(),
  language: Language.nullable(),
  status: PaymentStatus,
  paidBy: z.string().nullable(),
})

const showPublic = ({ billId: _, amount, refunded, kept, language, paidBy, ...row }: z.infer<typeof PublicRow>): PublicPayment => ({
  ...row,
  ...(language ? { language } : {}),
  ...(paidBy === null ? {} : { paidBy: { name: paidBy } }),
  receivedOn: toApiDay(row.receivedOn),
  amount: toDollars(amount),
  refunded: toDollars(refunded),
  kept: toDollars(kept),
})

/** The receipts of a bill's payments, oldest first; concurrent calls are batched (DataLoader). */
export const publicPayments = (db: Queries): ((billId: BillId) => Promise<PublicPayment[]>) => {
  const paymentsOf = loader<BillId, PublicPayment[]>(async (ids) => {
    const rows = await db.any(sql.type(PublicRow)`${prepared}
      select y.bill_id, y.id, y.receipt_number, ${receivedOn} as received_on, y.amount, y.refunded, y.method, y.reference, y.language, y.status,
        ${kept} as kept, ${paidBy} as paid_by
      from payments y join networks n on n.id = y.network_id where y.bill_id = any(${sql.array([...ids], 'text')}) order by y.position`)
    return new Map([...grouped(rows, ({ billId }) => billId)].map(([billId, ofBill]) => [billId, ofBill.map(showPublic)]))
  })
  return async (billId) => (await paymentsOf(billId)) ?? []
}

const RECENT = 10

export const recentPayments = async (db: Queries, networkId: NetworkId) =>
  (
    await db.any(
      sql.type(
        PaymentRow,
      )`${prepared} select ${paymentColumns} from payments y ${paymentJoins} where y.network_id = ${networkId} order by y.created_at desc, y.position desc limit ${literal(RECENT)}`,
    )
  ).map(showPayment)

const Origin = z.object({ billId: BillId, networkId: NetworkId, payorId: PayorId })

export const billOfPayment = (db: Queries) => (id: PaymentId) =>
  db.maybeOne(sql.type(Origin)`select bill_id, network_id, payor_id from payments where id = ${id}`)

const CreditRow = z.object({
  paymentId: PaymentId,
  billId: BillId,
  createdAt: z.string(),
  left: z.number().int(),
  method: ReceiptMethod.nullable(),
  payorId: PayorId,
  payorName: z.string(),
  programId: ProgramId,
  programName: z.string(),
})

const unapplied: PlainList<z.infer<typeof CreditRow>, Credit> = {
  ...joined,
  row: CreditRow,
  columns: sql.fragment`
    y.id as payment_id, y.bill_id, y.created_at, ${left} as left, y.method, y.payor_id, m.name as payor_name,
    y.program_id, p.name as program_name`,
  order: sql.fragment`y.position`,
  show: ({ left, payorId, payorName, programId, programName, ...row }) => ({
    ...row,
    amount: toDollars(left),
    payor: { id: payorId, name: payorName },
    program: { id: programId, name: programName },
  }),
}

/** Payments with unapplied credit, oldest first. */
export const creditsOf = (db: Queries, networkId: NetworkId, query: z.output<typeof CreditsQuery>) => {
  const payor = query.payorId === undefined ? null : PayorId.safeParse(query.payorId)
  if (payor && !payor.success) return emptyPage(query)
  const where = sql.fragment`y.network_id = ${networkId} and y.status <> 'Reversed' and y.amount > y.applied + y.used + y.refunded + y.disputed`
  return pageOf(db, unapplied, query, { where: payor ? sql.fragment`${where} and y.payor_id = ${payor.data}` : where })
}
