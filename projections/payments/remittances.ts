import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { PaymentStatus, ReceiptMethod } from '../../modules/bills/contract.ts'
import { nextDueShown } from '../../modules/bills/plan.ts'
import { LocalDate } from '../../modules/kernel/date-schemas.ts'
import { toApiDay } from '../../modules/kernel/dates.ts'
import { BillId, DepositId, NetworkId, PaymentId, PayorId, ReceiptNumber } from '../../modules/kernel/ids.ts'
import { grouped, toDollars } from '../../modules/kernel/money.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import type { Remittance, RemittanceStatus, RemittancesQuery } from '../../modules/remittances/contract.ts'
import { allocationsOf } from '../../modules/remittances/values.ts'
import { StoredPlan } from '../bills/list.ts'
import { all } from '../lists/page.ts'
import { type PlainList, pageOf, someOf } from '../lists/plain.ts'
import { keptOf, receivedOn, unappliedOf } from './list.ts'

const integer = z.number().int()

const HeadRow = z.object({
  id: PaymentId,
  networkId: NetworkId,
  createdAt: z.string(),
  receivedOn: LocalDate,
  method: ReceiptMethod.nullable(),
  reference: z.string().nullable(),
  receiptNumber: ReceiptNumber,
  payerId: PayorId.nullable(),
  payerKind: z.enum(['individual', 'congregation']).nullable(),
  payerName: z.string().nullable(),
  depositId: DepositId.nullable(),
})
type HeadRow = z.infer<typeof HeadRow>

const PartRow = z.object({
  remittanceId: PaymentId,
  id: PaymentId,
  billId: BillId,
  code: z.string(),
  payerName: z.string(),
  programName: z.string(),
  dueDate: LocalDate,
  plan: StoredPlan.nullable(),
  balance: integer,
  amount: integer,
  applied: integer,
  used: integer,
  refunded: integer,
  disputed: integer,
  status: PaymentStatus,
  byStripe: z.boolean(),
})
type PartRow = z.infer<typeof PartRow>

/** A remittance's head is the payment that has its id. */
const heads: PlainList<HeadRow, HeadRow> = {
  row: HeadRow,
  from: sql.fragment`payments y join networks n on n.id = y.network_id left join members g on g.id = y.payer_id`,
  as: sql.fragment`y`,
  columns: sql.fragment`
    y.id, y.network_id, y.created_at, ${receivedOn} as received_on, y.method, y.reference, y.receipt_number,
    y.payer_id, g.kind as payer_kind, g.name as payer_name, i.deposit_id`,
  joins: sql.fragment`join networks n on n.id = y.network_id left join members g on g.id = y.payer_id
    left join deposit_items i on i.id = y.id and not i.is_dropped`,
  order: sql.fragment`y.created_at desc, y.position desc`,
  show: (row) => row,
}

const partsOf = async (db: Queries, ids: readonly PaymentId[]): Promise<ReadonlyMap<PaymentId, readonly PartRow[]>> => {
  const rows = await db.any(sql.type(PartRow)`
    select y.remittance_id, y.id, y.bill_id, b.code, m.name as payer_name, p.name as program_name, b.due_date, b.plan::jsonb as plan, b.balance,
      y.amount, y.applied, y.used, y.refunded, y.disputed, y.status, y.intent_id is not null as by_stripe
    from payments y join bills b on b.id = y.bill_id join members m on m.id = y.payor_id join programs p on p.id = y.program_id
    where y.remittance_id = any(${sql.array([...ids], 'uuid')}) order by y.id <> y.remittance_id, b.due_date, b.position`)
  return grouped(rows, ({ remittanceId }) => remittanceId)
}

const statusOf = (parts: readonly PartRow[]): RemittanceStatus => {
  const of = new Set(parts.map(({ status }) => status))
  const [only] = of
  if (only && of.size === 1) return only
  return of.has('Reversed') ? 'PartiallyReversed' : 'PartiallyRefunded'
}

const show = (head: HeadRow, parts: readonly PartRow[]): Remittance => ({
  id: head.id,
  createdAt: head.createdAt,
  receivedOn: toApiDay(head.receivedOn),
  amount: toDollars(parts.reduce((sum, { amount }) => sum + amount, 0)),
  unapplied: toDollars(parts.reduce((sum, part) => sum + unappliedOf(part), 0)),
  method: head.method,
  reference: head.reference,
  receiptNumber: head.receiptNumber,
  status: statusOf(parts),
  payer: head.payerId && head.payerKind ? { kind: head.payerKind, id: head.payerId, name: head.payerName ?? '' } : null,
  depositId: head.depositId,
  allocations: allocationsOf(
    parts.map((part) => ({
      ...{ billId: part.billId, code: part.code, payerName: part.payerName, programName: part.programName },
      ...{ dueDate: toApiDay(part.dueDate), nextDue: nextDueShown(part) },
      ...{ amount: toDollars(part.amount - unappliedOf(part)), balance: toDollars(part.balance) },
      ...{ paymentId: part.id, status: part.status },
    })),
  ),
})

const shownWith = async (db: Queries, rows: readonly HeadRow[]): Promise<Remittance[]> => {
  const parts = await partsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => show(row, parts.get(row.id) ?? []))
}

const contains = (column: FragmentSqlToken, text: string): FragmentSqlToken => sql.fragment`position(lower(${text}) in lower(${column})) > 0`

/** The remittances of a deposit, newest first. */
export const remittancesIn = async (db: Queries, depositId: DepositId): Promise<Remittance[]> => {
  const where = sql.fragment`y.id in (select id from deposit_items where deposit_id = ${depositId} and not is_dropped) and y.id = y.remittance_id`
  return shownWith(db, await someOf(db, heads, { where }, sql.fragment``))
}

/** The remittances of a network, newest first. Searches receipt number, reference, payer, payors and codes. */
export const remittancesOf = async (db: Queries, networkId: NetworkId, { search, method, from, to, ...page }: RemittancesQuery) => {
  const where = [sql.fragment`y.network_id = ${networkId} and y.id = y.remittance_id`]
  if (method) where.push(sql.fragment`coalesce(y.method, 'credit') = ${method}`)
  if (from) where.push(sql.fragment`${receivedOn} >= ${from}::date`)
  if (to) where.push(sql.fragment`${receivedOn} <= ${to}::date`)
  if (search)
    where.push(sql.fragment`(y.receipt_number = ${search} or ${contains(sql.fragment`y.reference`, search)} or ${contains(sql.fragment`g.name`, search)}
      or exists (select from payments s join members m on m.id = s.payor_id join bills b on b.id = s.bill_id
        where s.remittance_id = y.id and (${contains(sql.fragment`m.name`, search)} or b.code = upper(${search}))))`)
  const { data, pagination } = await pageOf(db, heads, page, { where: all(where) })
  return { data: await shownWith(db, data), pagination }
}

/** A remittance with its network; a payment of one bill is one, too. */
export const remittanceById = (db: Queries) => async (id: PaymentId) => {
  const [head] = await someOf(db, heads, { where: sql.fragment`y.id = ${id} and y.id = y.remittance_id` }, sql.fragment`limit 1`)
  if (!head) return null
  const parts = (await partsOf(db, [id])).get(id) ?? []
  return {
    networkId: head.networkId,
    shown: show(head, parts),
    refunded: parts.reduce((sum, { refunded }) => sum + refunded, 0),
    reversed: parts.reduce((sum, { amount, refunded, status }) => sum + (status === 'Reversed' ? amount - refunded : 0), 0),
    parts: parts.map((part) => ({
      ...{ billId: part.billId, paymentId: part.id, byStripe: part.byStripe, isReversed: part.status === 'Reversed' },
      refundable: part.byStripe ? Math.max(0, keptOf(part) - part.used) : 0,
    })),
  }
}

const PayableRow = z.object({
  billId: BillId,
  code: z.string(),
  payorId: PayorId,
  payerName: z.string(),
  programName: z.string(),
  dueDate: LocalDate,
  plan: StoredPlan.nullable(),
  balance: integer,
  archived: z.boolean(),
  paying: z.boolean(),
  position: integer,
})
type Which = Readonly<{ ids: readonly string[]; codes: readonly string[]; payorId: PayorId | null }>

/** The bills with these ids or codes, and all unarchived bills of a payor, by due date. */
export const billsToPay =
  (db: Queries) =>
  async (networkId: NetworkId, { ids, codes, payorId }: Which) => {
    const rows = await db.any(sql.type(PayableRow)`
    select b.id as bill_id, b.code, b.payor_id, m.name as payer_name, p.name as program_name, b.due_date, b.plan::jsonb as plan, b.balance, b.state = 'Archived' as archived,
      b.paying_since is not null as paying, b.position
    from bills b join members m on m.id = b.payor_id join programs p on p.id = b.program_id
    where b.network_id = ${networkId} and (b.id = any(${sql.array([...ids], 'text')}) or b.code = any(${sql.array([...codes], 'text')})
      or (b.payor_id = ${payorId} and b.state <> 'Archived'))
    order by b.due_date, b.position`)
    return rows.map(({ plan, ...bill }) => ({ ...bill, nextDue: nextDueShown({ ...bill, plan }) }))
  }
