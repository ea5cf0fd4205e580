import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type Credit, ReceiptMethod } from '../../modules/bills/contract.ts'
import type { PageQuery } from '../../modules/kernel/api.ts'
import { BillId, MemberId, NetworkId, PaymentId, ProgramId } from '../../modules/kernel/ids.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import { type Payment, PaymentStatus, type PaymentsQuery } from '../../modules/payments/contract.ts'
import type { Queries } from '../../modules/platform/database.ts'
import { anywhere, behind, Last, limits, pageOf } from '../page.ts'
import { PayorColumns, showPayor } from '../payor.ts'

const PaymentRow = PayorColumns.extend({
  id: PaymentId,
  billId: BillId,
  programId: ProgramId,
  programName: z.string(),
  amount: z.number().int(),
  method: ReceiptMethod.nullable(),
  reference: z.string().nullable(),
  status: PaymentStatus,
  createdAt: z.string(),
})
export type PaymentRow = z.infer<typeof PaymentRow>

const show = (row: z.infer<typeof PaymentRow>): Payment => ({
  id: row.id,
  billId: row.billId,
  createdAt: row.createdAt,
  amount: toDollars(row.amount),
  description: row.reference ? `${row.programName} (${row.reference})` : row.programName,
  method: row.method,
  status: row.status,
  assessment: {
    id: row.billId,
    ...showPayor(row),
    program: { id: row.programId, name: row.programName },
  },
})

const from = sql.fragment`
  from payments y join programs p on p.id = y.program_id join members m on m.id = y.payor_id left join members c on c.id = m.congregation_id`

const columns = sql.fragment`
  y.id, y.bill_id, y.program_id, p.name as program_name, y.payor_id, m.kind, m.name as payor_name, m.first_name, m.last_name,
         c.id as congregation_id, c.name as congregation_name, y.amount, y.method, y.reference, y.status, y.created_at`

const selected = sql.fragment`select ${columns} ${from}`

const orders: Record<PaymentsQuery['orderBy'], Readonly<{ key: FragmentSqlToken; type: FragmentSqlToken }>> = {
  createdAt: { key: sql.fragment`y.created_at`, type: sql.fragment`timestamptz` },
  amount: { key: sql.fragment`y.amount`, type: sql.fragment`bigint` },
  payor: { key: sql.fragment`m.name_key`, type: sql.fragment`text` },
  program: { key: sql.fragment`lower(p.name)`, type: sql.fragment`text` },
}

type Filter = Omit<PaymentsQuery, keyof PageQuery>

const conditionsOf = (networkId: NetworkId, query: Filter): FragmentSqlToken[] => {
  const conditions: FragmentSqlToken[] = [sql.fragment`y.network_id = ${networkId}`]
  if (query.assessmentProgramId !== undefined)
    conditions.push(
      z.uuid().safeParse(query.assessmentProgramId).success ? sql.fragment`y.program_id = ${query.assessmentProgramId}` : sql.fragment`false`,
    )
  if (query.search) {
    const pattern = anywhere(query.search)
    conditions.push(
      sql.fragment`(m.name ilike ${pattern} or m.email ilike ${pattern} or p.name ilike ${pattern} or y.reference ilike ${pattern} or y.id::text = ${query.search.toLowerCase()} or y.bill_id = ${query.search})`,
    )
  }
  return conditions
}

const directions = { asc: sql.fragment`asc`, desc: sql.fragment`desc` } as const

export const paymentsOf = (db: Queries, networkId: NetworkId, query: PaymentsQuery) => {
  const where = sql.join(conditionsOf(networkId, query), sql.fragment` and `)
  const direction = directions[query.order]
  return pageOf(
    db,
    query,
    sql.type(PaymentRow)`${selected} where ${where} order by ${orders[query.orderBy].key} ${direction}, y.position ${direction} ${limits(query)}`,
    query.search ? sql.fragment`${from} where ${where}` : sql.fragment`from payments y where ${where}`,
    show,
  )
}

/** So many payments behind one of the same list; the first ones behind none. */
export const paymentsBehind = (db: Queries, networkId: NetworkId, query: Filter, last: Last | null, count: number) => {
  const { key, type } = orders[query.orderBy]
  const direction = directions[query.order]
  const conditions = conditionsOf(networkId, query)
  if (last) conditions.push(behind(last, key, type, sql.fragment`y.position`, query.order))
  return db.any(sql.type(PaymentRow.extend(Last.shape))`
    select ${columns}, ${key}::text as sort_key, y.position ${from} where ${sql.join(conditions, sql.fragment` and `)}
    order by ${key} ${direction}, y.position ${direction} limit ${count}`)
}

/** The payments on every bill of a payor with this (confirmed) address. */
export const paymentsOfPayor = (db: Queries, email: string, query: PageQuery) => {
  const where = sql.fragment`where lower(m.email) = lower(${email})`
  return pageOf(
    db,
    query,
    sql.type(PaymentRow)`${selected} ${where} order by y.created_at desc, y.position desc ${limits(query)}`,
    sql.fragment`${from} ${where}`,
    show,
  )
}

/** Every payment of a payor, newest first. */
export const paymentsOfMember = async (db: Queries, payorId: MemberId): Promise<Payment[]> =>
  (await db.any(sql.type(PaymentRow)`${selected} where y.payor_id = ${payorId} order by y.created_at desc, y.position desc`)).map(show)

const RECENT = 10

export const recentPayments = async (db: Queries, networkId: NetworkId) =>
  (await db.any(sql.type(PaymentRow)`${selected} where y.network_id = ${networkId} order by y.created_at desc, y.position desc limit ${RECENT}`)).map(
    show,
  )

const Origin = z.object({ billId: BillId, networkId: NetworkId, payorId: MemberId })

/** The bill on which a payment was recorded. */
export const billOfPayment = (db: Queries) => (id: PaymentId) =>
  db.maybeOne(sql.type(Origin)`select bill_id, network_id, payor_id from payments where id = ${id}`)

const CreditRow = z.object({
  paymentId: PaymentId,
  billId: BillId,
  createdAt: z.string(),
  left: z.number().int(),
  method: ReceiptMethod.nullable(),
  payorId: MemberId,
  payorName: z.string(),
  programId: ProgramId,
  programName: z.string(),
})

/** Payments with unapplied credit, oldest first: what waits to be applied or paid back. */
export const creditsOf = (db: Queries, networkId: NetworkId, query: PageQuery) => {
  const where = sql.fragment`where y.network_id = ${networkId} and y.status <> 'Reversed' and y.amount > y.applied + y.used + y.refunded`
  return pageOf(
    db,
    query,
    sql.type(CreditRow)`
      select y.id as payment_id, y.bill_id, y.created_at, y.amount - y.applied - y.used - y.refunded as left, y.method, y.payor_id, m.name as payor_name,
             y.program_id, p.name as program_name ${from} ${where} order by y.position ${limits(query)}`,
    sql.fragment`from payments y ${where}`,
    ({ left, payorId, payorName, programId, programName, ...row }): Credit => ({
      ...row,
      amount: toDollars(left),
      payor: { id: payorId, name: payorName },
      program: { id: programId, name: programName },
    }),
  )
}
