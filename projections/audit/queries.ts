import { sql } from 'slonik'
import { z } from 'zod'
import type { JournalQuery } from '../../modules/audit/contract.ts'
import type { Instant, LocalDate } from '../../modules/kernel/dates.ts'
import { BillId, NetworkId } from '../../modules/kernel/ids.ts'
import type { Payment } from '../../modules/payments/contract.ts'
import type { StreamName } from '../../modules/platform/event-store/event-store.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { all, counted, limits, rangeOf } from '../lists/page.ts'
import { PaymentRow, paymentColumns, paymentJoins, showPayment } from '../payments/list.ts'

const Noted = z.object({
  position: z.number().int(),
  at: z.string(),
  stream: z.string().transform((stream) => stream as StreamName),
  revision: z.number().int(),
  type: z.string(),
  actor: z.string(),
})
export type Noted = z.infer<typeof Noted>

type Span = Readonly<{ from: Instant | null; to: Instant | null }>

/** The kinds of actors that have an id after a colon, such as 'user:…'. */
const KINDS = ['user', 'key', 'system']

/** A page of a network's journal, newest first, and the number of all entries. */
export const journalPage = async (db: Queries, networkId: NetworkId, query: JournalQuery, { from, to }: Span) => {
  const { actor, type, stream } = query
  const conditions = [sql.fragment`j.network_id = ${networkId}`]
  if (actor && KINDS.includes(actor)) conditions.push(sql.fragment`starts_with(j.actor, ${`${actor}:`})`)
  else if (actor) conditions.push(sql.fragment`j.actor = ${actor === 'guest' || actor.includes(':') ? actor : `user:${actor}`}`)
  if (type) conditions.push(sql.fragment`j.type = ${type}`)
  if (stream) conditions.push(stream.includes('-') ? sql.fragment`j.stream = ${stream}` : sql.fragment`starts_with(j.stream, ${`${stream}-`})`)
  if (from) conditions.push(sql.fragment`j.at >= ${from}::timestamptz`)
  if (to) conditions.push(sql.fragment`j.at <= ${to}::timestamptz`)
  const where = all(conditions)
  const [rows, count] = await Promise.all([
    db.any(sql.type(Noted)`
      select j.position, j.at, j.stream, j.revision, j.type, j.actor from journal j where ${where} order by j.position desc ${limits(rangeOf(query))}`),
    counted(db, sql.fragment`select count(*) as count from journal j where ${where}`),
  ])
  return { rows, count }
}

const ToSign = z.object({ networkId: NetworkId, day: z.string().transform((day) => day as LocalDate) })

/**
 * The networks with new events since their last signed head; `day` is the last day that has ended in the network's time
 * zone.
 */
export const networksToSign = (db: Queries) => async (at: Instant) =>
  db.any(sql.type(ToSign)`
    select n.id as network_id, (n.today - 1)::text as day
    from (select id, time_zone, (${at}::timestamptz at time zone time_zone)::date as today from networks) n
    left join lateral (select max(h.day) as day from audit_heads h where h.network_id = n.id) last on true
    where (last.day is null or last.day < n.today - 1)
      and (select j.at from journal j where j.network_id = n.id order by j.position limit 1) < n.today::timestamp at time zone n.time_zone
      and (select j.at from journal j where j.network_id = n.id order by j.position desc limit 1)
          >= coalesce((last.day + 1)::timestamp at time zone n.time_zone, '-infinity')`)

const Sealing = z.object({ name: z.string(), timeZone: z.string(), mailSeals: z.boolean() })

export const sealingOf = (db: Queries) => async (networkId: NetworkId) =>
  db.maybeOne(sql.type(Sealing)`select name, time_zone, mail_seals from networks where id = ${networkId}`)

const Position = z.object({ position: z.number().int() })

/** The position of the last event that queries of the past include. */
export const positionOf = async (past: Queries): Promise<number> => past.oneFirst(sql.type(Position)`select as_of() as position`)

const Changed = z.object({ id: BillId, collectedBefore: z.number().nullable(), collectedAfter: z.number() })

/**
 * A page of the bills whose state or money differs between two positions, or that were paid between them; newest first,
 * with the number of all such bills.
 */
export const billsChanged = async (
  db: Queries,
  networkId: NetworkId,
  { from, to }: Readonly<{ from: number; to: number }>,
  page: Readonly<{ page: number; pageSize: number }>,
) => {
  const columns = sql.fragment`id, state, amount, balance, collected, created_at, position, since`
  const current = (at: number) => sql.fragment`v.since <= ${at} and (v.until is null or v.until > ${at})`
  const changed = sql.fragment`
    with v as materialized (
      select ${columns}, null::bigint as until from bills where network_id = ${networkId} and since <= ${to}
      union all
      select ${columns}, until from bills_past where network_id = ${networkId} and since <= ${to} and until > ${from}),
    before as (select * from v where ${current(from)}), after as (select * from v where ${current(to)} and v.since > ${from}),
    changed as (
      select a.id, a.created_at, a.position, b.collected as collected_before, a.collected as collected_after
      from after a left join before b on b.id = a.id
      where (b.state, b.amount, b.balance, b.collected) is distinct from (a.state, a.amount, a.balance, a.collected)
        or exists (select from payments y where y.bill_id = a.id and y.position > ${from} and y.position <= ${to}))`
  const [rows, count] = await Promise.all([
    db.any(sql.type(Changed)`
      ${changed} select id, collected_before, collected_after from changed order by created_at desc, position desc ${limits(rangeOf(page))}`),
    counted(db, sql.fragment`${changed} select count(*) as count from changed`),
  ])
  return { rows, count }
}

/** The payments recorded on bills between two moments, newest first. */
export const paymentsBetween = async (db: Queries, bills: readonly BillId[], { from, to }: { from: Instant; to: Instant }): Promise<Payment[]> =>
  (
    await db.any(sql.type(PaymentRow)`
      select ${paymentColumns} from payments y ${paymentJoins}
      where y.bill_id = any(${sql.array([...bills], 'text')}) and y.created_at > ${from}::timestamptz and y.created_at <= ${to}::timestamptz
      order by y.created_at desc, y.position desc`)
  ).map(showPayment)
