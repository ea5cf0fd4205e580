import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Bill, MyBill, WaitingClaim } from '../../modules/bills/contract.ts'
import { nextDueShown } from '../../modules/bills/plan.ts'
import { OwedBill } from '../../modules/find-bills/contract.ts'
import { LocalDate } from '../../modules/kernel/date-schemas.ts'
import type { Clock, Instant } from '../../modules/kernel/dates.ts'
import { type BillCode, BillId, type NetworkId, PayorId, type ProgramId } from '../../modules/kernel/ids.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import { nameKey } from '../../modules/kernel/names.ts'
import { manualMethods } from '../../modules/kernel/payment-methods.ts'
import { type PlacesOf, reachOf } from '../../modules/kernel/schedule.ts'
import { prepared, type Queries } from '../../modules/platform/postgres/database.ts'
import { loader } from '../../modules/platform/speed/loader.ts'
import { frequencies } from '../../modules/programs/values.ts'
import type { PageQuery } from '../../modules/shared/api.ts'
import { allOf, type PlainList, pageOf, someOf } from '../lists/plain.ts'
import { BillRow, billColumns, billJoins, claimedIn, showBill, showMyBill, statusIs } from './list.ts'

/** Finds bills by id; concurrent calls are batched (DataLoader). */
export const billFinder = (db: Queries, now: Clock) =>
  loader<BillId, BillRow>(async (ids) => {
    const rows = await db.any(
      sql.type(BillRow)`${prepared} select ${billColumns(now())} from bills b ${billJoins} where b.id = any(${sql.array([...ids], 'text')})`,
    )
    return new Map(rows.map((row) => [row.id, row]))
  })
export type FindBill = ReturnType<typeof billFinder>

/** Lists of bills that are found through their payors. */
const ofPayors = (now: Instant) => ({
  row: BillRow,
  from: sql.fragment`bills b join members m on m.id = b.payor_id`,
  as: sql.fragment`b`,
  columns: billColumns(now),
  joins: billJoins,
})
const newestFirst = (now: Instant): PlainList<BillRow, Bill> => ({
  ...ofPayors(now),
  order: sql.fragment`b.created_at desc, b.position desc`,
  show: showBill,
})
/**
 * The order of a payor's bills: overdue ones, then open ones, each by due day, then the others, newest first (R102).
 */
const owedFirst = (now: Instant): PlainList<BillRow, MyBill> => ({
  ...newestFirst(now),
  from: sql.fragment`bills b join members m on m.id = b.payor_id join networks n on n.id = b.network_id`,
  order: sql.fragment`
    b.balance = 0, b.balance > 0 and not ${statusIs('Overdue', sql.fragment`b`, sql.fragment`(${now}::timestamptz at time zone n.time_zone)::date`)},
    case when b.balance > 0 then b.next_due end, b.created_at desc, b.position desc`,
  show: showMyBill,
})
const earliestDueFirst = (now: Instant): PlainList<BillRow, OwedBill> => ({
  ...ofPayors(now),
  order: sql.fragment`b.next_due, b.position`,
  show: (row) => OwedBill.parse({ ...row, balance: toDollars(row.balance), nextDue: nextDueShown(row) }),
})

/**
 * The payors for whom this address may pay, each with the payer: those with the address, and the members of a
 * congregation with it, where the network lets congregations pay for their members (R142).
 */
const paidBy = (email: string): FragmentSqlToken => sql.fragment`
  select o.id as payor_id, o.id as payer_id from members o where lower(o.email) = lower(${email})
  union all
  select o.id, g.id from members g join networks w on w.id = g.network_id and w.congregations_pay_for_members join members o on o.congregation_id = g.id
  where lower(g.email) = lower(${email}) and g.kind = 'congregation'`

/**
 * The bills of all payors with this address, in all networks, and the open bills for which it may pay besides. The
 * address must be confirmed (R44).
 */
export const billsOfPayor = (db: Queries, email: string, query: PageQuery & { paidOnly: boolean }, now: Instant) => {
  const show = (row: BillRow): MyBill => ({
    ...showMyBill(row),
    ...(row.payorEmail?.toLowerCase() === email.toLowerCase() ? {} : { ofMember: true }),
  })
  const wanted = query.paidOnly ? sql.fragment`x.state = 'Paid' and p.payer_id = p.payor_id` : sql.fragment`x.balance > 0 or p.payer_id = p.payor_id`
  // A list of ids, as the planner would read all bills for alternatives.
  const where = sql.fragment`b.id in (select x.id from (${paidBy(email)}) p join bills x on x.payor_id = p.payor_id where ${wanted})`
  return pageOf(db, { ...owedFirst(now), show }, query, { where })
}

const ClaimedRow = BillRow.extend({ claimMethod: z.enum(manualMethods), claimedAt: z.string(), daysWaiting: z.number().int() })

/** The claims that wait for an Admin's decision, oldest first. */
export const waitingClaimsOf = (db: Queries, networkId: NetworkId, query: PageQuery, now: Instant) => {
  const day = (moment: FragmentSqlToken) => sql.fragment`(${moment} at time zone n.time_zone)::date`
  const list: PlainList<z.infer<typeof ClaimedRow>, WaitingClaim> = {
    row: ClaimedRow,
    from: sql.fragment`bills b`,
    as: sql.fragment`b`,
    columns: sql.fragment`
      ${billColumns(now)}, b.claimed_at, ${day(sql.fragment`${now}::timestamptz`)} - ${day(sql.fragment`b.claimed_at`)} as days_waiting`,
    joins: billJoins,
    order: sql.fragment`b.claimed_at, b.position`,
    show: (row) => ({ bill: showBill(row), method: row.claimMethod, ...claimedIn(row), claimedAt: row.claimedAt, daysWaiting: row.daysWaiting }),
  }
  return pageOf(db, list, query, {
    where: sql.fragment`b.network_id = ${networkId} and b.state = 'PendingConfirmation' and b.claimed_at is not null`,
  })
}

const FIRST_HUNDRED = { page: 1, pageSize: 100 } as const

/** The open bills of payors with this address in a network, by due date, and how many there are. */
export const owedIn = (db: Queries, now: Clock) => (networkId: NetworkId, email: string) =>
  pageOf(db, earliestDueFirst(now()), FIRST_HUNDRED, {
    // Only settled bills have a balance of 0.
    where: sql.fragment`b.network_id = ${networkId} and lower(m.email) = lower(${email}) and b.balance > 0`,
  })

const CodedBill = z.object({ id: BillId, names: z.array(z.string()) })

/**
 * The bill of a network with this code, if the given name is the payor's last name or whole name, in either order
 * (R98); else null.
 */
export const billOf = (db: Queries) => async (networkId: NetworkId, code: BillCode, name: string) => {
  const row = await db.maybeOne(sql.type(CodedBill)`
    select b.id, array_remove(array[m.name, m.last_name, m.last_name || ' ' || m.first_name], null) as names from bills b join members m on m.id = b.payor_id
    where b.network_id = ${networkId} and b.code = ${code}`)
  return row?.names.some((one) => nameKey(one) === nameKey(name)) ? row.id : null
}

export const billsOfMember = (db: Queries, payorId: PayorId, now: Instant): Promise<Bill[]> =>
  allOf(db, newestFirst(now), sql.fragment`b.payor_id = ${payorId}`)

/** The open bills of a payor, and of the members of a congregation, by due date; at most `most`. */
export const openBillsFor = async (db: Queries, payorId: PayorId, most: number, now: Instant): Promise<Bill[]> => {
  const list = { ...newestFirst(now), order: sql.fragment`b.due_date, b.position` }
  const payors = sql.fragment`select m.id from members m where m.id = ${payorId} or m.congregation_id = ${payorId}`
  const rows = await someOf(db, list, { where: sql.fragment`b.balance > 0 and b.payor_id in (${payors})` }, sql.fragment`limit ${most}`)
  return rows.map((row) => list.show(row))
}

const PlaceRow = z.object({ payorId: PayorId, period: LocalDate, archived: z.number().int(), taken: z.boolean() })

/**
 * The payors' earlier bills of a period. A bill belongs to the period if it was issued for the same due date, or for
 * one close to it by both frequencies: the current one, and the one when the bill was issued.
 */
export const placesOf =
  (db: Queries): PlacesOf =>
  async ({ id, dueDate, frequency }, payors) => {
    const reaches = JSON.stringify(Object.fromEntries(frequencies.map((then) => [then, reachOf(frequency, then)])))
    const rows = await db.any(sql.type(PlaceRow)`
      select distinct on (b.payor_id) b.payor_id, b.period, b.archived, b.taken
      from (
        select distinct on (payor_id, period) payor_id, period, due_date, position, state <> 'Archived' as taken,
          count(*) filter (where state = 'Archived') over (partition by payor_id, period) as archived
        from bills where payor_id = any(${sql.array([...payors], 'uuid')}) and program_id = ${id} order by payor_id, period, n desc
      ) b left join lateral (
        select v.frequency from (select frequency, since from programs where id = ${id} union all select frequency, since from programs_past where id = ${id}) v
        where v.since <= b.position order by v.since desc limit 1
      ) p on true
      where b.period = ${dueDate}::date or abs(b.due_date - ${dueDate}::date) <= coalesce((${reaches}::jsonb ->> p.frequency)::int, ${reachOf(frequency, null)})
      order by b.payor_id, b.taken desc, b.period desc`)
    return new Map(rows.map(({ payorId, archived, ...place }) => [payorId, { ...place, n: archived }]))
  }

const UnpaidRow = z.object({ id: BillId, amount: z.number().int(), revision: z.number().int(), position: z.number().int(), paying: z.boolean() })
const UnpaidSum = z.object({ bills: z.number().int(), before: z.number().int() })

const unpaid = (programId: ProgramId, amount: number, today: LocalDate) =>
  sql.fragment`program_id = ${programId} and state = 'Unpaid' and next_due >= ${today}::date and amount <> ${amount} and adjusted = 0`

/** The number of a program's Unpaid bills whose amount differs from `amount`, and the sum of their amounts in cents. */
export const repriceable = (db: Queries) => (programId: ProgramId, amount: number, today: LocalDate) =>
  db.one(sql.type(UnpaidSum)`select count(*) as bills, coalesce(sum(amount), 0) as before from bills where ${unpaid(programId, amount, today)}`)

const OpenOf = z.object({ id: BillId, open: z.boolean() })

/** The open bills of a payor in a program, and whether the payor has any bill there. */
export const openBillsOf = (db: Queries) => async (programId: ProgramId, payorId: PayorId) => {
  const bills = await db.any(sql.type(OpenOf)`
    select b.id, b.balance > 0 and b.state <> 'Archived' as open from bills b where b.program_id = ${programId} and b.payor_id = ${payorId} order by b.position`)
  return { wasBilled: bills.length > 0, open: bills.flatMap(({ id, open }) => (open ? [id] : [])) }
}

/** Unpaid bills whose amount differs from `amount`, after a position in the log (keyset pagination). */
export const unpaidBills = (db: Queries) => (programId: ProgramId, amount: number, today: LocalDate, after: number, limit: number) =>
  db.any(sql.type(UnpaidRow)`
    select id, amount, revision, position, paying_since is not null as paying from bills where ${unpaid(programId, amount, today)} and position > ${after} order by position limit ${limit}`)

const Waiting = z.object({ id: BillId })

/** Bills whose claim was made before a moment. */
export const waitingClaims = (db: Queries) => async (since: Instant) =>
  (
    await db.any(
      sql.type(Waiting)`select id from bills where state = 'PendingConfirmation' and claimed_at <= ${since}::timestamptz order by claimed_at`,
    )
  ).map(({ id }) => id)

const WaitingCount = z.object({ count: z.number().int() })

export const countWaitingClaims = (db: Queries) => (networkId: NetworkId, since: Instant) =>
  db.oneFirst(sql.type(WaitingCount)`
    select count(*) as count from bills where network_id = ${networkId} and state = 'PendingConfirmation' and claimed_at <= ${since}::timestamptz`)

const OwnRow = z.object({ id: BillId, payerId: PayorId })
/** The bills among `ids` for which this address may pay, each with the payer; the bills of others first. */
export const payableBy =
  (db: Queries) =>
  async (email: string, ids: readonly BillId[]): Promise<ReadonlyMap<BillId, PayorId>> => {
    const named = sql.array([...ids], 'text')
    const rows = await db.any(sql.type(OwnRow)`
      select id, payer_id from (
        select distinct on (b.id) b.id, p.payer_id, p.payer_id = p.payor_id as own from (${paidBy(email)}) p join bills b on b.payor_id = p.payor_id
        where b.id = any(${named}) order by b.id, own desc
      ) payable order by own, array_position(${named}, id)`)
    return new Map(rows.map(({ id, payerId }) => [id, payerId]))
  }
