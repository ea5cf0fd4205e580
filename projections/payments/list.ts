import { sql } from 'slonik'
import { z } from 'zod'
import { PaymentStatus, ReceiptMethod } from '../../modules/bills/contract.ts'
import { BillId, PaymentId, ProgramId, ReceiptNumber } from '../../modules/kernel/ids.ts'
import { type Cents, plainMoney, toDollars } from '../../modules/kernel/money.ts'
import { receiptLabel } from '../../modules/kernel/receipt-methods.ts'
import type { Payment, PaymentsQuery } from '../../modules/payments/contract.ts'
import type { FileOf } from '../exports/send-csv.ts'
import { byPayor, byProgram, columnsOf } from '../lists/declaration.ts'
import { networkList } from '../lists/list.ts'
import { congregationNameOf, payorColumns, showPayor } from '../payor.ts'

const string = z.string()
const integer = z.number().int()

const { row, selected } = columnsOf()({
  ...payorColumns,
  id: [PaymentId, 'y.id'],
  billId: [BillId, 'y.bill_id'],
  remittanceId: [
    PaymentId.nullable(),
    sql.fragment`case when exists (select from payments other where other.remittance_id = y.remittance_id and other.id <> y.id) then y.remittance_id end`,
  ],
  programId: [ProgramId, 'y.program_id'],
  programName: [string, 'p.name'],
  amount: [integer, 'y.amount'],
  applied: [integer, 'y.applied'],
  used: [integer, 'y.used'],
  refunded: [integer, 'y.refunded'],
  disputed: [integer, 'y.disputed'],
  method: [ReceiptMethod.nullable(), 'y.method'],
  reference: [string.nullable(), 'y.reference'],
  receiptNumber: [ReceiptNumber, 'y.receipt_number'],
  status: [PaymentStatus, 'y.status'],
  createdAt: [string, 'y.created_at'],
})
export const PaymentRow = row
export type PaymentRow = z.infer<typeof PaymentRow>
export const paymentColumns = selected()

type Money = Pick<PaymentRow, 'amount' | 'applied' | 'used' | 'refunded' | 'disputed' | 'status'>
/**
 * The part of a payment that was kept: it settles bills, or is unapplied credit. The sum over a network is its
 * collected money plus credit (R76).
 */
export const keptOf = ({ amount, refunded, disputed, status }: Money): Cents => (status === 'Reversed' ? 0 : amount - refunded - disputed)
/** Negative if the bank has withdrawn money that settled another bill (R72). */
export const unappliedOf = (payment: Money): Cents => (payment.status === 'Reversed' ? 0 : keptOf(payment) - payment.applied - payment.used)

const remainingOf = (row: Money): Payment['remaining'] => {
  const [net, unapplied] = [keptOf(row), unappliedOf(row)]
  if (net === row.amount && unapplied === 0) return undefined
  return { refunded: toDollars(row.refunded), disputed: toDollars(row.disputed), net: toDollars(net), unapplied: toDollars(unapplied) }
}

export const showPayment = (row: PaymentRow): Payment => {
  const remaining = remainingOf(row)
  return {
    id: row.id,
    ...(row.remittanceId && { remittanceId: row.remittanceId }),
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
    ...(remaining && { remaining }),
  }
}

const statusLabels: Record<PaymentRow['status'], string> = {
  Completed: 'Completed',
  PartiallyRefunded: 'Partially Refunded',
  Refunded: 'Refunded',
  Reversed: 'Reversed',
}

/** The columns of the file of payments; days are in the network's time zone. */
export const paymentFile: FileOf<PaymentRow> = (day) => [
  ['Payment', (row) => row.id],
  ['Bill', (row) => row.billId],
  ['Date', (row) => day(row.createdAt)],
  ['Payor', (row) => row.payorName],
  ['Congregation', congregationNameOf],
  ['Program', (row) => row.programName],
  ['Amount', (row) => plainMoney(row.amount)],
  // A payment without a method is shown as one by card (R37).
  ['Method', (row) => receiptLabel(row.method)],
  ['Reference', (row) => row.reference],
  ['Status', (row) => statusLabels[row.status]],
  ['Receipt', (row) => row.receiptNumber],
  ['Refunded', (row) => plainMoney(row.refunded)],
  ['Disputed', (row) => plainMoney(row.disputed)],
  ['Reversed', (row) => plainMoney(row.amount - row.refunded - row.disputed - keptOf(row))],
  ['Net', (row) => plainMoney(keptOf(row))],
  ['Unapplied credit', (row) => plainMoney(unappliedOf(row))],
]

export const left = sql.fragment`y.amount - y.applied - y.used - y.refunded - y.disputed`
/** The unapplied credit of a payment as shown to its payor: at least 0. */
export const kept = sql.fragment`case when y.status = 'Reversed' then 0 else greatest(0, ${left}) end`
/** The payer's name, if that is another payor than the bill's own; null once that payor is forgotten. */
export const paidBy = sql.fragment`(select g.name from members g where g.id = y.payer_id and g.id <> y.payor_id and g.sought <> '')`
/** The day of a payment y in the books of its network n: when it arrived, or else when it was recorded. */
export const receivedOn = sql.fragment`coalesce(y.received_on, (y.created_at at time zone n.time_zone)::date)`
export const paymentJoins = sql.fragment`
  join programs p on p.id = y.program_id join members m on m.id = y.payor_id left join members c on c.id = m.congregation_id`

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
