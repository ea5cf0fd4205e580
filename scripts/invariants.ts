import type pg from 'pg'
import { openTexts } from '../modules/platform/personal-data/personal-data.ts'
import { READ_SCHEMA } from '../modules/platform/postgres/database.ts'
import { eventsUpTo } from './events-up-to.ts'
import { differing, liveTables, refold } from './refold.ts'
import type { OpenLog } from './with-log.ts'

/** One sentence per violation, beginning with the violated rule (modules/RULES.md). */
export type Violations = readonly string[]

const found = async (pool: pg.Pool, rule: string, query: string): Promise<Violations> => {
  const { rows } = await pool.query<{ problem: string }>(`${query} limit 20`)
  return rows.map(({ problem }) => `${rule} ${problem}`)
}

/**
 * Assessed = collected + outstanding, to the cent (R99), and the totals are the sums of the bills and of the payments
 * (R62, R100).
 */
export const moneyAgrees = async (pool: pg.Pool, read = READ_SCHEMA): Promise<Violations> => [
  ...(await found(
    pool,
    'R99',
    `with owed as (
       select network_id, program_id, due_date, collected, case when plan is null then balance else 0 end as outstanding from ${read}.bills
       union all
       select network_id, program_id, (part ->> 'dueDate')::date, 0, (part ->> 'open')::bigint
       from ${read}.bills, jsonb_array_elements(plan::jsonb -> 'parts') part where plan is not null
     ), sums as (
       select network_id, program_id, due_date, sum(collected + outstanding) as assessed, sum(collected) as collected, sum(outstanding) as outstanding
       from owed group by network_id, program_id, due_date
     )
     select format('totals of program %s due %s: %s, its bills: %s', coalesce(t.program_id, s.program_id), coalesce(t.due_date, s.due_date),
       row(t.assessed, t.collected, t.outstanding), row(s.assessed, s.collected, s.outstanding)) as problem
     from ${read}.totals t full join sums s using (network_id, program_id, due_date)
     where row(coalesce(t.assessed, 0), coalesce(t.collected, 0), coalesce(t.outstanding, 0)) <> row(coalesce(s.assessed, 0), coalesce(s.collected, 0), coalesce(s.outstanding, 0))
        or t.assessed <> t.collected + t.outstanding`,
  )),
  ...(await found(
    pool,
    'R99',
    `select format('network %s: %s assessed, %s collected, %s outstanding', network_id, assessed, collected, outstanding) as problem
     from (select network_id, sum(assessed) as assessed, sum(collected) as collected, sum(outstanding) as outstanding from ${read}.totals group by network_id) n
     where assessed <> collected + outstanding`,
  )),
  ...(await found(
    pool,
    'R62',
    `select format('bill %s has collected %s, its payments %s and credit %s', b.id, b.collected, coalesce(p.applied, 0), b.credited) as problem
     from ${read}.bills b left join (select bill_id, sum(applied) as applied from ${read}.payments group by bill_id) p on p.bill_id = b.id
     where b.collected <> coalesce(p.applied, 0) + b.credited`,
  )),
  ...(await found(
    pool,
    'R101',
    `select format('network %s: %s in collections, %s in bills', coalesce(c.network_id, b.network_id), c.cents, b.cents) as problem
     from (select network_id, sum(cents) as cents from ${read}.collections group by network_id having sum(cents) <> 0) c
     full join (select network_id, sum(collected) as cents from ${read}.bills group by network_id having sum(collected) <> 0) b using (network_id)
     where c.cents is distinct from b.cents`,
  )),
  ...(await found(
    pool,
    'R100',
    `select format('network %s: %s collected, %s paid less %s unapplied', network_id, collected, paid, unapplied) as problem
     from (select network_id, sum(collected) as collected, sum(unapplied) as unapplied from ${read}.totals group by network_id) t
     left join (select network_id, sum(amount - refunded - disputed) filter (where status <> 'Reversed') as paid from ${read}.payments group by network_id) p using (network_id)
     where collected <> coalesce(paid, 0) - unapplied`,
  )),
]

/** Collections by month equal collections by quarter of an hour (R101). */
const monthsAgree = (pool: pg.Pool, read = READ_SCHEMA): Promise<Violations> =>
  found(
    pool,
    'R101',
    `select format('network %s in %s: %s by quarters of an hour, %s by months', network_id, month, q.cents, m.cents) as problem
     from (select network_id, date_trunc('month', at at time zone 'utc')::date as month, sum(cents) as cents from ${read}.collections group by 1, 2 having sum(cents) <> 0) q
     full join ${read}.collection_months m using (network_id, month) where q.cents is distinct from m.cents`,
  )

/** Stored counts equal the number of rows (R102). */
export const countsAgree = async (pool: pg.Pool, read = READ_SCHEMA): Promise<Violations> => [
  ...(await monthsAgree(pool, read)),
  ...(await found(
    pool,
    'R102',
    `with first_due as (select network_id, payor_id, min(next_due) as due from ${read}.bills where balance > 0 group by 1, 2),
     really as (
       select 'bills' as what, scope, state as of, next_due as due, count(*) as number from ${read}.bills, lateral (values (program_id), (network_id)) s (scope) group by 2, 3, 4
       union all select 'payments', scope, '', null, count(*) from ${read}.payments, lateral (values (program_id), (network_id)) s (scope) group by 2
       union all select 'debtors', network_id, '', due, count(*) from first_due group by 2, 4
       union all select 'billed payors', program_id, '', null, count(distinct payor_id) from ${read}.bills where state <> 'Archived' group by 2
     ), counted as (
       select 'bills' as what, scope, state as of, next_due as due, bills as number from ${read}.bill_counts
       union all select 'payments', scope, '', null, payments from ${read}.payment_counts
       union all select 'debtors', network_id, '', first_due, payors from ${read}.debtors
       union all select 'billed payors', program_id, '', null, payors from ${read}.billed_payors
     )
     select format('%s of %s %s %s: counted %s, there are %s', what, scope, of, due, sum(c), sum(r)) as problem
     from (select what, scope, of, due, number as c, 0 as r from counted union all select what, scope, of, due, 0, number from really) both_of
     group by what, scope, of, due having sum(c) <> sum(r)`,
  )),
]

/** Every bill has a defined status, with amounts that match the status (R60, R62). */
export const billsAreLegal = (pool: pg.Pool, read = READ_SCHEMA): Promise<Violations> =>
  found(
    pool,
    'R62',
    `select format('bill %s is %s with %s of %s collected and %s open', id, state, collected, amount, balance) as problem from ${read}.bills
     where collected > amount or collected < 0 or not coalesce(case state
       when 'Archived' then balance = 0 and claim_method is null
       when 'Paid' then collected = amount and balance = 0
       when 'Failed' then collected < amount and debit = 'failed' and balance = amount - collected
       when 'PendingConfirmation' then collected < amount and (claim_method is not null or debit = 'under way') and balance = amount - collected
       when 'Partial' then collected between 1 and amount - 1 and claim_method is null and balance = amount - collected
       when 'Unpaid' then collected = 0 and claim_method is null and balance = amount end, false)`,
  )

/** The read models equal a fold of the log, row for row (R129). */
export const tablesAreTheLog = async (opened: OpenLog): Promise<Violations> => {
  const live = await liveTables(opened.pool)
  const folded = await refold(opened, live.positions, 'invariant_fold')
  return differing(folded, live.hashes).map((name) => `R129 the table ${name} is not what the log says`)
}

/** Each acknowledged payment is in the log, once (R127). Manual payments are identified by their reference. */
export const acknowledgedAreThere = async ({ store, personal }: OpenLog, references: readonly string[]): Promise<Violations> => {
  const recorded: { data: { reference: string | null } }[] = []
  for await (const { type, data } of eventsUpTo(store, await store.head()))
    if (type === 'PaymentRecorded' && !('stripe' in data && data.stripe)) recorded.push({ data: data as { reference: string | null } })
  const payments = await openTexts(personal, ['reference'], recorded)
  const times = new Map<string, number>()
  for (const { data } of payments) if (data.reference !== null) times.set(data.reference, (times.get(data.reference) ?? 0) + 1)
  return [
    ...references.filter((reference) => !times.has(reference)).map((reference) => `R127 payment ${reference} was acknowledged and is lost`),
    ...[...times].filter(([, count]) => count > 1).map(([reference, count]) => `R127 payment ${reference} is there ${count} times`),
  ]
}

export const violationsOf = async (opened: OpenLog, references: readonly string[] = []): Promise<Violations> => [
  ...(await moneyAgrees(opened.pool)),
  ...(await countsAgree(opened.pool)),
  ...(await billsAreLegal(opened.pool)),
  ...(await tablesAreTheLog(opened)),
  ...(await acknowledgedAreThere(opened, references)),
]
