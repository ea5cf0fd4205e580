import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type Bill, BillStatus, type BillsQuery } from '../../modules/bills/contract.ts'
import type { ListOf, PageQuery } from '../../modules/kernel/api.ts'
import { type Clock, type Instant, type LocalDate, toApiDay } from '../../modules/kernel/dates.ts'
import { BillId, MemberId, NetworkId, ProfileId, ProgramId } from '../../modules/kernel/ids.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import { composed, given, type OrGiven } from '../../modules/platform/composed.ts'
import { kept, literal, type Queries } from '../../modules/platform/database.ts'
import { loader } from '../../modules/platform/speed/loader.ts'
import { AmountType, ProgramStatus } from '../../modules/programs/contract.ts'
import { behind, directions, emptyPage, isNear, KEPT_PAGES, Last, limits, listOf, pageOf, sorting, totalOf } from '../page.ts'
import { PayorColumns, showPayor } from '../payor.ts'
import { programIn } from '../programs/queries.ts'
import { isFew, isSought, MANY, type SearchShape, type Sought, searchOf, soughtHere, soughtIn } from '../search.ts'
import { count as countBills, countOf, farPlacesOf, isFar, type Listed, nearRowsOf, rowsAt, type StatedList, statusIs, todayOf } from './list.ts'

const BillRow = PayorColumns.extend({
  id: BillId,
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
  status: BillStatus,
  amount: z.number().int(),
  balance: z.number().int(),
  createdAt: z.string(),
  dueDate: z.string(),
  daysLeft: z.number().int(),
  period: z.string(),
  revision: z.number().int(),
})
export type BillRow = z.infer<typeof BillRow>

export const showBill = (row: BillRow): Bill => ({
  id: row.id,
  status: row.status,
  amount: toDollars(row.amount),
  balance: toDollars(row.balance),
  createdAt: row.createdAt,
  dueDate: toApiDay(row.dueDate as LocalDate),
  daysLeft: row.daysLeft,
  period: toApiDay(row.period as LocalDate),
  network: { name: row.networkName },
  program: { id: row.programId, name: row.programName, description: row.programDescription, type: row.programType, status: row.programStatus },
  ...showPayor(row),
  paymentProfile: row.profileId ? { id: row.profileId, name: row.profileName ?? '' } : null,
})

const b = sql.fragment`b`
const joins = sql.fragment`
  join networks n on n.id = b.network_id
  join programs p on p.id = b.program_id
  join members m on m.id = b.payor_id
  left join members c on c.id = m.congregation_id
  left join payment_profiles f on f.id = p.profile_id`

/** The day in the network `n`. */
const dayAt = (now: OrGiven<Instant>) => sql.fragment`(${now}::timestamptz at time zone n.time_zone)::date`

/** Unpaid and Partial become Overdue once the due day has ended in the network's zone (R81). */
const statusAt = (now: OrGiven<Instant>) => sql.fragment`
  case when b.state in ('Unpaid', 'Partial') and b.due_date < ${dayAt(now)} then 'Overdue' else b.state end`

const columns = (now: OrGiven<Instant>) => sql.fragment`
  b.id, b.network_id, n.name as network_name, b.program_id, p.name as program_name, p.description as program_description, p.type as program_type,
  p.status as program_status, b.payor_id, m.kind, m.name as payor_name, m.first_name, m.last_name, m.email as payor_email,
  c.id as congregation_id, c.name as congregation_name, f.id as profile_id, f.name as profile_name, f.methods as profile_methods,
  ${statusAt(now)} as status, b.amount, b.balance, b.created_at, b.due_date, b.due_date - ${dayAt(now)} as days_left, b.period,
  b.revision`

const orders: Record<BillsQuery['orderBy'], Readonly<{ key: (today: FragmentSqlToken) => FragmentSqlToken; type: FragmentSqlToken }>> = {
  createdAt: { key: () => sql.fragment`b.created_at`, type: sql.fragment`timestamptz` },
  dueDate: { key: () => sql.fragment`b.due_date`, type: sql.fragment`date` },
  amount: { key: () => sql.fragment`b.amount`, type: sql.fragment`bigint` },
  balance: { key: () => sql.fragment`b.balance`, type: sql.fragment`bigint` },
  payor: { key: () => sql.fragment`m.name_key`, type: sql.fragment`text` },
  program: { key: () => sql.fragment`lower(p.name)`, type: sql.fragment`text` },
  status: {
    key: (today) => sql.fragment`case when b.state in ('Unpaid', 'Partial') and b.due_date < ${today} then 'Overdue' else b.state end`,
    type: sql.fragment`text`,
  },
}

type Filter = Omit<BillsQuery, keyof PageQuery>

/** A foreign or absent program has no bills. */
const conditionsOf = (
  query: Filter,
  { networkId, programs }: Pick<Listed, 'networkId' | 'programs'>,
  sought: Sought | null,
  today: FragmentSqlToken,
) => {
  const conditions: FragmentSqlToken[] = [sql.fragment`b.network_id = ${networkId}`]
  if (programs) conditions.push(sql.fragment`b.program_id = any(${sql.array([...programs], 'uuid')})`)
  if (query.status) conditions.push(statusIs(query.status, b, today))
  // Known of the payor too, the network's payors can be gone through in the order of their names.
  if (query.orderBy === 'payor') conditions.push(sql.fragment`m.network_id = ${networkId}`)
  if (query.search && sought) conditions.push(isSought(networkId, query.search, sought, b, sql.fragment`id`))
  return conditions
}

/** The tables that an order needs beyond the bills. */
const joinsFor = ({ orderBy }: Filter) => {
  if (orderBy === 'payor') return sql.fragment`join members m on m.id = b.payor_id`
  return orderBy === 'program' ? sql.fragment`join programs p on p.id = b.program_id` : sql.fragment``
}

const Count = z.object({ count: z.number().int() })
const CountedRow = BillRow.extend({ totalItems: z.number().int() })

/** By what a list tells one statement from another. */
type Shape = Pick<BillsQuery, 'orderBy' | 'order' | 'status' | 'page' | 'pageSize'> & Readonly<{ inProgram: boolean }>

/** What a search tells beside each of its bills; alone where it shows none. */
const told = { isBroad: z.boolean(), totalItems: z.number().int() }
const FirstRow = z.discriminatedUnion('isBill', [
  BillRow.extend({ isBill: z.literal(true), ...told }),
  z.object({ isBill: z.literal(false), ...told }),
])

/**
 * The first pages of what a text means, in one statement: the beginning of the list of the programs that it names, and among it the
 * bills of the payors and references that it finds, unless these are too many to be read one by one.
 */
const firstSought = composed(({ isSame, isIndexed, isBill, inProgram, ...query }: Shape & SearchShape) => {
  const { status, orderBy, order, page, pageSize } = query
  const [networkId, program, now] = [given('network'), given('program'), given('now')]
  const named = sql.fragment`(select ids from named)::uuid[]`
  const list = { ...query, page: 1, pageSize: page * pageSize, networkId, programs: named }
  const today = todayOf(networkId, now)
  // What has no key before it is sorted by its creation alone.
  const key = orderBy === 'createdAt' ? sql.fragment`0` : orders[orderBy].key(today)
  const fewOf = (ids: FragmentSqlToken) => sql.fragment`
    select ${key} as key, b.created_at, b.position from ${ids} ${joinsFor(query)}
    where not (select is_broad from size) and b.network_id = ${networkId} and b.program_id <> all (${named})
      ${inProgram ? sql.fragment`and b.program_id = ${program}` : sql.fragment``} ${status ? sql.fragment`and ${statusIs(status, b, today)}` : sql.fragment``}`
  return sql.type(FirstRow)`${kept}
    with ${soughtHere({ isSame, isIndexed, isBill })},
    named as materialized (select coalesce(array_agg(s.id), '{}') as ids from programs_sought s ${inProgram ? sql.fragment`where s.id = ${program}` : sql.fragment``}),
    size as materialized (
      select (select count(*) from payors_sought) > ${literal(MANY)} or (select count(*) from bills_sought) > ${literal(MANY)} as is_broad),
    few as materialized (
      ${fewOf(sql.fragment`payors_sought s join bills b on b.payor_id = s.id`)} union ${fewOf(sql.fragment`bills_sought s join bills b on b.id = s.id`)})
    select ${columns(now)}, b.id is not null as is_bill, l.is_broad, l.total_items
    from (select (select is_broad from size), (select count(*) from few) + ${countOf(list, now)} as total_items) l
    left join (
      (select * from (select * from few union all (${nearRowsOf(list, now)})) x ${sorting(sql.fragment`x.key`, sql.fragment`x`, order)} ${limits(query)}) s
      join bills b on b.network_id = ${networkId} and b.created_at = s.created_at and b.position = s.position ${joins}
    ) on not l.is_broad
    ${sorting(sql.fragment`s.key`, sql.fragment`s`, order)}`
})

/** One of the first pages of what a text means; null for too much, or where a plan for all texts would be a poor one. */
const fewSought = async (db: Queries, networkId: NetworkId, query: BillsQuery, text: string, program: ProgramId | null, now: Instant) => {
  const { orderBy, order, status, page, pageSize } = query
  if (page > KEPT_PAGES || !isNear(query)) return null
  const { shape, values } = searchOf(text)
  if (!shape.isIndexed) return null
  const rows = await db.any(
    firstSought({ orderBy, order, status, page, pageSize, inProgram: program !== null, ...shape }, { ...values, network: networkId, program, now }),
  )
  const [first] = rows
  return first && !first.isBroad ? { rows: rows.filter((row) => row.isBill), count: first.totalItems } : null
}

/** A page of bills that are sought, once it is known what is meant. */
const soughtBills = async (db: Queries, query: BillsQuery, list: Listed, sought: Sought, now: Instant) => {
  const { networkId } = list
  const today = todayOf(networkId, now)
  const where = sql.join(conditionsOf(query, list, sought, today), sql.fragment` and `)
  const key = orders[query.orderBy].key(today)
  const counted = () => db.oneFirst(sql.type(Count)`select count(*) as count from bills b ${joinsFor(query)} where ${where}`)
  const page = (totalItems: FragmentSqlToken) => sql.fragment`
    select ${columns(now)}, b.total_items from (
      select b.*, ${key} as sort_key, ${totalItems} as total_items from bills b ${joinsFor(query)} where ${where} ${sorting(key, b, query.order)} ${limits(query)}
    ) b ${joins} ${sorting(sql.fragment`b.sort_key`, b, query.order)}`
  if (!isFew(sought)) {
    const [rows, count] = await Promise.all([db.any(sql.type(CountedRow)`${page(sql.fragment`0`)}`), counted()])
    return { rows, count }
  }
  const rows = await db.any(sql.type(CountedRow)`${query.page <= KEPT_PAGES ? kept : sql.fragment``} ${page(sql.fragment`(count(*) over ())`)}`)
  return { rows, count: await totalOf(rows, query.page, counted) }
}

/** The bills of a page whose places are known, as `s (piece, key, created_at, position)`. */
const billsAt = (list: StatedList, places: FragmentSqlToken, total: FragmentSqlToken, now: OrGiven<Instant>) => {
  const direction = directions[list.order]
  return sql.type(CountedRow)`${list.page <= KEPT_PAGES ? kept : sql.fragment``}
    select ${columns(now)}, ${total} as total_items
    from (${places}) s join bills b on b.network_id = ${list.networkId} and b.created_at = s.created_at and b.position = s.position
    ${joins} order by s.piece, s.key ${direction}, s.created_at ${direction}, s.position ${direction}`
}

const billsNear = (list: StatedList, now: OrGiven<Instant>) =>
  billsAt(list, sql.fragment`select 0 as piece, x.* from (${rowsAt(list, now)}) x`, countOf(list, now), now)

const firstBills = composed(({ inProgram, ...list }: Shape) =>
  billsNear({ ...list, networkId: given('network'), programs: inProgram ? [given('program')] : null }, given('now')),
)

/** A page of bills in the order of their list. */
const listedBills = async (db: Queries, list: Listed, now: Instant) => {
  if (isFar(list)) {
    const { places, totalItems } = await farPlacesOf(db, list, now)
    return { rows: places ? await db.any(billsAt(list, places, sql.fragment`${totalItems}::int`, now)) : [], count: totalItems }
  }
  const { networkId, programs, orderBy, order, status, page, pageSize } = list
  const [program = null, another] = programs ?? []
  const rows = await db.any(
    page <= KEPT_PAGES && !another
      ? firstBills({ orderBy, order, status, page, pageSize, inProgram: program !== null }, { network: networkId, program, now })
      : billsNear(list, now),
  )
  return { rows, count: await totalOf(rows, page, () => countBills(db, list, now)) }
}

/** A network's bills. Their number is known without counting them, but where a search finds more than programs. */
export const billsOf = async (db: Queries, networkId: NetworkId, query: BillsQuery, now: Instant): Promise<ListOf<Bill>> => {
  const program = programIn(query)
  if (program === 'none') return emptyPage(query)
  const { search } = query
  const few = search ? await fewSought(db, networkId, query, search, program, now) : null
  if (few) return listOf(query, few.rows.map(showBill), few.count)
  const sought = search ? await soughtIn(db, networkId, search) : null
  const onlyPrograms = sought?.payors?.length === 0 && sought.bills?.length === 0
  const programs = program ? [program] : null
  const list: Listed = { ...query, networkId, programs: onlyPrograms ? sought.programs.filter((id) => !program || id === program) : programs }
  if (list.programs?.length === 0) return emptyPage(query)
  const { rows, count } = await (sought && !onlyPrograms ? soughtBills(db, query, list, sought, now) : listedBills(db, list, now))
  return listOf(query, rows.map(showBill), count)
}

/** So many bills behind one of the same list; the first ones behind none. */
export const billsBehind = async (db: Queries, networkId: NetworkId, query: Filter, now: Instant, last: Last | null, count: number) => {
  const today = todayOf(networkId, now)
  const { key, type } = orders[query.orderBy]
  const program = programIn(query)
  if (program === 'none') return []
  const sought = query.search ? await soughtIn(db, networkId, query.search) : null
  const conditions = conditionsOf(query, { networkId, programs: program ? [program] : null }, sought, today)
  if (last) conditions.push(behind(last, key(today), type, b, query.order))
  const where = sql.join(conditions, sql.fragment` and `)
  return db.any(sql.type(BillRow.extend(Last.shape))`
    select ${columns(now)}, b.sort_key::text as sort_key, b.created_at::text as sort_at, b.position from (
      select b.*, ${key(today)} as sort_key from bills b ${joinsFor(query)} where ${where} ${sorting(key(today), b, query.order)} limit ${count}
    ) b ${joins} ${sorting(sql.fragment`b.sort_key`, b, query.order)}`)
}

/** Finds bills by their ids; whoever asks at the same time asks together. */
export const billFinder = (db: Queries, now: Clock) =>
  loader<BillId, BillRow>(async (ids) => {
    const rows = await db.any(
      sql.type(BillRow)`${kept} select ${columns(now())} from bills b ${joins} where b.id = any(${sql.array([...ids], 'text')})`,
    )
    return new Map(rows.map((row) => [row.id, row]))
  })
export type FindBill = ReturnType<typeof billFinder>

/** The bills of every payor with this address, over all networks. The address must be a confirmed one (R33). */
export const billsOfPayor = (db: Queries, email: string, query: PageQuery & { paidOnly: boolean }, now: Instant) => {
  const from = sql.fragment`from bills b ${joins} where lower(m.email) = lower(${email}) and (${!query.paidOnly} or b.state = 'Paid')`
  return pageOf(
    db,
    query,
    sql.type(BillRow)`select ${columns(now)} ${from} order by b.created_at desc, b.position desc ${limits(query)}`,
    from,
    showBill,
  )
}

/** Every bill of a payor, newest first. */
export const billsOfMember = async (db: Queries, payorId: MemberId, now: Instant): Promise<Bill[]> =>
  (
    await db.any(
      sql.type(BillRow)`select ${columns(now)} from bills b ${joins} where b.payor_id = ${payorId} order by b.created_at desc, b.position desc`,
    )
  ).map(showBill)

const Slot = z.object({ payorId: MemberId, archived: z.number().int(), taken: z.boolean() })

/** What each payor has in a program's period: how many archived bills, and whether one is in force. */
export const slotsOf = (db: Queries) => async (programId: ProgramId, period: LocalDate, payors: readonly MemberId[]) => {
  const rows = await db.any(sql.type(Slot)`
    select payor_id, count(*) filter (where state = 'Archived') as archived, bool_or(state <> 'Archived') as taken
    from bills where payor_id = any(${sql.array([...payors], 'uuid')}) and program_id = ${programId} and period = ${period}::date group by payor_id`)
  return new Map(rows.map(({ payorId, archived, taken }) => [payorId as string, { n: archived, taken }]))
}

const UnpaidRow = z.object({ id: BillId, amount: z.number().int(), revision: z.number().int(), position: z.number().int() })
const UnpaidSum = z.object({ bills: z.number().int(), before: z.number().int() })

const unpaid = (programId: ProgramId, amount: number, today: LocalDate) =>
  sql.fragment`program_id = ${programId} and state = 'Unpaid' and due_date >= ${today}::date and amount <> ${amount} and adjusted = 0`

/** How many Unpaid bills of a program have another amount than this one, and the sum of theirs, in cents. */
export const repriceable = (db: Queries) => (programId: ProgramId, amount: number, today: LocalDate) =>
  db.one(sql.type(UnpaidSum)`select count(*) as bills, coalesce(sum(amount), 0) as before from bills where ${unpaid(programId, amount, today)}`)

/** Those bills, from behind a position of the log on. */
export const unpaidBills = (db: Queries) => (programId: ProgramId, amount: number, today: LocalDate, after: number, limit: number) =>
  db.any(sql.type(UnpaidRow)`
    select id, amount, revision, position from bills where ${unpaid(programId, amount, today)} and position > ${after} order by position limit ${limit}`)

const Waiting = z.object({ id: BillId })

/** Bills whose claim has waited since before a moment. */
export const waitingClaims = (db: Queries) => async (since: Instant) =>
  (
    await db.any(
      sql.type(Waiting)`select id from bills where state = 'PendingConfirmation' and claimed_at <= ${since}::timestamptz order by claimed_at`,
    )
  ).map(({ id }) => id)

const WaitingCount = z.object({ count: z.number().int() })

/** How many claims of a network have waited since before a moment. */
export const countWaitingClaims = (db: Queries) => (networkId: NetworkId, since: Instant) =>
  db.oneFirst(sql.type(WaitingCount)`
    select count(*) as count from bills where network_id = ${networkId} and state = 'PendingConfirmation' and claimed_at <= ${since}::timestamptz`)
