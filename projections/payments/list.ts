import { sql } from 'slonik'
import { z } from 'zod'
import { PaymentStatus, ReceiptMethod } from '../../modules/bills/contract.ts'
import { BillId, PaymentId, ProgramId, ReceiptNumber } from '../../modules/kernel/ids.ts'
import { type Cents, toDollars } from '../../modules/kernel/money.ts'
import type { Payment, PaymentsQuery } from '../../modules/payments/contract.ts'
import { networkList } from '../lists/list.ts'
import { byPayor, byProgram } from '../lists/orders.ts'
import { PayorColumns, showPayor } from '../payor.ts'

export const PaymentRow = PayorColumns.extend({
  id: PaymentId,
  billId: BillId,
  programId: ProgramId,
  programName: z.string(),
  amount: z.number().int(),
  applied: z.number().int(),
  used: z.number().int(),
  refunded: z.number().int(),
  disputed: z.number().int(),
  method: ReceiptMethod.nullable(),
  reference: z.string().nullable(),
  receiptNumber: ReceiptNumber,
  status: PaymentStatus,
  createdAt: z.string(),
})
export type PaymentRow = z.infer<typeof PaymentRow>

type Money = Pick<PaymentRow, 'amount' | 'applied' | 'used' | 'refunded' | 'disputed' | 'status'>
/** What is left of a payment: it settles bills, or is unapplied credit. Over a network these sum to what was collected and the credit (R242). */
export const keptOf = ({ amount, refunded, disputed, status }: Money): Cents => (status === 'Reversed' ? 0 : amount - refunded - disputed)
/** Below 0 where the bank took back what another bill was settled with (R98). */
export const unappliedOf = (payment: Money): Cents => (payment.status === 'Reversed' ? 0 : keptOf(payment) - payment.applied - payment.used)

export const showPayment = (row: PaymentRow): Payment => ({
  id: row.id,
  billId: row.billId,
  createdAt: row.createdAt,
  amount: toDollars(row.amount),
  refunded: toDollars(row.refunded),
  disputed: toDollars(row.disputed),
  net: toDollars(keptOf(row)),
  unapplied: toDollars(unappliedOf(row)),
  description: row.reference ? `${row.programName} (${row.reference})` : row.programName,
  method: row.method,
  reference: row.reference,
  receiptNumber: row.receiptNumber,
  status: row.status,
  assessment: {
    id: row.billId,
    ...showPayor(row),
    program: { id: row.programId, name: row.programName },
  },
})

/** The columns of a payment's row, and the joins that they need. */
export const paymentColumns = sql.fragment`
  y.id, y.bill_id, y.program_id, p.name as program_name, y.payor_id, m.kind, m.name as payor_name, m.first_name, m.last_name,
  c.id as congregation_id, c.name as congregation_name, y.amount, y.applied, y.used, y.refunded, y.disputed, y.method, y.reference, y.receipt_number, y.status, y.created_at`
/** The unapplied credit of a payment y. */
export const left = sql.fragment`y.amount - y.applied - y.used - y.refunded - y.disputed`
/** What of it no bill needs, as its payor is told. */
export const kept = sql.fragment`case when y.status = 'Reversed' then 0 else greatest(0, ${left}) end`
/** The day of a payment y in its network's (n) books: when it arrived, else when it was recorded. */
export const receivedOn = sql.fragment`coalesce(y.received_on, (y.created_at at time zone n.time_zone)::date)`
export const paymentJoins = sql.fragment`
  join programs p on p.id = y.program_id join members m on m.id = y.payor_id left join members c on c.id = m.congregation_id`

/** The payments of a network. */
export const { page: paymentsOf, rowsBehind: paymentsBehind } = networkList<PaymentsQuery, PaymentRow, Payment>({
  table: sql.fragment`payments`,
  as: sql.fragment`y`,
  row: PaymentRow,
  columns: () => paymentColumns,
  joins: paymentJoins,
  show: showPayment,
  counts: { table: sql.fragment`payment_counts`, rows: sql.fragment`payments`, segment: [] },
  orders: {
    createdAt: { by: 'creation' },
    amount: { by: 'column', column: sql.fragment`amount`, type: 'int8', index: 'network' },
    program: byProgram,
    payor: byPayor,
  },
  search: {
    payor: sql.fragment`payor_id`,
    bill: sql.fragment`bill_id`,
    reference: sql.fragment`reference`,
    byId: (text) => {
      const { data: id } = PaymentId.safeParse(text.toLowerCase())
      if (id) return sql.fragment`y.id = ${id}`
      const { data: number } = ReceiptNumber.safeParse(text)
      return number ? sql.fragment`y.receipt_number = ${number}` : null
    },
  },
})
