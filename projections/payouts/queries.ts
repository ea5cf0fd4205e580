import { sql } from 'slonik'
import { z } from 'zod'
import { type Instant, type LocalDate, toApiDay } from '../../modules/kernel/dates.ts'
import { BillId, NetworkId, ProfileId } from '../../modules/kernel/ids.ts'
import { plainMoney, toDollars } from '../../modules/kernel/money.ts'
import {
  type Difference,
  type Payout,
  PayoutLineKind,
  type PayoutPart,
  PayoutStatus,
  type Reconciliation,
  type RecordedIntent,
  StripeEvent,
} from '../../modules/payments/contract.ts'
import { payoutLineLabels } from '../../modules/payments/values.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import type { PageQuery } from '../../modules/shared/api.ts'
import type { FileOf } from '../exports/send-csv.ts'
import { type PlainList, pageOf } from '../lists/plain.ts'
import { PaymentRow, paymentColumns, paymentJoins, showPayment } from '../payments/list.ts'

const PayoutRow = z.object({
  id: z.string(),
  networkId: NetworkId,
  amount: z.number().int(),
  arrivesOn: z.string(),
  status: PayoutStatus,
  payments: z.number().int(),
})
type PayoutRow = z.infer<typeof PayoutRow>
const columns = sql.fragment`o.id, o.network_id, o.amount, o.arrives_on, o.status, o.payments`

export const showPayout = ({ id, amount, arrivesOn, payments, status }: PayoutRow): Payout => ({
  id,
  arrivalDate: toApiDay(arrivesOn as LocalDate),
  amount: toDollars(amount),
  count: payments,
  status,
})

const latestFirst: PlainList<PayoutRow, Payout> = {
  row: PayoutRow,
  as: sql.fragment`o`,
  from: sql.fragment`payouts o`,
  columns,
  joins: sql.fragment``,
  order: sql.fragment`o.arrives_on desc, o.position desc`,
  show: showPayout,
}

export const payoutsOf = (db: Queries, networkId: NetworkId, query: PageQuery) =>
  pageOf(db, latestFirst, query, { where: sql.fragment`o.network_id = ${networkId}` })

export const payoutById = (db: Queries, id: string): Promise<PayoutRow | null> =>
  db.maybeOne(sql.type(PayoutRow)`select ${columns} from payouts o where o.id = ${id}`)

const LineRow = z.object({
  payoutId: z.string(),
  n: z.number().int(),
  accountId: z.string(),
  intentId: z.string().nullable(),
  kind: PayoutLineKind,
  gross: z.number().int(),
  fee: z.number().int(),
  net: z.number().int(),
  arrivesOn: z.string(),
  status: PayoutStatus,
})
type LineRow = z.infer<typeof LineRow>
/** A line of a payout with its payment; null for a line that belongs to no payment of this product. */
export type PayoutLineRow = LineRow & Readonly<{ payment: PaymentRow | null }>

export const payoutFile: FileOf<PayoutLineRow> = () => [
  ['Payout', (row) => row.payoutId],
  ['Arrival date', (row) => row.arrivesOn],
  ['Payout status', (row) => row.status],
  ['Kind', (row) => payoutLineLabels[row.kind]],
  ['Payment', (row) => row.payment?.id ?? null],
  ['Bill', (row) => row.payment?.billId ?? null],
  ['Payor', (row) => row.payment?.payorName ?? null],
  ['Program', (row) => row.payment?.programName ?? null],
  ['Gross', (row) => plainMoney(row.gross)],
  ['Fee', (row) => plainMoney(row.fee)],
  ['Net', (row) => plainMoney(row.net)],
]

const IntentRow = PaymentRow.extend({ intentId: z.string() })

const withPayments = async (db: Queries, lines: readonly LineRow[]): Promise<PayoutLineRow[]> => {
  const intents = lines.flatMap(({ intentId }) => intentId ?? [])
  const payments = await db.any(sql.type(IntentRow)`
    select y.intent_id, ${paymentColumns} from payments y ${paymentJoins}
    where y.intent_id = any(${sql.array(intents, 'text')}) and y.account_id = any(${sql.array([...new Set(lines.map((line) => line.accountId))], 'text')})
      and y.id = y.remittance_id`)
  const byIntent = new Map(payments.map((payment) => [payment.intentId, payment]))
  return lines.map((line) => ({ ...line, payment: (line.intentId && byIntent.get(line.intentId)) || null }))
}

const lineColumns = sql.fragment`l.payout_id, l.n, l.account_id, l.intent_id, l.kind, l.gross, l.fee, l.net, o.arrives_on, o.status`

/** All lines of a payout, in Stripe's order. */
export const linesOfPayout = async (db: Queries, id: string): Promise<PayoutPart[]> => {
  const lines = await db.any(sql.type(LineRow)`
    select ${lineColumns} from payout_lines l join payouts o on o.id = l.payout_id where l.payout_id = ${id} order by l.n`)
  return (await withPayments(db, lines)).map(({ payment, kind, gross, fee, net }) => ({
    payment: payment && showPayment(payment),
    kind,
    gross: toDollars(gross),
    fee: toDollars(fee),
    net: toDollars(net),
  }))
}

/** Lines of a network's payouts after a given one (keyset pagination), the oldest payout first. */
export const payoutLinesBehind = async (db: Queries, networkId: NetworkId, last: PayoutLineRow | null, limit: number): Promise<PayoutLineRow[]> => {
  const behind = last ? sql.fragment`and (o.arrives_on, l.payout_id, l.n) > (${last.arrivesOn}::date, ${last.payoutId}, ${last.n})` : sql.fragment``
  const lines = await db.any(sql.type(LineRow)`
    select ${lineColumns} from payouts o join payout_lines l on l.payout_id = o.id where o.network_id = ${networkId} ${behind}
    order by o.arrives_on, l.payout_id, l.n limit ${limit}`)
  return withPayments(db, lines)
}

const Account = z.object({ accountId: z.string(), networkId: NetworkId, profileId: ProfileId })
export const connectedAccounts = (db: Queries) => async (): Promise<string[]> =>
  (await db.any(sql.type(Account)`select account_id, network_id, id as profile_id from payment_profiles where account_id is not null`)).map(
    ({ accountId }) => accountId,
  )
/**
 * The network and the profile of a Stripe account, even if another account has replaced it; null for an unknown
 * account.
 */
export const ownerOfAccount = (db: Queries) => (accountId: string) =>
  db.maybeOne(sql.type(Account)`select account_id, network_id, profile_id from stripe_accounts where account_id = ${accountId}`)
export const accountsOfNetwork =
  (db: Queries) =>
  async (networkId: NetworkId): Promise<string[]> =>
    (
      await db.any(
        sql.type(
          Account,
        )`select account_id, network_id, id as profile_id from payment_profiles where network_id = ${networkId} and account_id is not null`,
      )
    ).map(({ accountId }) => accountId)

const Recorded = z.object({ intentId: z.string(), amount: z.number().int(), fee: z.number().int().nullable(), refunded: z.number().int() })
export const paymentsByIntent =
  (db: Queries) =>
  async (accountId: string, intents: readonly string[]): Promise<ReadonlyMap<string, RecordedIntent>> => {
    const rows = await db.any(sql.type(Recorded)`
      select intent_id, sum(amount)::bigint as amount, (case when bool_and(fee is not null) then sum(fee) end)::bigint as fee,
        sum(refunded)::bigint as refunded
      from payments where intent_id = any(${sql.array([...intents], 'text')}) and account_id = ${accountId} group by intent_id`)
    return new Map(rows.map((row) => [row.intentId, row]))
  }

/** Bills with a live attempt to pay by card or bank debit that began before a moment. */
export const billsPaidSince = (db: Queries) => async (before: Instant) =>
  (await db.any(sql.type(z.object({ id: BillId }))`select id from bills where paying_since < ${before}::timestamptz order by paying_since`)).map(
    ({ id }) => id,
  )

const ReconciliationRow = z.object({
  profileId: ProfileId,
  profileName: z.string(),
  at: z.string().nullable(),
  compared: z.number().int().nullable(),
  settled: z.number().int().nullable(),
  differences: z.unknown(),
})

/** The result of the last reconciliation of each connected account of a network. */
export const reconciliationsOf =
  (db: Queries) =>
  async (networkId: NetworkId): Promise<Reconciliation[]> => {
    const rows = await db.any(sql.type(ReconciliationRow)`
    select p.id as profile_id, p.name as profile_name, r.at, r.compared, r.settled, r.differences
    from payment_profiles p left join reconciliations r on r.account_id = p.account_id
    where p.network_id = ${networkId} and p.account_id is not null order by p.position`)
    return rows.map(({ profileId, profileName, at, compared, settled, differences }) => ({
      profile: { id: profileId, name: profileName },
      at,
      compared: compared ?? 0,
      settled: settled ?? 0,
      differences: ((differences ?? []) as Difference[]).map(({ stripe, recorded, ...one }) => ({
        ...one,
        stripe: toDollars(stripe),
        recorded: recorded === null ? null : toDollars(recorded),
      })),
    }))
  }

const received: PlainList<StripeEvent, StripeEvent> = {
  row: StripeEvent,
  as: sql.fragment`w`,
  from: sql.fragment`stripe_webhooks w join stripe_accounts a on a.account_id = w.account_id`,
  columns: sql.fragment`w.id, w.type, w.subject, w.received_at, w.done_at, w.failure`,
  joins: sql.fragment``,
  order: sql.fragment`w.received_at desc`,
  show: (event) => event,
}

/** The Stripe events of a network's accounts, the latest first; on request only the failed ones. */
export const stripeEventsOf = (db: Queries, networkId: NetworkId, { failed, ...page }: PageQuery & { failed?: boolean | undefined }) =>
  pageOf(db, received, page, {
    where: sql.fragment`a.network_id = ${networkId} ${failed ? sql.fragment`and w.failure is not null` : sql.fragment``}`,
  })
