import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type Bill, type BillCounts, BillStatus, type BillsQuery, DebitState } from '../../modules/bills/contract.ts'
import { type Instant, type LocalDate, toApiDay } from '../../modules/kernel/dates.ts'
import { BillId, NetworkId, ProfileId, ProgramId } from '../../modules/kernel/ids.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import { manualMethods } from '../../modules/kernel/payment-methods.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { AmountType, ProgramStatus } from '../../modules/programs/contract.ts'
import { networkList, programIn } from '../lists/list.ts'
import { byPayor, byProgram } from '../lists/orders.ts'
import { word } from '../lists/rows.ts'
import { PayorColumns, showPayor } from '../payor.ts'

export const BillRow = PayorColumns.extend({
  id: BillId,
  code: z.string(),
  networkId: NetworkId,
  networkName: z.string(),
  programId: ProgramId,
  programName: z.string(),
  programDescription: z.string().nullable(),
  programType: AmountType,
  programStatus: ProgramStatus,
  payorEmail: z.string().nullable(),
  profileId: ProfileId.nullable(),
  profileName: z.string().nullable(),
  profileMethods: z.string().nullable(),
  /** What the profile's account at Stripe may take. */
  charges: z.boolean(),
  debits: z.boolean(),
  status: BillStatus,
  debit: DebitState.nullable(),
  replaced: z.boolean(),
  isClaimed: z.boolean(),
  claimMethod: z.enum(manualMethods).nullable(),
  /** The day of the claim in the network. */
  claimedOn: z.string().nullable(),
  /** The day on which the last bank debit was returned, and why; null for none that still stands. */
  returnedOn: z.string().nullable(),
  returnedCode: z.string().nullable(),
  amount: z.number().int(),
  balance: z.number().int(),
  collected: z.number().int(),
  credited: z.number().int(),
  createdAt: z.string(),
  dueDate: z.string(),
  daysLeft: z.number().int(),
  period: z.string(),
  revision: z.number().int(),
})
export type BillRow = z.infer<typeof BillRow>

export const showBill = (row: BillRow): Bill => ({
  id: row.id,
  code: row.code,
  status: row.status,
  amount: toDollars(row.amount),
  balance: toDollars(row.balance),
  createdAt: row.createdAt,
  dueDate: toApiDay(row.dueDate as LocalDate),
  daysLeft: row.daysLeft,
  replaced: row.replaced,
  debit: row.debit,
  period: toApiDay(row.period as LocalDate),
  network: { name: row.networkName },
  program: { id: row.programId, name: row.programName, description: row.programDescription, type: row.programType, status: row.programStatus },
  paymentProfile: row.profileId ? { id: row.profileId, name: row.profileName ?? '' } : null,
  ...showPayor(row),
})

/** Today in a network's time zone, computed once per statement. */
export const todayOf = (networkId: NetworkId, now: Instant): FragmentSqlToken =>
  sql.fragment`(select (${now}::timestamptz at time zone z.time_zone)::date from networks z where z.id = ${networkId})`

/** Unpaid and Partial become Overdue once the due day has ended in the network's zone (R81). */
const statusOn = (table: FragmentSqlToken, today: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`case when ${table}.state in ('Unpaid', 'Partial') and ${table}.due_date < ${today} then 'Overdue' else ${table}.state end`

/** The condition for a status (R79), over bills or their counts. */
export const statusIs = (status: BillStatus, table: FragmentSqlToken, today: FragmentSqlToken): FragmentSqlToken => {
  if (status === 'Overdue') return sql.fragment`(${table}.state in ('Unpaid', 'Partial') and ${table}.due_date < ${today})`
  if (status === 'Unpaid' || status === 'Partial') return sql.fragment`(${table}.state = ${word(status)} and ${table}.due_date >= ${today})`
  return sql.fragment`${table}.state = ${word(status)}`
}

const b = sql.fragment`b`

/** The columns of a bill's row at a moment, and the joins that they need. */
export const billColumns = (now: Instant): FragmentSqlToken => {
  const today = sql.fragment`(${now}::timestamptz at time zone n.time_zone)::date`
  return sql.fragment`
    b.id, b.code, b.network_id, n.name as network_name, b.program_id, p.name as program_name, p.description as program_description, p.type as program_type,
    p.status as program_status, b.payor_id, m.kind, m.name as payor_name, m.first_name, m.last_name, m.email as payor_email,
    c.id as congregation_id, c.name as congregation_name, f.id as profile_id, f.name as profile_name, f.methods as profile_methods,
    coalesce(f.charges, false) as charges, coalesce(f.debits, false) as debits, b.claimed_at is not null as is_claimed,
    replace(b.debit, ' ', '') as debit, b.replaced, b.claim_method, (b.claimed_at at time zone n.time_zone)::date as claimed_on,
    (b.returned_at at time zone n.time_zone)::date as returned_on, b.returned_code,
    ${statusOn(b, today)} as status, b.amount, b.balance, b.collected, b.credited, b.created_at, b.due_date, b.due_date - ${today} as days_left, b.period, b.revision`
}
export const billJoins = sql.fragment`
  join networks n on n.id = b.network_id
  join programs p on p.id = b.program_id
  join members m on m.id = b.payor_id
  left join members c on c.id = m.congregation_id
  left join payment_profiles f on f.id = p.profile_id`

/** Settled bills have a balance of 0. */
const isSettled = ({ status }: Pick<BillsQuery, 'status'>): boolean => status === 'Paid' || status === 'Archived'

/** The bills of a network. */
export const { page: billsOf, rowsBehind: billsBehind } = networkList<BillsQuery, BillRow, Bill>({
  table: sql.fragment`bills`,
  as: b,
  row: BillRow,
  columns: billColumns,
  joins: billJoins,
  show: showBill,
  counts: {
    table: sql.fragment`bill_counts`,
    rows: sql.fragment`bills`,
    segment: [
      { column: sql.fragment`state`, type: 'text' },
      { column: sql.fragment`due_date`, type: 'date' },
    ],
  },
  filter: ({ status }) => (status ? (table, { networkId, now }) => statusIs(status, table, todayOf(networkId, now)) : null),
  orders: {
    createdAt: { by: 'creation' },
    dueDate: { by: 'segment', key: (table) => sql.fragment`${table}.due_date`, type: 'date' },
    status: { by: 'segment', key: (table, { networkId, now }) => statusOn(table, todayOf(networkId, now)), type: 'text' },
    program: byProgram,
    amount: { by: 'column', column: sql.fragment`amount`, type: 'int8', index: 'program' },
    balance: { by: 'column', column: sql.fragment`balance`, type: 'int8', index: 'program', same: isSettled },
    payor: byPayor,
  },
  search: { payor: sql.fragment`payor_id`, bill: sql.fragment`id` },
})

const Counted = z.object({ status: BillStatus, bills: z.number().int() })

/** How many bills of a network, or of one of its programs, have each status. */
export const countBills = async (db: Queries, networkId: NetworkId, query: Pick<BillsQuery, 'assessmentProgramId'>, now: Instant) => {
  const program = programIn(query)
  if (program === 'none') return {}
  const rows = await db.any(sql.type(Counted)`
    select ${statusOn(b, todayOf(networkId, now))} as status, sum(bills)::int as bills from bill_counts b
    where scope = ${program ?? networkId} and network_id = ${networkId} and state <> 'Draft' group by 1 order by 1`)
  return Object.fromEntries(rows.map(({ status, bills }) => [status, bills])) satisfies BillCounts
}
