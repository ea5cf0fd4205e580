import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { Instant, LocalDate } from '../../modules/kernel/date-schemas.ts'
import { toApiDay } from '../../modules/kernel/dates.ts'
import { NetworkId, PayorId, ProgramId } from '../../modules/kernel/ids.ts'
import { plainMoney, toDollars } from '../../modules/kernel/money.ts'
import type { Member, MembersQuery } from '../../modules/payors/contract.ts'
import type { StreamName } from '../../modules/platform/event-store/event-store.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import type { FileOf } from '../exports/send-csv.ts'
import { programIn } from '../lists/list.ts'
import { all, directions } from '../lists/page.ts'
import { type PlainList, pageOf, someOf } from '../lists/plain.ts'
import { membersWith } from '../lists/search.ts'

const Kind = z.enum(['individual', 'congregation'])

const KnownRow = z.object({
  id: PayorId,
  kind: Kind,
  nameKey: z.string(),
  name: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  dob: LocalDate.nullable(),
  gender: z.string().nullable(),
  contactName: z.string().nullable(),
  memberSince: LocalDate.nullable(),
  congregationId: PayorId.nullable(),
  revision: z.number().int(),
})

/** Payors in the form that uploads match rows with. */
const knownPayors = async (db: Queries, where: FragmentSqlToken) => {
  const rows = await db.any(sql.type(KnownRow)`
    select id, kind, name_key, name, first_name, last_name, email, phone, dob, gender, contact_name, member_since, congregation_id, revision
    from members where ${where} order by id`)
  return rows.map(({ id, kind: is, nameKey, memberSince, congregationId, revision, ...person }) => ({
    id,
    kind: is,
    nameKey,
    person,
    memberSince,
    congregationId,
    revision,
  }))
}

/** The payors of a network who have one of these names. */
export const payorsNamed = (db: Queries) => async (networkId: NetworkId, kind: 'individual' | 'congregation', nameKeys: readonly string[]) =>
  nameKeys.length === 0
    ? []
    : knownPayors(db, sql.fragment`network_id = ${networkId} and kind = ${kind} and name_key = any(${sql.array([...nameKeys], 'text')})`)

/** The payors of a network who have one of these ids. */
export const payorsById = (db: Queries) => async (networkId: NetworkId, ids: readonly PayorId[]) =>
  ids.length === 0 ? [] : knownPayors(db, sql.fragment`network_id = ${networkId} and id = any(${sql.array([...ids], 'uuid')})`)

const UploadRow = z.object({ id: z.string(), slices: z.number().int() })

/** The enrolment streams of a program, oldest upload first. */
export const enrolmentsOf =
  (db: Queries) =>
  async (programId: ProgramId): Promise<StreamName[]> => {
    const uploads = await db.any(sql.type(UploadRow)`select id, slices from uploads where program_id = ${programId} order by position`)
    return uploads.flatMap(({ id, slices }) => Array.from({ length: slices }, (_, i): StreamName => `upload-${id}.${i}`))
  }

const LeftRow = z.object({ programId: ProgramId, programName: z.string(), since: Instant })

/** The programs that a payor was removed from, and has not rejoined. */
export const programsLeftBy = (db: Queries, payorId: PayorId) =>
  db.any(sql.type(LeftRow)`
    select l.program_id, p.name as program_name, l.since from left_programs l join programs p on p.id = l.program_id
    where l.payor_id = ${payorId} order by l.since`)

const MoveRow = z.object({ position: z.coerce.bigint(), stream: z.string(), programName: z.string() })

/** The events by which a payor was removed from a program or rejoined one, by position in the log. */
export const programMovesOf = (db: Queries) => async (payorId: PayorId) => {
  const rows = await db.any(sql.type(MoveRow)`
    select v.position, v.stream, p.name as program_name from program_moves v join programs p on p.id = v.program_id
    where v.payor_id = ${payorId} order by v.position`)
  return new Map(rows.map(({ position, stream, programName }) => [position, { stream: stream as StreamName, programName }]))
}

const MemberRow = KnownRow.extend({
  networkId: NetworkId,
  sortKey: z.string(),
  congregationName: z.string().nullable(),
  balance: z.number().int(),
})
export type MemberRow = z.infer<typeof MemberRow>

const balance = sql.fragment`(select coalesce(sum(b.balance), 0) from bills b where b.payor_id = m.id)`

/** Payors by name (R102), each with their balance. */
const members: PlainList<MemberRow, Member> = {
  row: MemberRow,
  from: sql.fragment`members m`,
  as: sql.fragment`m`,
  columns: sql.fragment`
    m.name_key, m.sort_key, m.id, m.network_id, m.kind, m.name, m.first_name, m.last_name, m.email, m.phone, m.dob, m.gender, m.member_since, m.congregation_id,
    m.revision, m.contact_name, c.name as congregation_name, ${balance} as balance`,
  joins: sql.fragment`left join members c on c.id = m.congregation_id`,
  order: sql.fragment`m.sort_key, m.id`,
  show: (row) => ({
    id: row.id,
    kind: row.kind,
    firstName: row.firstName,
    lastName: row.lastName,
    name: row.name,
    email: row.email,
    phone: row.phone,
    dob: row.dob && toApiDay(row.dob),
    gender: row.gender,
    memberSince: row.memberSince && toApiDay(row.memberSince),
    congregation: row.congregationId ? { id: row.congregationId, name: row.congregationName ?? '' } : null,
    balance: toDollars(row.balance),
  }),
}

export const memberFile: FileOf<MemberRow> = () => [
  ['Member', (row) => row.id],
  ['Kind', (row) => (row.kind === 'individual' ? 'Individual' : 'Congregation')],
  ['Name', (row) => row.name],
  ['First name', (row) => row.firstName],
  ['Last name', (row) => row.lastName],
  ['Email', (row) => row.email],
  ['Phone', (row) => row.phone],
  ['Date of birth', (row) => row.dob],
  ['Gender', (row) => row.gender],
  ['Member since', (row) => row.memberSince],
  ['Congregation', (row) => row.congregationName],
  ['Balance', (row) => plainMoney(row.balance)],
]

export type MembersFilter = Omit<MembersQuery, 'page' | 'pageSize'>

/** The sort columns of an order; the id makes it total. */
const keys = {
  name: { sql: sql.fragment`m.sort_key, m.id`, of: ({ sortKey, id }: MemberRow) => sql.fragment`${sortKey}, ${id}::uuid` },
  balance: {
    sql: sql.fragment`${balance}, m.sort_key, m.id`,
    of: ({ balance: owed, sortKey, id }: MemberRow) => sql.fragment`${owed}::numeric, ${sortKey}, ${id}::uuid`,
  },
} satisfies Record<MembersQuery['orderBy'], unknown>

const inOrder = ({ orderBy, order }: MembersFilter): PlainList<MemberRow, Member> => {
  const direction = directions[order]
  const name = sql.fragment`m.sort_key ${direction}, m.id ${direction}`
  return { ...members, order: orderBy === 'balance' ? sql.fragment`${balance} ${direction}, ${name}` : name }
}

const listed = (networkId: NetworkId, { kind, search, ...query }: MembersFilter) => {
  const program = programIn(query)
  const conditions = [
    search ? membersWith(networkId, search) : sql.fragment`m.network_id = ${networkId}`,
    ...(kind ? [sql.fragment`m.kind = ${kind}`] : []),
    ...(program === 'none' ? [sql.fragment`false`] : []),
    ...(program && program !== 'none'
      ? [sql.fragment`m.id in (select b.payor_id from bills b where b.program_id = ${program} and b.state <> 'Archived')`]
      : []),
  ]
  return { where: all(conditions), isLookedUp: Boolean(search) }
}

export const payorsOf = (db: Queries, networkId: NetworkId, query: MembersQuery) => pageOf(db, inOrder(query), query, listed(networkId, query))

/** `count` payors after `last` (keyset pagination); the first ones without it. */
export const membersBehind = (db: Queries, networkId: NetworkId, filter: MembersFilter, last: MemberRow | null, count: number) => {
  const { sql: columns, of } = keys[filter.orderBy]
  const behind = last && sql.fragment`(${columns}) ${filter.order === 'asc' ? sql.fragment`>` : sql.fragment`<`} (${of(last)})`
  return someOf(db, inOrder(filter), listed(networkId, filter), sql.fragment`limit ${count}`, behind)
}

const Origin = z.object({ networkId: NetworkId, registeredIn: z.string() })

/** A payor's network, and the stream in which their history begins. */
export const originOfPayor = (db: Queries) => async (id: PayorId) => {
  const row = await db.maybeOne(sql.type(Origin)`select network_id, registered_in from members where id = ${id}`)
  return row && { networkId: row.networkId, registeredIn: row.registeredIn as StreamName }
}

/** A payor as shown, with the fields that a change of details needs. */
export const memberById = async (db: Queries, id: PayorId) => {
  const [row] = await someOf(db, members, { where: sql.fragment`m.id = ${id}` }, sql.fragment``)
  if (!row) return null
  const { networkId, kind, memberSince, congregationId, revision, firstName, lastName, name, email, phone, dob, gender, contactName } = row
  return {
    shown: members.show(row),
    known: {
      id,
      networkId,
      kind,
      memberSince,
      congregationId,
      revision,
      person: { firstName, lastName, name, email, phone, dob, gender, contactName },
    },
  }
}
