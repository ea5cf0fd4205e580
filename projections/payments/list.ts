import { sql } from 'slonik'
import { z } from 'zod'
import { PaymentStatus, ReceiptMethod } from '../../modules/bills/contract.ts'
import { BillId, PaymentId, ProgramId, ReceiptNumber } from '../../modules/kernel/ids.ts'
import { toDollars } from '../../modules/kernel/money.ts'
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
  method: ReceiptMethod.nullable(),
  reference: z.string().nullable(),
  receiptNumber: ReceiptNumber,
  status: PaymentStatus,
  createdAt: z.string(),
})
export type PaymentRow = z.infer<typeof PaymentRow>

export const showPayment = (row: PaymentRow): Payment => ({
  id: row.id,
  billId: row.billId,
  createdAt: row.createdAt,
  amount: toDollars(row.amount),
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
  c.id as congregation_id, c.name as congregation_name, y.amount, y.method, y.reference, y.receipt_number, y.status, y.created_at`
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
