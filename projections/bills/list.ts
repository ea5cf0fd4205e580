import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type Bill, type BillCounts, BillStatus, type BillsQuery, DebitState, type MyBill } from '../../modules/bills/contract.ts'
import { nextDueOf, nextDueShown } from '../../modules/bills/plan.ts'
import { billStatusLabels, planChoosers } from '../../modules/bills/values.ts'
import { LocalDate } from '../../modules/kernel/date-schemas.ts'
import { type Instant, toApiDay } from '../../modules/kernel/dates.ts'
import { BillId, NetworkId, ProfileId, ProgramId } from '../../modules/kernel/ids.ts'
import { plainMoney, toDollars } from '../../modules/kernel/money.ts'
import { manualMethods } from '../../modules/kernel/payment-methods.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { AmountType, ProgramStatus } from '../../modules/programs/contract.ts'
import type { FileOf } from '../exports/send-csv.ts'
import { byPayor, byProgram, columnsOf } from '../lists/declaration.ts'
import { networkList, programIn } from '../lists/list.ts'
import { word } from '../lists/rows.ts'
import { congregationNameOf, payorColumns, showPayor } from '../payor.ts'

/** Today in a network's time zone. Computed once for each statement. */
export const todayOf = (networkId: NetworkId, now: Instant): FragmentSqlToken =>
  sql.fragment`(select (${now}::timestamptz at time zone z.time_zone)::date from networks z where z.id = ${networkId})`

/** Unpaid and Partial bills become Overdue once the next due day has ended in the network's time zone (R23). */
const statusOn = (table: FragmentSqlToken, today: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`case when ${table}.state in ('Unpaid', 'Partial') and ${table}.next_due < ${today} then 'Overdue' else ${table}.state end`

/** The SQL condition for a status (R60), over bills or over their counts. */
export const statusIs = (status: BillStatus, table: FragmentSqlToken, today: FragmentSqlToken): FragmentSqlToken => {
  if (status === 'Overdue') return sql.fragment`(${table}.state in ('Unpaid', 'Partial') and ${table}.next_due < ${today})`
  if (status === 'Unpaid' || status === 'Partial') return sql.fragment`(${table}.state = ${word(status)} and ${table}.next_due >= ${today})`
  return sql.fragment`${table}.state = ${word(status)}`
}

const b = sql.fragment`b`

/** A bill's plan, as its row has it. */
export const StoredPlan = z.object({
  planId: z.string(),
  chosenBy: z.enum(planChoosers),
  parts: z.array(z.object({ amount: z.number().int(), dueDate: LocalDate })),
})

const string = z.string()
const integer = z.number().int()
/** The day of a moment in the time zone of a bill's network. */
const dayOf = (at: FragmentSqlToken): FragmentSqlToken => sql.fragment`(${at} at time zone n.time_zone)::date`
const today = (now: Instant): FragmentSqlToken => dayOf(sql.fragment`${now}::timestamptz`)

export const { row: BillRow, selected: billColumns } = columnsOf<Instant>()({
  ...payorColumns,
  payorEmail: [string.nullable(), 'm.email'],
  id: [BillId, 'b.id'],
  code: [string, 'b.code'],
  networkId: [NetworkId, 'b.network_id'],
  networkName: [string, 'n.name'],
  programId: [ProgramId, 'b.program_id'],
  programName: [string, 'p.name'],
  programDescription: [string.nullable(), 'p.description'],
  programType: [AmountType, 'p.type'],
  programStatus: [ProgramStatus, 'p.status'],
  programPlans: [integer.array(), 'p.plans'],
  profileId: [ProfileId.nullable(), 'f.id'],
  profileName: [string.nullable(), 'f.name'],
  profileMethods: [string.nullable(), 'f.methods'],
  /** The capabilities of the profile's Stripe account. */
  charges: [z.boolean(), sql.fragment`coalesce(f.charges, false)`],
  debits: [z.boolean(), sql.fragment`coalesce(f.debits, false)`],
  status: [BillStatus, (now) => statusOn(b, today(now))],
  debit: [DebitState.nullable(), sql.fragment`replace(b.debit, ' ', '')`],
  replaced: [z.boolean(), 'b.replaced'],
  isClaimed: [z.boolean(), sql.fragment`b.claimed_at is not null`],
  claimMethod: [z.enum(manualMethods).nullable(), 'b.claim_method'],
  claimAmount: [integer.nullable(), 'b.claim_amount'],
  /** The day of the claim in the network's time zone. */
  claimedOn: [string.nullable(), dayOf(sql.fragment`b.claimed_at`)],
  /**
   * The day on which the last bank debit was returned, and the reason. Null if none was, or if other money has arrived
   * since.
   */
  returnedOn: [string.nullable(), dayOf(sql.fragment`b.returned_at`)],
  returnedCode: [string.nullable(), 'b.returned_code'],
  amount: [integer, 'b.amount'],
  balance: [integer, 'b.balance'],
  collected: [integer, 'b.collected'],
  credited: [integer, 'b.credited'],
  createdAt: [string, 'b.created_at'],
  dueDate: [LocalDate, 'b.due_date'],
  daysLeft: [integer, (now) => sql.fragment`b.next_due - ${today(now)}`],
  plan: [StoredPlan.nullable(), sql.fragment`b.plan::jsonb`],
  period: [string, 'b.period'],
  revision: [integer, 'b.revision'],
})
export type BillRow = z.infer<typeof BillRow>

export const showBill = (row: BillRow): Bill => ({
  id: row.id,
  code: row.code,
  status: row.status,
  amount: toDollars(row.amount),
  balance: toDollars(row.balance),
  createdAt: row.createdAt,
  dueDate: toApiDay(row.dueDate),
  nextDue: nextDueShown(row),
  period: toApiDay(row.period as LocalDate),
  network: { name: row.networkName },
  program: { id: row.programId, name: row.programName, description: row.programDescription, type: row.programType, status: row.programStatus },
  paymentProfile: row.profileId ? { id: row.profileId, name: row.profileName ?? '' } : null,
  ...showPayor(row),
  ...(row.replaced && { replaced: true }),
  ...(row.debit && { debit: row.debit }),
})
export const showMyBill = (row: BillRow): MyBill => ({ ...showBill(row), daysLeft: row.daysLeft })

/** The amount of a waiting claim, as answers have it: only for a plan, of which the claim may be a part (R139). */
export const claimedIn = ({ plan, balance, claimAmount }: Pick<BillRow, 'plan' | 'balance' | 'claimAmount'>): { amount?: number } =>
  plan || claimAmount !== null ? { amount: toDollars(Math.min(balance, claimAmount ?? balance)) } : {}

/** The columns of the CSV file of bills. Days are in the network's time zone. */
export const billFile: FileOf<BillRow> = (day) => [
  ['Bill', (row) => row.id],
  ['Payor', (row) => row.payorName],
  ['Email', (row) => row.payorEmail],
  ['Congregation', congregationNameOf],
  ['Program', (row) => row.programName],
  ['Period', (row) => row.period],
  ['Due date', (row) => row.dueDate],
  ['Status', (row) => billStatusLabels[row.status]],
  ['Amount', (row) => plainMoney(row.amount)],
  ['Balance', (row) => plainMoney(row.balance)],
  ['Created', (row) => day(row.createdAt)],
  ['Payment profile', (row) => row.profileName],
  // A balance that was waived by archiving does not count as assessed (R99).
  ['Assessed', (row) => plainMoney(row.collected + row.balance)],
  ['Collected', (row) => plainMoney(row.collected)],
  ['Next due', (row) => nextDueOf(row)?.dueDate ?? null],
  ['Next amount', (row) => plainMoney(nextDueOf(row)?.amount ?? 0)],
]

export const billJoins = sql.fragment`
  join networks n on n.id = b.network_id
  join programs p on p.id = b.program_id
  join members m on m.id = b.payor_id
  left join members c on c.id = m.congregation_id
  left join payment_profiles f on f.id = p.profile_id`

/** Settled bills have a balance of 0. */
const isSettled = ({ status }: Pick<BillsQuery, 'status'>): boolean => status === 'Paid' || status === 'Archived'

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
      { column: sql.fragment`next_due`, type: 'date' },
    ],
  },
  filter: ({ status }) => (status ? (table, { networkId, now }) => statusIs(status, table, todayOf(networkId, now)) : null),
  orders: {
    createdAt: { by: 'creation' },
    // A bill with a plan is listed by its next part.
    dueDate: { by: 'segment', key: (table) => sql.fragment`${table}.next_due`, type: 'date' },
    status: { by: 'segment', key: (table, { networkId, now }) => statusOn(table, todayOf(networkId, now)), type: 'text' },
    program: byProgram,
    amount: { by: 'column', column: sql.fragment`amount`, type: 'int8', index: 'program' },
    balance: { by: 'column', column: sql.fragment`balance`, type: 'int8', index: 'program', same: isSettled },
    payor: byPayor,
  },
  search: { payor: sql.fragment`payor_id`, bill: sql.fragment`id` },
})

const Counted = z.object({ status: BillStatus, bills: z.number().int() })

/** The number of bills by status, of a network or of one of its programs. */
export const countBills = async (db: Queries, networkId: NetworkId, query: Pick<BillsQuery, 'assessmentProgramId'>, now: Instant) => {
  const program = programIn(query)
  if (program === 'none') return {}
  const rows = await db.any(sql.type(Counted)`
    select ${statusOn(b, todayOf(networkId, now))} as status, sum(bills)::int as bills from bill_counts b
    where scope = ${program ?? networkId} and network_id = ${networkId} and state <> 'Draft' group by 1 order by 1`)
  return Object.fromEntries(rows.map(({ status, bills }) => [status, bills])) satisfies BillCounts
}
