import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type Credit, ReceiptMethod } from '../../modules/bills/contract.ts'
import type { ListOf, PageQuery } from '../../modules/kernel/api.ts'
import { BillId, MemberId, NetworkId, PaymentId, ProgramId } from '../../modules/kernel/ids.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import { type CreditsQuery, type Payment, PaymentStatus, type PaymentsQuery } from '../../modules/payments/contract.ts'
import { composed, given, type OrGiven } from '../../modules/platform/composed.ts'
import { kept, literal, type Queries } from '../../modules/platform/database.ts'
import { cut } from '../cut.ts'
import {
  anywhere,
  behind,
  directions,
  emptyPage,
  isNear,
  KEPT_PAGES,
  Last,
  limits,
  listOf,
  offsetOf,
  pageOf,
  rowsFrom,
  SHORT,
  sorting,
  totalOf,
} from '../page.ts'
import { PayorColumns, showPayor } from '../payor.ts'
import { programIn } from '../programs/queries.ts'
import { findsNothing, isFew, isSought, type Sought, soughtIn } from '../search.ts'

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

/** A list of the payments of a network, or of one of its programs. */
type Listed = Pick<PaymentsQuery, 'orderBy' | 'order' | 'page' | 'pageSize'> &
  Readonly<{ networkId: OrGiven<NetworkId>; program: OrGiven<ProgramId> | null }>

const isIn = ({ networkId, program }: Pick<Listed, 'networkId' | 'program'>): FragmentSqlToken =>
  sql.fragment`y.network_id = ${networkId} ${program ? sql.fragment`and y.program_id = ${program}` : sql.fragment``}`

const conditionsOf = (networkId: NetworkId, query: Filter, program: ProgramId | null, sought: Sought | null): FragmentSqlToken[] => {
  const conditions: FragmentSqlToken[] = [isIn({ networkId, program })]
  // Known of the payor too, the network's payors can be gone through in the order of their names.
  if (query.orderBy === 'payor') conditions.push(sql.fragment`m.network_id = ${networkId}`)
  if (query.search && sought) {
    const id = PaymentId.safeParse(query.search.toLowerCase()).data
    const isIt = id ? sql.fragment`or y.id = ${id}` : sql.fragment``
    // A bill is found by the reference of one of its payments, a payment by its own.
    const bills = { ...sought, bills: BillId.safeParse(query.search).success ? [query.search as BillId] : [] }
    conditions.push(
      sql.fragment`(${isSought(networkId, query.search, bills, y, sql.fragment`bill_id`)} or y.reference ilike ${anywhere(query.search)} ${isIt})`,
    )
  }
  return conditions
}

/** The programs of a list by name, with the numbers of their payments; two of one name are one group. */
const byProgram = async (db: Queries, { networkId, program, order }: Listed) => {
  const rows = await db.any(sql.type(ProgramCount)`
    select array_agg(c.scope::text) as ids, sum(c.payments) as count from payment_counts c join programs p on p.id = c.scope
    where c.network_id = ${networkId} ${program ? sql.fragment`and c.scope = ${program}` : sql.fragment``}
    group by lower(p.name) order by lower(p.name) ${directions[order]}`)
  return rows.map(({ ids, count }) => ({ source: ids, count }))
}

const ProgramCount = z.object({ ids: z.array(z.string()), count: z.number().int() })

const Count = z.object({ count: z.number().int() })

const opposite = { asc: 'desc', desc: 'asc' } as const

/** How many payments a program or a network has. */
const knownOf = ({ networkId, program }: Listed): FragmentSqlToken =>
  sql.fragment`(select coalesce((select payments from payment_counts where scope = ${program ?? networkId} and network_id = ${networkId}), 0))`

/** The payments of a page in the order of their programs: near the beginning from the first of each, farther on cut out of them. */
const nearByProgram = (list: Listed): FragmentSqlToken => {
  const { networkId, program, order } = list
  const key = sql.fragment`lower(p.name)`
  const first = sql.fragment`order by y.created_at ${directions[order]}, y.position ${directions[order]} limit ${literal(list.page * list.pageSize)}`
  return sql.fragment`
    select y.*, ${key} as sort_key from payment_counts n join programs p on p.id = n.scope
    cross join lateral (select y.* from payments y where y.program_id = n.scope ${first}) y
    where n.network_id = ${networkId} ${program ? sql.fragment`and n.scope = ${program}` : sql.fragment``} ${sorting(key, y, order)} ${limits(list)}`
}
const farByProgram = async (db: Queries, list: Listed): Promise<FragmentSqlToken | null> => {
  const groups = await byProgram(db, list)
  const pieces = cut(groups, offsetOf(list), list.pageSize).map(({ source, fromEnd, offset, count }, piece) => {
    const order = sorting(sql.fragment`0::bigint`, y, fromEnd ? opposite[list.order] : list.order)
    return sql.fragment`
      (select ${list.order === 'asc' ? piece : -piece}::int as sort_key, x.* from (
        select y.* from unnest(${sql.array(source, 'uuid')}) r(program_id)
        cross join lateral (select y.* from payments y where y.program_id = r.program_id ${order} limit ${literal(offset + count)}) y ${order} ${rowsFrom(offset, count)}) x)`
  })
  return pieces.length > 0 ? sql.fragment`${sql.join(pieces, sql.fragment` union all `)}` : null
}

/** The payments of a page by the names of payors: a short list is sorted, a longer one met on a walk through the names. */
const byPayor = (list: Listed): FragmentSqlToken => {
  const key = sql.fragment`m.name_key`
  const page = sql.fragment`${sorting(key, y, list.order)} ${limits(list)}`
  // Without `offset 0` the planner would rather read all payors.
  return sql.fragment`
    select x.*, x.name_key as sort_key from (select ${knownOf(list)} as payments) l cross join lateral (
      (select y.*, ${key} from (select y.* from payments y where l.payments <= ${literal(SHORT)} and ${isIn(list)} offset 0) y
       cross join lateral (select m.name_key from members m where m.id = y.payor_id offset 0) m ${page})
      union all
      (select y.*, ${key} from members m join payments y on y.payor_id = m.id
       where l.payments > ${literal(SHORT)} and m.network_id = ${list.networkId} and ${isIn(list)} ${page})
    ) x`
}

/** The payments of a page, with their `sort_key`; by program only near the beginning. */
const rowsAt = (list: Listed): FragmentSqlToken => {
  if (list.orderBy === 'program') return nearByProgram(list)
  if (list.orderBy === 'payor') return byPayor(list)
  const { key } = orders[list.orderBy]
  return sql.fragment`select y.*, ${key} as sort_key from payments y where ${isIn(list)} ${sorting(key, y, list.order)} ${limits(list)}`
}

const CountedRow = PaymentRow.extend({ totalItems: z.number().int() })

/** The payments of a page whose rows are known, with their `sort_key`. */
const paymentsAt = (list: Pick<Listed, 'order'>, rows: FragmentSqlToken, total: FragmentSqlToken) => sql.type(CountedRow)`
  select ${columns}, ${total} as total_items from (${rows}) y ${joins} ${sorting(sql.fragment`y.sort_key`, y, list.order)}`

/** By what a list tells one statement from another. */
type Shape = Omit<Listed, 'networkId' | 'program'> & Readonly<{ inProgram: boolean }>

const firstPayments = composed(({ inProgram, ...shape }: Shape) => {
  const list = { ...shape, networkId: given('network'), program: inProgram ? given('program') : null }
  return sql.type(CountedRow)`${kept} ${paymentsAt(list, rowsAt(list), knownOf(list))}`
})

/** A page of payments in the order of their list. */
const listedPayments = async (db: Queries, networkId: NetworkId, program: ProgramId | null, { orderBy, order, page, pageSize }: PaymentsQuery) => {
  const list = { orderBy, order, page, pageSize, networkId, program }
  const isFar = orderBy === 'program' && !isNear(list)
  const counted = () => db.oneFirst(sql.type(Count)`${kept} select ${knownOf(list)} as count`)
  if (page <= KEPT_PAGES && !isFar) {
    const asked = firstPayments({ orderBy, order, page, pageSize, inProgram: program !== null }, { network: networkId, program })
    const rows = await db.any(asked)
    return { rows, count: await totalOf(rows, page, counted) }
  }
  const places = isFar ? await farByProgram(db, list) : rowsAt(list)
  const rows = places ? await db.any(paymentsAt(list, places, knownOf(list))) : []
  return { rows, count: await totalOf(rows, page, counted) }
}

/** A page of payments that are sought. */
const soughtPayments = async (db: Queries, networkId: NetworkId, program: ProgramId | null, query: PaymentsQuery, text: string) => {
  const sought = await soughtIn(db, networkId, text)
  if (findsNothing(sought) && !PaymentId.safeParse(text.toLowerCase()).success) return { rows: [], count: 0 }
  const where = sql.join(conditionsOf(networkId, query, program, sought), sql.fragment` and `)
  const { orderBy, order, page } = query
  const { key } = orders[orderBy]
  const needed = orderBy === 'payor' || orderBy === 'program' ? joins : sql.fragment``
  const counted = () => db.oneFirst(sql.type(Count)`select count(*) as count from payments y ${needed} where ${where}`)
  const pageWith = (total: FragmentSqlToken) => {
    const rows = sql.fragment`select y.*, ${key} as sort_key, ${total} as total from payments y ${needed} where ${where} ${sorting(key, y, order)} ${limits(query)}`
    return paymentsAt({ order }, rows, sql.fragment`y.total`)
  }
  // Much is counted beside the page, which need not read all of it.
  if (!isFew(sought)) {
    const [rows, count] = await Promise.all([db.any(pageWith(sql.fragment`0`)), counted()])
    return { rows, count }
  }
  const rows = await db.any(sql.type(CountedRow)`${page <= KEPT_PAGES ? kept : sql.fragment``} ${pageWith(sql.fragment`(count(*) over ())`)}`)
  return { rows, count: await totalOf(rows, page, counted) }
}

/** A network's payments. Their number is known without counting them, but for a search. */
export const paymentsOf = async (db: Queries, networkId: NetworkId, query: PaymentsQuery): Promise<ListOf<Payment>> => {
  const { search } = query
  const program = programIn(query)
  if (program === 'none') return emptyPage(query)
  const { rows, count } = await (search ? soughtPayments(db, networkId, program, query, search) : listedPayments(db, networkId, program, query))
  return listOf(query, rows.map(show), count)
}

/** So many payments behind one of the same list; the first ones behind none. */
export const paymentsBehind = async (db: Queries, networkId: NetworkId, query: Filter, last: Last | null, count: number) => {
  const { key, type } = orders[query.orderBy]
  const program = programIn(query)
  if (program === 'none') return []
  const conditions = conditionsOf(networkId, query, program, query.search ? await soughtIn(db, networkId, query.search) : null)
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

/** Every payment on a bill of a network, newest first. */
export const paymentsOfBill = async (db: Queries, networkId: NetworkId, billId: BillId): Promise<Payment[]> =>
  (
    await db.any(
      sql.type(PaymentRow)`${selected} where y.bill_id = ${billId} and y.network_id = ${networkId} order by y.created_at desc, y.position desc`,
    )
  ).map(show)

/** Every payment of a payor, newest first. */
export const paymentsOfMember = async (db: Queries, payorId: MemberId): Promise<Payment[]> =>
  (await db.any(sql.type(PaymentRow)`${selected} where y.payor_id = ${payorId} order by y.created_at desc, y.position desc`)).map(show)

const RECENT = 10

export const recentPayments = async (db: Queries, networkId: NetworkId) =>
  (
    await db.any(
      sql.type(
        PaymentRow,
      )`${kept} ${selected} where y.network_id = ${networkId} order by y.created_at desc, y.position desc limit ${literal(RECENT)}`,
    )
  ).map(show)

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
export const creditsOf = (db: Queries, networkId: NetworkId, query: z.output<typeof CreditsQuery>) => {
  const payor = query.payorId === undefined ? null : MemberId.safeParse(query.payorId)
  if (payor && !payor.success) return emptyPage(query)
  const where = sql.fragment`
    where y.network_id = ${networkId} and y.status <> 'Reversed' and y.amount > y.applied + y.used + y.refunded
      ${payor ? sql.fragment`and y.payor_id = ${payor.data}` : sql.fragment``}`
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
