import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { BillStatus, BillsQuery } from '../../modules/bills/contract.ts'
import type { Instant } from '../../modules/kernel/dates.ts'
import { type NetworkId, ProgramId } from '../../modules/kernel/ids.ts'
import type { OrGiven } from '../../modules/platform/composed.ts'
import { kept, literal, type Queries } from '../../modules/platform/database.ts'
import { cut, type Group } from '../cut.ts'
import { directions, isNear, offsetOf, rowsFrom, SHORT, sorting } from '../page.ts'

/** A list of the bills of a network, or of some of its programs. */
export type Listed = Readonly<
  Pick<BillsQuery, 'orderBy' | 'order' | 'status' | 'page' | 'pageSize'> & { networkId: NetworkId; programs: readonly ProgramId[] | null }
>

/** A list as a statement has it, which may be given its values later; its programs may be an array that it finds itself. */
export type StatedList = Omit<Listed, 'networkId' | 'programs'> &
  Readonly<{ networkId: OrGiven<NetworkId>; programs: readonly OrGiven<ProgramId>[] | FragmentSqlToken | null }>

/** One whose order is the bills' own: the names of payors are kept elsewhere. */
type Indexed<List> = List & Readonly<{ orderBy: Exclude<Listed['orderBy'], 'payor'> }>
const isIndexed = <List extends StatedList>(list: List): list is Indexed<List> => list.orderBy !== 'payor'

/** Bills of a program in one state with one due date: all of them have one status, today and any day. */
const Run = z.object({
  programId: ProgramId,
  state: z.string(),
  dueDate: z.string(),
  bills: z.number().int(),
  late: z.boolean(),
  /** The place of its program among the network's by name. */
  place: z.number().int(),
})
type Run = z.infer<typeof Run>

const OPEN: readonly string[] = ['Unpaid', 'Partial']
const SETTLED: readonly string[] = ['Paid', 'Archived']

/** Where bills lie together in the order of a list. */
type Source =
  | Readonly<{ kind: 'scope'; program: OrGiven<ProgramId> | null }>
  | Readonly<{ kind: 'settled'; state: string }>
  | Readonly<{ kind: 'runs'; runs: readonly Run[] }>
  | Readonly<{ kind: 'programs'; ids: readonly ProgramId[] }>
  | Readonly<{ kind: 'keyed'; key: 'amount' | 'balance'; runs: readonly Run[] }>

const opposite = { asc: 'desc', desc: 'asc' } as const
const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
const uuids = (values: readonly string[]) => sql.array([...values], 'uuid')
const idsOf = (programs: NonNullable<StatedList['programs']>): FragmentSqlToken =>
  'length' in programs ? sql.fragment`(select array[${sql.join([...programs], sql.fragment`, `)}]::uuid[])::uuid[]` : programs
/**
 * What the text of a statement may hold: words of ours. A single one is hidden from the planner, as the number of programs is: it would
 * take another plan for a rare status, or for one program, and a poorer one.
 */
const word = (value: string) => sql.fragment`(select ${sql.literalValue(value)})`
const words = (values: readonly string[]) => sql.fragment`array[${sql.join(values.map(sql.literalValue), sql.fragment`, `)}]`

/** Runs as `r (program_id, state, due_date)`. */
const unnested = (runs: readonly Run[]): FragmentSqlToken => {
  const states = sql.array(
    runs.map(({ state }) => state),
    'text',
  )
  const dues = sql.array(
    runs.map(({ dueDate }) => dueDate),
    'date',
  )
  return sql.fragment`unnest(${uuids(runs.map(({ programId }) => programId))}, ${states}, ${dues}) r(program_id, state, due_date)`
}

/** The first of several runs of rows, each of which an index holds in the order of the list. */
const merged = (runs: FragmentSqlToken, rows: FragmentSqlToken, order: 'asc' | 'desc', offset: number, count: number) => {
  const direction = directions[order]
  return sql.fragment`
    select x.key, x.created_at, x.position from ${runs} cross join lateral (${rows} limit ${literal(offset + count)}) x
    order by x.key ${direction}, x.created_at ${direction}, x.position ${direction} ${rowsFrom(offset, count)}`
}

const rowsOf = ({ networkId }: StatedList, source: Source, order: 'asc' | 'desc', offset: number, count: number): FragmentSqlToken => {
  const direction = directions[order]
  const byCreation = sql.fragment`order by b.created_at ${direction}, b.position ${direction}`
  switch (source.kind) {
    case 'scope':
      return sql.fragment`
        select 0::bigint as key, b.created_at, b.position from bills b
        where ${source.program ? sql.fragment`b.program_id = ${source.program}` : sql.fragment`b.network_id = ${networkId}`} ${byCreation} ${rowsFrom(offset, count)}`
    case 'settled':
      return sql.fragment`
        select 0::bigint as key, b.created_at, b.position from bills b
        where b.network_id = ${networkId} and b.state = ${word(source.state)} and b.balance = 0 ${byCreation} ${rowsFrom(offset, count)}`
    case 'programs':
      return merged(
        sql.fragment`unnest(${uuids(source.ids)}) r(program_id)`,
        sql.fragment`select 0::bigint as key, b.created_at, b.position from bills b where b.program_id = r.program_id ${byCreation}`,
        order,
        offset,
        count,
      )
    case 'runs':
      return merged(
        unnested(source.runs),
        sql.fragment`
          select 0::bigint as key, b.created_at, b.position from bills b
          where b.program_id = r.program_id and b.state = r.state and b.due_date = r.due_date ${byCreation}`,
        order,
        offset,
        count,
      )
    case 'keyed': {
      const { runs } = source
      const key = source.key === 'amount' ? sql.fragment`b.amount` : sql.fragment`b.balance`
      const states = sql.array(unique(runs.map(({ state }) => state)), 'text')
      const dues = sql.array(unique(runs.map(({ dueDate }) => dueDate)), 'date')
      const open = source.key === 'balance' ? sql.fragment`and b.balance > 0` : sql.fragment``
      return merged(
        sql.fragment`unnest(${uuids(unique(runs.map((run) => run.programId)))}) r(program_id)`,
        sql.fragment`
          select ${key} as key, b.created_at, b.position from bills b
          where b.program_id = r.program_id and b.state = any(${states}) and b.due_date = any(${dues}) ${open} ${sorting(key, b, order)}`,
        order,
        offset,
        count,
      )
    }
  }
}

const r = sql.fragment`r`
const b = sql.fragment`b`
const x = sql.fragment`x`
const Total = z.object({ total: z.number().int() })

/** Today in a network's zone, worked out once a statement. */
export const todayOf = (networkId: OrGiven<NetworkId>, now: OrGiven<Instant>): FragmentSqlToken =>
  sql.fragment`(select (${now}::timestamptz at time zone z.time_zone)::date from networks z where z.id = ${networkId})`

/** How many bills the list has, from what is counted when bills change. */
export const countOf = (list: StatedList, now: OrGiven<Instant>): FragmentSqlToken => {
  const { networkId, programs, status } = list
  const today = todayOf(networkId, now)
  return sql.fragment`
    (select coalesce(sum(r.bills), 0) from bill_counts r
     where r.scope = any(${idsOf(programs ?? sql.fragment`array[${networkId}]::uuid[]`)}) and r.network_id = ${networkId} ${status ? sql.fragment`and ${statusIs(status, r, today)}` : sql.fragment``})`
}

export const count = (db: Queries, list: Listed, now: Instant): Promise<number> =>
  db.oneFirst(sql.type(Total)`${kept} select ${countOf(list, now)} as total`)

/** The condition that bills, or a count of them, have a status (R79): Unpaid and Partial become Overdue by the calendar (R81). */
export const statusIs = (status: BillStatus, table: FragmentSqlToken, today: FragmentSqlToken): FragmentSqlToken => {
  if (status === 'Overdue') return sql.fragment`(${table}.state in ('Unpaid', 'Partial') and ${table}.due_date < ${today})`
  if (status === 'Unpaid' || status === 'Partial') return sql.fragment`(${table}.state = ${word(status)} and ${table}.due_date >= ${today})`
  return sql.fragment`${table}.state = ${word(status)}`
}

/** The counts, as `r`, of the bills in a list by program, state and due date. */
const runsIn = ({ networkId, programs, status }: StatedList, today: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  r.network_id = ${networkId} and r.scope <> r.network_id ${programs ? sql.fragment`and r.scope = any(${idsOf(programs)})` : sql.fragment``}
    ${status ? sql.fragment`and ${statusIs(status, r, today)}` : sql.fragment``}`

const runsOf = (db: Queries, list: Listed, now: Instant) => {
  const today = sql.fragment`(${now}::timestamptz at time zone n.time_zone)::date`
  return db.any(sql.type(Run)`${kept}
    select r.scope as program_id, r.state, r.due_date, r.bills, r.due_date < ${today} as late, dense_rank() over (order by lower(p.name)) as place
    from bill_counts r join networks n on n.id = r.network_id join programs p on p.id = r.scope
    where ${runsIn(list, today)}`)
}

const total = (runs: readonly Run[]): number => runs.reduce((sum, { bills }) => sum + bills, 0)

/** Runs with the same key together, in the order of their keys. */
const groupsBy = (runs: readonly Run[], order: 'asc' | 'desc', keyOf: (run: Run) => string | number): Group<readonly Run[]>[] => {
  const groups = new Map<string | number, Run[]>()
  for (const run of runs) {
    const group = groups.get(keyOf(run))
    if (group) group.push(run)
    else groups.set(keyOf(run), [run])
  }
  const sorted = [...groups].sort(([a], [b]) => (a < b === (order === 'asc') ? -1 : 1))
  return sorted.map(([, source]) => ({ source, count: total(source) }))
}

const statusOf = ({ state, late }: Run): string => (late && OPEN.includes(state) ? 'Overdue' : state)

/** The list as groups of bills that follow each other, each lying together somewhere. */
const groupsOf = ({ orderBy, order, status, programs }: Indexed<Listed>, runs: readonly Run[]): Group<Source>[] => {
  const asRuns = (groups: readonly Group<readonly Run[]>[]) =>
    groups.map(({ source, count }) => ({ source: { kind: 'runs', runs: source } as const, count }))
  switch (orderBy) {
    case 'createdAt':
      if (status) return asRuns(groupsBy(runs, order, () => 0))
      return [{ source: { kind: 'programs', ids: unique(runs.map((run) => run.programId)) }, count: total(runs) }]
    case 'dueDate':
      return asRuns(groupsBy(runs, order, ({ dueDate }) => dueDate))
    case 'status':
      return groupsBy(runs, order, statusOf).map(({ source, count }) => {
        const [{ state } = { state: '' }] = source
        return { source: SETTLED.includes(state) && !programs ? { kind: 'settled', state } : { kind: 'runs', runs: source }, count }
      })
    case 'program': {
      const groups = groupsBy(runs, order, ({ place }) => place)
      if (status) return asRuns(groups)
      return groups.map(({ source, count }) => ({ source: { kind: 'programs', ids: unique(source.map((run) => run.programId)) }, count }))
    }
    case 'amount':
      return [{ source: { kind: 'keyed', key: 'amount', runs }, count: total(runs) }]
    case 'balance':
      // What is settled has a balance of 0, and nothing else has.
      return groupsBy(runs, order, ({ state }) => Number(!SETTLED.includes(state))).map(({ source, count }) => ({
        source: SETTLED.includes(source[0]?.state ?? '') ? { kind: 'runs', runs: source } : { kind: 'keyed', key: 'balance', runs: source },
        count,
      }))
  }
}

const isSettled = (status: BillStatus | undefined): boolean => status !== undefined && SETTLED.includes(status)

/** The first bills, in the order of their creation, that nothing is owed for. */
const settledRows = ({ networkId, programs, status, order }: StatedList, first: FragmentSqlToken): FragmentSqlToken => {
  const states = words(status ? [status] : SETTLED)
  const direction = directions[order]
  const runs = programs
    ? sql.fragment`bill_counts r cross join lateral (
        select b.created_at, b.position from bills b where b.program_id = r.scope and b.state = r.state and b.due_date = r.due_date`
    : sql.fragment`unnest(${states}) r(state) cross join lateral (
        select b.created_at, b.position from bills b where b.network_id = ${networkId} and b.state = r.state and b.balance = 0`
  const which = programs
    ? sql.fragment`where r.network_id = ${networkId} and r.scope = any(${idsOf(programs)}) and r.state = any(${states})`
    : sql.fragment``
  return sql.fragment`
    select 0::bigint as key, x.created_at, x.position from ${runs} order by b.created_at ${direction}, b.position ${direction} limit ${first}) x ${which}`
}

/** The rows of a near page, as `(key, created_at, position)`. */
const nearRows = (list: Indexed<StatedList>, now: OrGiven<Instant>): FragmentSqlToken => {
  const { networkId, programs, status, orderBy, order, pageSize } = list
  const offset = offsetOf(list)
  const today = todayOf(networkId, now)
  const direction = directions[order]
  const keys = {
    createdAt: sql.fragment`0`,
    dueDate: sql.fragment`r.due_date`,
    program: sql.fragment`lower(p.name)`,
    status: sql.fragment`case when r.state in ('Unpaid', 'Partial') and r.due_date < ${today} then 'Overdue' else r.state end`,
  }
  const which = sql.fragment`from bill_counts r join programs p on p.id = r.scope where ${runsIn(list, today)}`
  const first = literal(offset + pageSize)
  if (orderBy === 'createdAt' && programs && !status)
    return merged(
      sql.fragment`unnest(${idsOf(programs)}) r(program_id)`,
      sql.fragment`
        select 0 as key, b.created_at, b.position from bills b where b.program_id = r.program_id order by b.created_at ${direction}, b.position ${direction}`,
      order,
      offset,
      pageSize,
    )
  if (orderBy === 'amount' || orderBy === 'balance') {
    const key = orderBy === 'amount' ? sql.fragment`b.amount` : sql.fragment`b.balance`
    const isOpen = orderBy === 'balance' ? sql.fragment`and b.balance > 0` : sql.fragment``
    const byKey = sql.fragment`
      select x.key, x.created_at, x.position from (select distinct r.scope as program_id ${which}) r
      cross join lateral (
        select ${key} as key, b.created_at, b.position from bills b
        where b.program_id = r.program_id ${isOpen} ${status ? sql.fragment`and ${statusIs(status, b, today)}` : sql.fragment``}
        ${sorting(key, b, order)} limit ${first}
      ) x`
    const parts =
      orderBy === 'amount' ? [byKey] : [...(isSettled(status) ? [] : [byKey]), ...(status && !isSettled(status) ? [] : [settledRows(list, first)])]
    return sql.fragment`
      select x.key, x.created_at, x.position from (${sql.join(parts, sql.fragment` union all `)}) x
      ${sorting(sql.fragment`x.key`, x, order)} ${rowsFrom(offset, pageSize)}`
  }
  return sql.fragment`
    select r.key, x.created_at, x.position from (select r.scope as program_id, r.state, r.due_date, ${keys[orderBy]} as key ${which} order by 4 ${direction}) r
    cross join lateral (
      select b.created_at, b.position from bills b where b.program_id = r.program_id and b.state = r.state and b.due_date = r.due_date
      order by b.created_at ${direction}, b.position ${direction} limit ${first}
    ) x ${sorting(sql.fragment`r.key`, x, order)} ${rowsFrom(offset, pageSize)}`
}

/** Where one index alone holds the list in its order. */
const aloneOf = ({ orderBy, status, programs }: StatedList): Source | null => {
  if (orderBy !== 'createdAt') return null
  if (!status && !programs) return { kind: 'scope', program: null }
  if (!status) return programs && 'length' in programs && programs.length === 1 ? { kind: 'scope', program: programs[0] ?? null } : null
  return SETTLED.includes(status) && !programs ? { kind: 'settled', state: status } : null
}

/** A page by the names of payors: of a short list all bills are sorted, in a longer one they are met on a walk through the names. */
const byPayor = (list: StatedList, now: OrGiven<Instant>): FragmentSqlToken => {
  const { networkId, programs, status, order, pageSize } = list
  const today = todayOf(networkId, now)
  const key = sql.fragment`m.name_key`
  const rows = sql.fragment`${sorting(key, b, order)} ${rowsFrom(offsetOf(list), pageSize)}`
  // Without `offset 0` the planner would rather read all payors, or all bills.
  return sql.fragment`
    select x.* from (select ${countOf(list, now)} as bills) l cross join lateral (
      (select ${key} as key, b.created_at, b.position from bill_counts r
       cross join lateral (
         select b.payor_id, b.created_at, b.position from bills b where b.program_id = r.scope and b.state = r.state and b.due_date = r.due_date offset 0
       ) b
       cross join lateral (select m.name_key from members m where m.id = b.payor_id offset 0) m
       where l.bills <= ${literal(SHORT)} and ${runsIn(list, today)} ${rows})
      union all
      (select ${key} as key, b.created_at, b.position from members m join bills b on b.payor_id = m.id
       where l.bills > ${literal(SHORT)} and m.network_id = ${networkId} and b.network_id = ${networkId}
         ${programs ? sql.fragment`and b.program_id = any(${idsOf(programs)})` : sql.fragment``}
         ${status ? sql.fragment`and ${statusIs(status, b, today)}` : sql.fragment``} ${rows})
    ) x`
}

/** The rows of a page near the beginning of a list, as `(key, created_at, position)` to be sorted by these three. */
export const nearRowsOf = (list: StatedList, now: OrGiven<Instant>): FragmentSqlToken => (isIndexed(list) ? nearRows(list, now) : byPayor(list, now))

/** From here on a page is sought from the nearer end of the list. */
const FAR = 5_000

/** Must be known where bills lie before a page of them can be read? */
export const isFar = <List extends StatedList>(list: List): list is Indexed<List> =>
  aloneOf(list) ? offsetOf(list) > FAR : isIndexed(list) && !isNear(list)

/** The rows of a page that is not far, as nearRowsOf gives them. */
export const rowsAt = (list: StatedList, now: OrGiven<Instant>): FragmentSqlToken => {
  const alone = aloneOf(list)
  return alone ? rowsOf(list, alone, list.order, offsetOf(list), list.pageSize) : nearRowsOf(list, now)
}

/**
 * Where the bills of a far page are, as `(piece, key, created_at, position)` to be sorted by these four, and how many bills the list has.
 * Nothing is counted, and but for the farthest pages hardly more is read than is shown.
 */
export const farPlacesOf = async (
  db: Queries,
  list: Indexed<Listed>,
  now: Instant,
): Promise<{ places: FragmentSqlToken | null; totalItems: number }> => {
  const alone = aloneOf(list)
  const runs = alone ? [] : await runsOf(db, list, now)
  const totalItems = alone ? await count(db, list, now) : total(runs)
  const groups = alone ? [{ source: alone, count: totalItems }] : groupsOf(list, runs)
  const pieces = cut(groups, offsetOf(list), list.pageSize).map(({ source, fromEnd, offset, count: of }, piece) => {
    const rows = rowsOf(list, source, fromEnd ? opposite[list.order] : list.order, offset, of)
    return sql.fragment`(select ${piece}::int as piece, x.* from (${rows}) x)`
  })
  return { places: pieces.length > 0 ? sql.fragment`${sql.join(pieces, sql.fragment` union all `)}` : null, totalItems }
}
