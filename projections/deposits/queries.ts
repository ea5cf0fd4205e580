import { sql } from 'slonik'
import { z } from 'zod'
import type { Deposit, DepositsQuery, ListedDeposit } from '../../modules/deposits/contract.ts'
import { LocalDate } from '../../modules/kernel/date-schemas.ts'
import { toApiDay } from '../../modules/kernel/dates.ts'
import { DepositId, NetworkId, ProfileId } from '../../modules/kernel/ids.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import type { ActorsOf } from '../../modules/platform/history.ts'
import type { PersonalData, Sealed } from '../../modules/platform/personal-data/personal-data.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { type ListOf, paged } from '../../modules/shared/api.ts'
import { and } from '../lists/page.ts'
import { type PlainList, pageOf, someOf } from '../lists/plain.ts'
import { remittancesIn } from '../payments/remittances.ts'

const integer = z.number().int()
const DepositRow = z.object({
  ...{ id: DepositId, networkId: NetworkId, createdAt: z.string(), day: LocalDate, profileId: ProfileId, profileName: z.string() },
  ...{ expectedCount: integer, expectedTotal: integer, count: integer, total: integer, revision: integer },
  ...{ closedBy: z.string().nullable(), closedAt: z.string().nullable(), reason: z.string().nullable() },
})
type DepositRow = z.infer<typeof DepositRow>

/** An open deposit counts the remittances that are recorded and not reversed; a closed one keeps its figures. */
const latestFirst: PlainList<DepositRow, DepositRow> = {
  row: DepositRow,
  from: sql.fragment`deposits d`,
  as: sql.fragment`d`,
  columns: sql.fragment`
    d.id, d.network_id, d.created_at, d.day, d.profile_id, p.name as profile_name, d.expected_count, d.expected_total, d.closed_by, d.closed_at,
    d.reason, d.revision, coalesce(d.closed_count, counted.count) as count, coalesce(d.closed_total, counted.total) as total`,
  joins: sql.fragment`join payment_profiles p on p.id = d.profile_id cross join lateral (
    select count(*)::int as count, coalesce(sum(i.amount), 0)::bigint as total from deposit_items i where i.deposit_id = d.id and not i.is_dropped
      and d.closed_at is null and exists (select from payments y where y.remittance_id = i.id and y.status <> 'Reversed')) counted`,
  order: sql.fragment`d.day desc, d.position desc`,
  show: (row) => row,
}

const shown = async (personal: PersonalData, actorsOf: ActorsOf, rows: readonly DepositRow[]): Promise<ListedDeposit[]> => {
  const actors = await actorsOf(rows.flatMap(({ closedBy }) => closedBy ?? []))
  const reasons = await personal.openAll<string>(rows.map(({ id, reason }) => ({ owner: id, sealed: reason as Sealed | null })))
  return rows.map(
    ({ networkId: _, revision: __, profileId, profileName, day, expectedTotal, total, closedBy, closedAt, reason: ___, ...row }, i) => ({
      ...row,
      ...{ day: toApiDay(day), paymentProfileId: profileId, paymentProfileName: profileName },
      ...{ expectedTotal: toDollars(expectedTotal), total: toDollars(total) },
      ...{ status: closedAt ? ('Closed' as const) : ('Open' as const), closedBy: closedBy && actors(closedBy).name, closedAt },
      differenceReason: reasons[i] ?? null,
    }),
  )
}

/** The deposits of a network, the latest day first. */
export const depositsOf = async (
  db: Queries,
  personal: PersonalData,
  actorsOf: ActorsOf,
  networkId: NetworkId,
  { status, ...page }: DepositsQuery,
): Promise<ListOf<ListedDeposit>> => {
  const ofStatus = status && (status === 'Closed' ? sql.fragment`d.closed_at is not null` : sql.fragment`d.closed_at is null`)
  const { data, pagination } = await pageOf(db, latestFirst, page, { where: sql.fragment`d.network_id = ${networkId} ${and(ofStatus)}` })
  return paged(page, await shown(personal, actorsOf, data), pagination.totalItems)
}

export const depositById = (db: Queries, personal: PersonalData) => (actorsOf: ActorsOf) => async (id: DepositId) => {
  const rows = await someOf(db, latestFirst, { where: sql.fragment`d.id = ${id}` }, sql.fragment`limit 1`)
  const [row] = rows
  const [listed] = await shown(personal, actorsOf, rows)
  if (!row || !listed) return null
  const deposit: Deposit = { ...listed, remittances: await remittancesIn(db, id) }
  return { networkId: row.networkId, revision: row.revision, shown: deposit }
}

/** True if the network has deposits counted by two. */
const countedByTwo = (db: Queries) => async (networkId: NetworkId) =>
  (await db.maybeOneFirst(
    sql.type(z.object({ byTwo: z.boolean() }))`select deposits_counted_by_two as by_two from networks where id = ${networkId}`,
  )) === true

/** The queries of the commands on deposits. */
export const depositQuestions = (db: Queries, personal: PersonalData) => ({ countedByTwo: countedByTwo(db), depositById: depositById(db, personal) })
