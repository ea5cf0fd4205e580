import { sql } from 'slonik'
import { z } from 'zod'
import type { Instant } from '../../modules/kernel/dates.ts'
import type { NetworkId, ProgramId } from '../../modules/kernel/ids.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import { DEFAULT_TIME_ZONE } from '../../modules/networks/contract.ts'
import type { AgingReport, DashboardSummary, PaymentsReport } from '../../modules/payments/contract.ts'
import { prepared, type Queries } from '../../modules/platform/postgres/database.ts'
import { todayOf } from '../bills/list.ts'

const MONTHS = 12

const Sums = z.object({ assessed: z.number(), collected: z.number(), outstanding: z.number(), unapplied: z.number(), pastDue: z.number().int() })

/** The network's figures at a moment. One statement reads all figures, so that they agree. */
export const dashboardSummary = async (db: Queries, networkId: NetworkId, now: Instant): Promise<DashboardSummary> => {
  const sums = await db.one(sql.type(Sums)`${prepared}
    select coalesce(sum(assessed), 0) as assessed, coalesce(sum(collected), 0) as collected, coalesce(sum(outstanding), 0) as outstanding,
           coalesce(sum(unapplied), 0) as unapplied,
           (select coalesce(sum(d.payors), 0) from debtors d join networks n on n.id = d.network_id
            where d.network_id = ${networkId} and d.first_due < (${now}::timestamptz at time zone n.time_zone)::date) as past_due
    from totals where network_id = ${networkId}`)
  return {
    totalAssessed: toDollars(sums.assessed),
    totalCollected: toDollars(sums.collected),
    totalOutstanding: toDollars(sums.outstanding),
    membersPastDue: sums.pastDue,
    unappliedCredit: toDollars(sums.unapplied),
  }
}

export const noSummary: DashboardSummary = { totalAssessed: 0, totalCollected: 0, totalOutstanding: 0, membersPastDue: 0, unappliedCredit: 0 }

const Month = z.object({ month: z.string(), cents: z.number() })

/** The money applied to bills in each of the last twelve months of the network's time zone, the current month last. */
export const paymentsByMonth = async (db: Queries, networkId: NetworkId | null, now: Instant): Promise<PaymentsReport> => {
  const rows = await db.any(sql.type(Month)`${prepared}
    with zone as materialized (select coalesce((select time_zone from networks where id = ${networkId}), ${DEFAULT_TIME_ZONE}) as name),
    -- Money between the starts of a month in UTC and in the zone; negative where the zone's month starts first.
    months as materialized (
      select month, (select coalesce(sum(c.cents), 0) from collections c
                     where c.network_id = ${networkId} and c.at >= least(utc, begin) and c.at < greatest(utc, begin)) * case when begin < utc then -1 else 1 end as shift
      from zone, generate_series(date_trunc('month', ${now}::timestamptz at time zone zone.name) - make_interval(months => ${MONTHS - 1}),
                                 date_trunc('month', ${now}::timestamptz at time zone zone.name) + interval '1 month', interval '1 month') as month,
        lateral (select month at time zone 'utc' as utc, month at time zone zone.name as begin) b
    ),
    spans as (select month, shift, lead(shift) over (order by month) as next from months)
    select to_char(s.month, 'Mon YYYY') as month, coalesce(c.cents, 0) - shift + next as cents
    from spans s left join collection_months c on c.network_id = ${networkId} and c.month = s.month::date
    where next is not null order by s.month`)
  return { labels: rows.map(({ month }) => month), datasets: [{ label: 'Payments', data: rows.map(({ cents }) => toDollars(cents)) }] }
}

/** The days past due with which each bucket begins, except the first one: that has the bills that are not past due. */
const BUCKETS = [1, 31, 61, 91]
const Bucket = z.object({ bucket: z.number().int(), cents: z.number() })

/** Outstanding money, by days past due in the network's time zone. */
export const aging = async (db: Queries, networkId: NetworkId, programId: ProgramId | null, now: Instant): Promise<AgingReport> => {
  const rows = await db.any(sql.type(Bucket)`${prepared}
    select width_bucket(${todayOf(networkId, now)} - t.due_date, ${sql.array(BUCKETS, 'int4')}) as bucket, sum(t.outstanding) as cents
    from totals t where t.network_id = ${networkId} and (${programId}::uuid is null or t.program_id = ${programId}) group by 1`)
  const cents = new Map(rows.map((row) => [row.bucket, row.cents]))
  const dollars = (bucket: number) => toDollars(cents.get(bucket) ?? 0)
  return {
    current: dollars(0),
    days1to30: dollars(1),
    days31to60: dollars(2),
    days61to90: dollars(3),
    over90: dollars(4),
    total: toDollars(rows.reduce((sum, row) => sum + row.cents, 0)),
  }
}

export const noAging: AgingReport = { current: 0, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0, total: 0 }
