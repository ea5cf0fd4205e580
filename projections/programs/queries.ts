import { sql } from 'slonik'
import { z } from 'zod'
import { Instant, LocalDate } from '../../modules/kernel/date-schemas.ts'
import { toApiDay } from '../../modules/kernel/dates.ts'
import { NetworkId, ProfileId, ProgramId } from '../../modules/kernel/ids.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import { nameKey } from '../../modules/kernel/names.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { AmountType, CampaignStatus, Frequency, PlanCount, type Program, type ProgramStats, ProgramStatus } from '../../modules/programs/contract.ts'
import type { PageQuery } from '../../modules/shared/api.ts'
import { all } from '../lists/page.ts'
import { type PlainList, pageOf, someOf } from '../lists/plain.ts'
import { programsNamed } from '../lists/search.ts'

const ProgramRow = z.object({
  id: ProgramId,
  networkId: NetworkId,
  networkName: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  frequency: Frequency,
  type: AmountType,
  amount: z.number().int(),
  dueDate: z.string(),
  status: ProgramStatus,
  campaignStatus: CampaignStatus,
  launchAt: Instant.nullable(),
  plans: PlanCount.array(),
  profileId: ProfileId.nullable(),
  profileName: z.string().nullable(),
  revision: z.number().int(),
})

const programs: PlainList<z.infer<typeof ProgramRow>, Program> = {
  row: ProgramRow,
  from: sql.fragment`programs p`,
  as: sql.fragment`p`,
  columns: sql.fragment`
    p.id, p.network_id, n.name as network_name, p.name, p.description, p.frequency, p.type, p.amount, p.due_date, p.status,
    p.campaign_status, p.launch_at, p.plans, p.profile_id, f.name as profile_name, p.revision`,
  joins: sql.fragment`join networks n on n.id = p.network_id left join payment_profiles f on f.id = p.profile_id`,
  order: sql.fragment`p.position desc`,
  show: (row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    frequency: row.frequency,
    type: row.type,
    amount: toDollars(row.amount),
    dueDate: toApiDay(row.dueDate as LocalDate),
    status: row.status,
    campaignStatus: row.campaignStatus,
    launchAt: row.launchAt,
    plans: row.plans,
    paymentProfileId: row.profileId,
    paymentProfile: row.profileId ? { id: row.profileId, name: row.profileName ?? '' } : null,
    network: { id: row.networkId, name: row.networkName },
  }),
}

export type ProgramFilter = PageQuery & { search?: string | undefined; status?: string | undefined }

export const programsOf = (db: Queries, networkId: NetworkId, filter: ProgramFilter) => {
  const conditions = [sql.fragment`p.network_id = ${networkId}`]
  if (filter.status) conditions.push(sql.fragment`p.status = ${filter.status}`)
  if (filter.search) conditions.push(sql.fragment`(${programsNamed(nameKey(filter.search))} or p.id::text = ${filter.search.toLowerCase()})`)
  return pageOf(db, programs, filter, { where: all(conditions) })
}

/** A program with its network and its revision. */
export const programById = async (db: Queries, id: ProgramId) => {
  const [row] = await someOf(db, programs, { where: sql.fragment`p.id = ${id}` }, sql.fragment``)
  return row ? { program: programs.show(row), networkId: row.networkId, revision: row.revision } : null
}

const Sums = z.object({ owed: z.number(), paid: z.number(), overdue: z.number(), payors: z.number().int() })

/**
 * A program's figures as of a moment: `owed` is the outstanding money, `overdue` the part past due in the network's
 * time zone (R101).
 */
export const programStats = async (db: Queries, id: ProgramId, now: Instant): Promise<ProgramStats> => {
  const { owed, paid, overdue, payors } = await db.one(sql.type(Sums)`
    select coalesce(sum(t.outstanding), 0) as owed, coalesce(sum(t.collected), 0) as paid,
           coalesce(sum(t.outstanding) filter (where t.due_date < (${now}::timestamptz at time zone n.time_zone)::date), 0) as overdue,
           coalesce((select payors from billed_payors where program_id = ${id}), 0) as payors
    from totals t join networks n on n.id = t.network_id where t.program_id = ${id}`)
  return { count: payors, totalOwed: toDollars(owed), totalPaid: toDollars(paid), totalOverdue: toDollars(overdue) }
}

const Readiness = z.object({ setUp: z.boolean(), attached: z.boolean(), billed: z.boolean() })

/**
 * The readiness of a program's campaign (R56). A profile is usable if a method other than Credit is enabled, or once
 * its Stripe account takes payments.
 */
export const programReadiness = (db: Queries, id: ProgramId) =>
  db.maybeOne(sql.type(Readiness)`
    select exists (select 1 from payment_profiles f where f.network_id = p.network_id and (f.charges or cardinality(array_remove(f.enabled, 'Credit')) > 0)) as set_up,
           p.profile_id is not null as attached,
           exists (select 1 from bills b where b.program_id = p.id) as billed
    from programs p where p.id = ${id}`)

const Scheduled = z.object({ programId: ProgramId, networkId: NetworkId })

/** Programs whose scheduled launch is due. The launch of a completed program waits until it is active again. */
export const scheduledCampaigns = (db: Queries) => (at: Instant) =>
  db.any(sql.type(Scheduled)`
    select id as program_id, network_id from programs where campaign_status = 'Scheduled' and status not in ('Completed', 'Archived') and launch_at <= ${at}::timestamptz order by launch_at, position`)

const Recurring = z.object({
  programId: ProgramId,
  networkId: NetworkId,
  timeZone: z.string(),
  frequency: Frequency,
  dueDate: LocalDate,
  since: LocalDate,
  billed: LocalDate.nullable(),
  billedEvery: Frequency.nullable(),
})

/**
 * Recurring programs whose campaign is active, or was completed while the program was a OneTime one. For a completed
 * campaign, the first period that counts is the one that is current at the first check.
 */
export const recurringCampaigns = (db: Queries) => (at: Instant) =>
  db.any(sql.type(Recurring)`
    select p.id as program_id, p.network_id, n.time_zone, p.frequency, p.due_date, p.billed, p.billed_every,
           greatest(p.campaign_since, (p.terms_since at time zone n.time_zone)::date,
             case when p.campaign_status = 'Completed' and p.billed is null then (${at}::timestamptz at time zone n.time_zone)::date end) as since
    from programs p join networks n on n.id = p.network_id
    where p.campaign_status in ('Active', 'Completed') and p.status = 'Active' and p.frequency <> 'OneTime' and p.campaign_since is not null
    order by p.position`)

/** OneTime programs with an active campaign and no open bill (R55). */
export const finishedCampaigns = (db: Queries) => () =>
  db.any(sql.type(Scheduled)`
    select p.id as program_id, p.network_id from programs p
    where p.campaign_status = 'Active' and p.frequency = 'OneTime' and exists (select 1 from bills b where b.program_id = p.id)
      and not exists (select 1 from bills b where b.program_id = p.id and b.balance > 0)
      and not exists (select 1 from runs r where r.program_id = p.id and r.status in ('Pending', 'InProgress'))`)
