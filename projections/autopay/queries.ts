import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import {
  type AutopayCharge,
  type AutopayQuery,
  type ChargeStage,
  type ComingCharge,
  chargeStages,
  endReasons,
  LAPSE_DAYS,
  type Mandate,
  type MandatesQuery,
  NOTICE_DAYS,
  type PayorsMandate,
  type ToNotice,
} from '../../modules/autopay/contract.ts'
import { type ChargeStatus, chargeStatuses } from '../../modules/autopay/values.ts'
import { LocalDate } from '../../modules/kernel/date-schemas.ts'
import { type Instant, toApiDay } from '../../modules/kernel/dates.ts'
import { BillId, MandateId, NetworkId, PayorId, ProgramId, type UserId } from '../../modules/kernel/ids.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import type { PersonalData, Sealed } from '../../modules/platform/personal-data/personal-data.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { type ListOf, paged } from '../../modules/shared/api.ts'
import { problemOf } from '../../modules/shared/autopay-words.ts'
import { and, counted, limits, rangeOf } from '../lists/page.ts'
import { membersWith } from '../lists/search.ts'

const today = (now: Instant): FragmentSqlToken => sql.fragment`(${now}::timestamptz at time zone n.time_zone)::date`

/**
 * The bills under active mandates that can still be charged. A mandate for the bill's program takes precedence over one
 * for the network. A charge of the same due date that has begun, by any mandate, is the last one.
 */
const chargeable = sql.fragment`
  mandates m
  join networks n on n.id = m.network_id
  join users u on u.id = m.user_id and u.confirmed_at is not null
  join members p on p.network_id = m.network_id and lower(p.email) = lower(u.email)
  join bills b on b.payor_id = p.id and b.balance > 0 and b.state in ('Unpaid', 'Partial', 'Failed')
  join programs g on g.id = b.program_id and g.status = 'Active' and (m.program_id is null or m.program_id = g.id)
  join payment_profiles f on f.id = g.profile_id and f.account_id = m.account_id
  left join charges c on c.mandate_id = m.id and c.bill_id = b.id and c.due_date = b.next_due`
const isChargeable = sql.fragment`not m.is_ended
  and not exists (select from charges o where o.bill_id = b.id and o.due_date = b.next_due and o.mandate_id <> m.id and o.stage in ('started', 'succeeded'))
  and (m.program_id is not null or not exists (
    select from mandates o where o.user_id = m.user_id and o.program_id = b.program_id and not o.is_ended))`

/** The next amount that a bill owes: the open part of a plan, or the balance. */
const nextAmount = sql.fragment`coalesce(
  (select (part ->> 'open')::bigint from jsonb_array_elements(b.plan::jsonb -> 'parts') part where (part ->> 'open')::bigint > 0 limit 1), b.balance)`

/** True if the charge has been noticed and has not lapsed. */
const isComing = (now: Instant): FragmentSqlToken => sql.fragment`c.stage = 'noticed' and c.on_day >= ${today(now)} - ${LAPSE_DAYS}::int`

const Due = z.object({ mandateId: MandateId, billId: BillId, dueDate: LocalDate })

/** The bills that are to be noticed now, the earliest due first. */
export const billsToNotice =
  (db: Queries) =>
  async (now: Instant): Promise<readonly ToNotice[]> =>
    db.any(sql.type(Due)`
      select m.id as mandate_id, b.id as bill_id, b.next_due as due_date from ${chargeable}
      where ${isChargeable} and c.stage is null and b.next_due <= ${today(now)} + ${NOTICE_DAYS}::int order by b.next_due, b.position`)

/**
 * The charges that are due, or have started. The decider knows the hour. A bill whose form was opened within the last
 * hour may be paid any moment, so its charge waits.
 */
export const chargesDue =
  (db: Queries) =>
  async (now: Instant): Promise<readonly ToNotice[]> =>
    db.any(sql.type(Due)`
      select mandate_id, bill_id, due_date from (
        select mandate_id, bill_id, due_date, on_day, position from charges where stage = 'started'
        union all
        select m.id, b.id, b.next_due, c.on_day, c.position from ${chargeable} where ${isChargeable} and ${isComing(now)} and c.on_day <= ${today(now)}
          and (b.paying_since is null or b.paying_since < ${now}::timestamptz - interval '1 hour')
      ) due order by on_day, position`)

const Ending = z.object({ mandateId: MandateId, because: z.enum(endReasons) })

/**
 * The active mandates whose ground has gone: the account or the payor, or the connected account to which bills were
 * paid.
 */
export const mandatesToEnd = (db: Queries) => () =>
  db.any(sql.type(Ending)`
    select id as mandate_id, because from (
      select m.id, case
        when not exists (select from users u where u.id = m.user_id) then 'account-deleted'
        when not exists (select from users u join members p on lower(p.email) = lower(u.email)
          where u.id = m.user_id and p.network_id = m.network_id) then 'payor-forgotten'
        when not exists (select from payment_profiles f where f.account_id = m.account_id and not 'platform_access' = any(f.wanted))
          then 'account-disconnected' end as because
      from mandates m where not m.is_ended
    ) ended where because is not null`)

const Named = z.object({ mandateId: MandateId })
/** The active mandates that use a saved method. */
export const mandatesOfMethod = (db: Queries) => async (methodId: string) =>
  (await db.any(sql.type(Named)`select id as mandate_id from mandates where method_id = ${methodId} and not is_ended`)).map(
    ({ mandateId }) => mandateId,
  )

/** True if a payor of the network has this address. */
export const isPayorIn = (db: Queries) => async (networkId: NetworkId, email: string) =>
  (await db.maybeOne(sql.type(Named)`
    select id as mandate_id from members where network_id = ${networkId} and lower(email) = lower(${email}) limit 1`)) !== null

const Row = z.object({
  id: MandateId,
  networkId: NetworkId,
  programId: ProgramId.nullable(),
  networkName: z.string(),
  programName: z.string().nullable(),
  kind: z.enum(['credit', 'ach']),
  card: z.string().nullable(),
  isEnded: z.boolean(),
  endedBecause: z.enum(endReasons).nullable(),
  createdAt: z.string(),
})
const Coming = z.object({
  ...{ id: MandateId, kind: z.enum(['credit', 'ach']), card: z.string().nullable() },
  ...{ billId: BillId, amount: z.number().int(), on: LocalDate },
})
type Coming = z.infer<typeof Coming>

type Card = Readonly<{ brand: string; last4: string }>
const NO_CARD: Card = { brand: '', last4: '' }

const cardsOf = async (personal: PersonalData, rows: readonly Readonly<{ id: string; card: string | null }>[]): Promise<readonly Card[]> =>
  (await personal.openAll<Card>(rows.map(({ id, card }) => ({ owner: id, sealed: card as Sealed | null })))).map((card) => card ?? NO_CARD)

/** The charges that are coming, before or after their notice, the earliest first. */
const comingCharges = (db: Queries, where: FragmentSqlToken, now: Instant): Promise<readonly Coming[]> =>
  db.any(sql.type(Coming)`
    select m.id, m.kind, m.card, b.id as bill_id, least(${nextAmount}, coalesce(c.amount, ${nextAmount})) as amount,
      coalesce(c.on_day, greatest(b.next_due, ${today(now)} + ${NOTICE_DAYS}::int)) as on
    from ${chargeable} where ${where} and ${isChargeable} and (c.stage is null or ${isComing(now)}) order by "on", b.position`)

/** The coming charges of bills, by the bill's id. */
export const chargesOfBills =
  (db: Queries, personal: PersonalData) =>
  async (ids: readonly BillId[], now: Instant): Promise<ReadonlyMap<BillId, ComingCharge>> => {
    const rows = ids.length === 0 ? [] : await comingCharges(db, sql.fragment`b.id = any(${sql.array([...ids], 'text')})`, now)
    const cards = await cardsOf(personal, rows)
    return new Map(
      rows.map(({ billId, amount, on, kind }, i) => [
        billId,
        { amount: toDollars(amount), on: toApiDay(on), method: { ...(cards[i] ?? NO_CARD), kind } },
      ]),
    )
  }

/** Chosen mandates m, each with its next charge. */
const readMandates = async (db: Queries, personal: PersonalData, which: FragmentSqlToken, now: Instant): Promise<Mandate[]> => {
  const rows = await db.any(sql.type(Row)`
    select m.id, m.network_id, m.program_id, n.name as network_name, g.name as program_name, m.kind, m.card, m.is_ended, m.ended_because, m.created_at
    from mandates m join mailing_networks n on n.id = m.network_id left join programs g on g.id = m.program_id ${which}`)
  const ids = sql.array(
    rows.map(({ id }) => id),
    'uuid',
  )
  const coming = rows.length === 0 ? [] : await comingCharges(db, sql.fragment`m.id = any(${ids})`, now)
  const cards = await cardsOf(personal, rows)
  return rows.map(({ id, networkId, programId, networkName, programName, kind, isEnded, endedBecause, createdAt }, i) => {
    const next = coming.find((charge) => charge.id === id)
    return {
      ...{
        id,
        scope: { networkId, programId },
        network: { name: networkName },
        ...(programName !== null && { program: { name: programName } }),
        method: { ...(cards[i] ?? NO_CARD), kind },
      },
      ...{ status: isEnded ? ('ended' as const) : ('active' as const), endedBecause, createdAt },
      next: next ? { billId: next.billId, amount: toDollars(next.amount), on: toApiDay(next.on) } : null,
    }
  })
}

/** A user's mandates, the active ones first. */
export const mandatesOf = (db: Queries, personal: PersonalData) => (userId: UserId, now: Instant) =>
  readMandates(db, personal, sql.fragment`where m.user_id = ${userId} order by m.is_ended, m.position desc limit 100`, now)

const PayorOf = z.object({ mandateId: MandateId, id: PayorId, name: z.string() })
/** The payors p with the address of the user who gave mandate m. */
const payors = sql.fragment`users u join members p on lower(p.email) = lower(u.email) where u.id = m.user_id and p.network_id = m.network_id`
/** The mandates that cover a payor's bills, ended ones included. */
export const mandatesOfPayor = (db: Queries, personal: PersonalData, payorId: PayorId, now: Instant) =>
  readMandates(db, personal, sql.fragment`where exists (select from ${payors} and p.id = ${payorId}) order by m.position`, now)

/** The condition that a search finds a payor. */
const isFound = (payorId: FragmentSqlToken, networkId: NetworkId, search: string | undefined): FragmentSqlToken =>
  and(search ? sql.fragment`${payorId} in (select m.id from members m where ${membersWith(networkId, search)})` : null)

/** The active mandates of a network, newest first. */
export const mandatesIn =
  (db: Queries, personal: PersonalData) =>
  async (networkId: NetworkId, query: MandatesQuery, now: Instant): Promise<ListOf<PayorsMandate>> => {
    const where = sql.fragment`where m.network_id = ${networkId} and not m.is_ended
      and exists (select from ${payors} ${isFound(sql.fragment`p.id`, networkId, query.search)})`
    const mandates = await readMandates(db, personal, sql.fragment`${where} order by m.position desc ${limits(rangeOf(query))}`, now)
    const count = await counted(db, sql.fragment`select count(*) as count from mandates m ${where}`)
    const ids = sql.array(
      mandates.map(({ id }) => id),
      'uuid',
    )
    const named = await db.any(sql.type(PayorOf)`
      select m.id as mandate_id, p.id, p.name from mandates m cross join lateral (select p.* from ${payors}) p
      where m.id = any(${ids}) order by p.sort_key, p.id`)
    const data = mandates.map(({ network: _, status: __, endedBecause: ___, ...mandate }) => ({
      ...mandate,
      payors: named.flatMap(({ mandateId, ...payor }) => (mandateId === mandate.id ? [payor] : [])),
    }))
    return paged(query, data, count)
  }

const ChargeRow = z.object({
  id: MandateId,
  card: z.string().nullable(),
  kind: z.enum(['credit', 'ach']),
  billId: BillId,
  code: z.string(),
  programName: z.string(),
  payorId: PayorId,
  payorName: z.string(),
  owed: z.number().int(),
  on: LocalDate,
  stage: z.enum(chargeStages),
  failure: z.string().nullable(),
  failureCode: z.string().nullable(),
})

const stages: Readonly<Record<ChargeStatus, ChargeStage>> = { upcoming: 'noticed', charging: 'started', failed: 'failed' }
const statusOf = (stage: ChargeStage): ChargeStatus => chargeStatuses.find((status) => stages[status] === stage) ?? 'upcoming'
const INTERRUPTED = 'Another payment or a change of the bill came first, so nothing was charged.'

/** The charges of a network that are coming or have failed, failed ones first, as long as the bill is open. */
export const autopayChargesOf =
  (db: Queries, personal: PersonalData) =>
  async (networkId: NetworkId, query: AutopayQuery, now: Instant): Promise<ListOf<AutopayCharge>> => {
    const columns = sql.fragment`m.id, m.card, m.kind, c.bill_id, c.amount, c.on_day, c.stage, c.failure, c.failure_code, c.position`
    const from = sql.fragment`from (
        select ${columns} from charges c join mandates m on m.id = c.mandate_id where c.network_id = ${networkId} and c.stage in ('started', 'failed')
        union all
        select ${columns} from ${chargeable} where m.network_id = ${networkId} and ${isChargeable} and ${isComing(now)}
      ) c join bills b on b.id = c.bill_id and b.balance > 0
      where true ${and(query.status && sql.fragment`c.stage = ${stages[query.status]}`)} ${isFound(sql.fragment`b.payor_id`, networkId, query.search)}`
    const rows = await db.any(sql.type(ChargeRow)`
      select chosen.*, g.name as program_name, p.name as payor_name from (
        select c.*, c.on_day as on, b.code, least(c.amount, b.balance) as owed, b.program_id, b.payor_id ${from}
        order by c.stage <> 'failed', c.on_day, c.position ${limits(rangeOf(query))}
      ) chosen join programs g on g.id = chosen.program_id join members p on p.id = chosen.payor_id
      order by chosen.stage <> 'failed', chosen.on_day, chosen.position`)
    const count = await counted(db, sql.fragment`select count(*) as count ${from}`)
    const cards = await cardsOf(personal, rows)
    const data = rows.map(
      (row, i): AutopayCharge => ({
        mandateId: row.id,
        payor: { id: row.payorId, name: row.payorName },
        bill: { id: row.billId, code: row.code, program: { name: row.programName } },
        amount: toDollars(row.owed),
        on: toApiDay(row.on),
        method: { ...(cards[i] ?? NO_CARD), kind: row.kind },
        status: statusOf(row.stage),
        problem: row.failure === null ? null : row.failure === 'interrupted' ? INTERRUPTED : problemOf('en', row.kind, row.failureCode),
      }),
    )
    return paged(query, data, count)
  }
