import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type Credit, ReceiptMethod } from '../../modules/bills/contract.ts'
import type { ListOf, PageQuery } from '../../modules/kernel/api.ts'
import { BillId, MemberId, NetworkId, PaymentId, ProgramId } from '../../modules/kernel/ids.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import { type Payment, PaymentStatus, type PaymentsQuery } from '../../modules/payments/contract.ts'
import type { Queries } from '../../modules/platform/database.ts'
import { anywhere, behind, emptyPage, Last, limits, pageOf, sorting } from '../page.ts'
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

const y = sql.fragment`y`
const joins = sql.fragment`join programs p on p.id = y.program_id join members m on m.id = y.payor_id left join members c on c.id = m.congregation_id`
const from = sql.fragment`from payments y ${joins}`

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

/** The program of a filter; 'none' for what is no id at all. */
const programIn = ({ assessmentProgramId }: Filter): ProgramId | 'none' | null =>
  assessmentProgramId === undefined ? null : (ProgramId.safeParse(assessmentProgramId).data ?? 'none')

const conditionsOf = (networkId: NetworkId, query: Filter, program: ProgramId | null): FragmentSqlToken[] => {
  const conditions: FragmentSqlToken[] = [sql.fragment`y.network_id = ${networkId}`]
  if (program) conditions.push(sql.fragment`y.program_id = ${program}`)
  if (query.search) {
    const pattern = anywhere(query.search)
    conditions.push(
      sql.fragment`(m.name ilike ${pattern} or m.email ilike ${pattern} or p.name ilike ${pattern} or y.reference ilike ${pattern} or y.id::text = ${query.search.toLowerCase()} or y.bill_id = ${query.search})`,
    )
  }
  return conditions
}

const Count = z.object({ count: z.number().int() })

/** A network's payments. Without a search their number is known without counting them. */
export const paymentsOf = async (db: Queries, networkId: NetworkId, query: PaymentsQuery): Promise<ListOf<Payment>> => {
  const { page, pageSize, search, orderBy, order } = query
  const program = programIn(query)
  if (program === 'none') return emptyPage(query)
  const where = sql.join(conditionsOf(networkId, query, program), sql.fragment` and `)
  const { key } = orders[orderBy]
  const scope = program ?? networkId
  const byJoined = search || orderBy === 'payor' || orderBy === 'program'
  const rows = sql.type(PaymentRow)`
    select ${columns} from (
      select y.*, ${key} as sort_key ${byJoined ? from : sql.fragment`from payments y`} where ${where} ${sorting(key, y, order)} ${limits(query)}
    ) y ${joins} ${sorting(sql.fragment`y.sort_key`, y, order)}`
  const count = search
    ? sql.type(Count)`select count(*) as count ${from} where ${where}`
    : sql.type(Count)`select coalesce((select payments from payment_counts where scope = ${scope} and network_id = ${networkId}), 0) as count`
  const [found, totalItems] = await Promise.all([db.any(rows), db.oneFirst(count)])
  return { data: found.map(show), pagination: { page, pageSize, totalPages: Math.ceil(totalItems / pageSize), totalItems } }
}

/** So many payments behind one of the same list; the first ones behind none. */
export const paymentsBehind = async (db: Queries, networkId: NetworkId, query: Filter, last: Last | null, count: number) => {
  const { key, type } = orders[query.orderBy]
  const program = programIn(query)
  if (program === 'none') return []
  const conditions = conditionsOf(networkId, query, program)
  if (last) conditions.push(behind(last, key, type, y, query.order))
  return db.any(sql.type(PaymentRow.extend(Last.shape))`
    select ${columns}, ${key}::text as sort_key, y.created_at::text as sort_at, y.position ${from}
    where ${sql.join(conditions, sql.fragment` and `)} ${sorting(key, y, query.order)} limit ${count}`)
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
