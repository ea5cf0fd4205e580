import type pg from 'pg'
import type { Treasurer } from './treasurer.ts'

export const BILLS = 1_000_000
/** Bills and programs per network, for a total number of bills. */
export const networksOf = (bills: number) => [
  { bills: 0.6 * bills, programs: 24 },
  { bills: 0.16 * bills, programs: 8 },
  { bills: 0.12 * bills, programs: 8 },
  { bills: 0.08 * bills, programs: 6 },
  { bills: 0.04 * bills, programs: 4 },
]

export type MillionBills = Readonly<{ networks: readonly Readonly<{ id: string; programs: readonly string[]; bills: number }>[] }>

/** Networks and programs by the API; the first network is the large one. */
export const makeNetworks = async ({ client }: Treasurer, sizes = networksOf(BILLS)): Promise<MillionBills> => {
  const networks: MillionBills['networks'][number][] = []
  for (const [n, { bills, programs: count }] of sizes.entries()) {
    const { id } = await client.post<{ id: string }>('/networks', { name: `Synod ${n}`, description: 'For measuring' })
    const programs: string[] = []
    for (let i = 0; i < count; i += 1) {
      const terms = { frequency: 'OneTime', type: i % 4 === 3 ? 'Custom' : 'Uniform', amount: 25 * (1 + (i % 12)), dueDate: '2099-12-31' }
      programs.push(
        (
          await client.post<{ id: string }>(`/networks/${id}/assessments`, {
            ...terms,
            name: `${SUBJECTS[i % 6]} ${2020 + (i >> 2)}`,
            description: null,
          })
        ).id,
      )
    }
    networks.push({ id, programs, bills })
  }
  return { networks }
}
const SUBJECTS = ['Dues', 'Pension assessment', 'Health plan', 'Conference fee', 'Mission share', 'Building levy']

/** A random-looking, valid uuid derived from a text. */
const uuidOf = (text: string): string => `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`

/**
 * Three years of the networks, written into the read models as the projectors would: four bills a payor; some 62 %
 * paid, 4 % archived, 3 % partly paid, 1 % claimed, and some 40 % of the open ones past due. Older than everything in
 * the log.
 */
export const fillReadModels = async (pool: pg.Pool, { networks }: MillionBills): Promise<void> => {
  const run = (text: string, values: unknown[] = []) => pool.query(text, values)
  const largest = Math.max(...networks.map(({ bills }) => bills))
  /** The position before all bills. */
  const oldest = -50 * largest
  await run('set search_path = read, public')
  // Records today's heads as signed: the log lacks the bills' events, so the nightly job could not sign them.
  await run(`insert into audit_heads select network_id, current_date, 0, '', now() from unnest($1::uuid[]) network_id`, [
    networks.map(({ id }) => id),
  ])
  for (const [n, { id, programs, bills }] of networks.entries()) {
    await run(
      `insert into members (id, network_id, kind, name, first_name, last_name, email, phone, name_key, sort_key, sought, revision, registered_in, since)
       select ${uuidOf(`'member' || $2 || i`)}, $1, case when i % 50 = 0 then 'congregation' else 'individual' end, first || ' ' || last, first, last,
              lower(last) || i || '@m' || i % 90 || '.example.org', '(' || 200 + i % 700 || ') ' || 100 + i % 900 || '-' || 1000 + i % 9000, lower(first || last), lower(last || ' ' || first), ' ' || lower(first || ' ' || last || ' ' || last) || i || '@m' || i % 90 || '.example.org #' || 200 + i % 700 || 100 + i % 900 || 1000 + i % 9000, -1, 'upload-x', ${oldest}
       from (select i, (array['Rebekah','Grace','Tobias','Miriam','Caleb','Noemi','Anselm','Judith','Lukas','Phoebe','Silas','Lydia','Ansgar','Tabitha','Jonas','Esther'])[1 + i % 16] as first,
                    initcap((array['lind','oka','har','cas','naka','bran','fer','aba','vos','rid','sor','thor','men','pel','quis','cook'])[1 + (i * 7) % 16]
                      || (array['qvist','for','row','tell','mura','dt','rand','ra','s','ley','el','ne','del','ter','t','son'])[1 + (i / 16) % 16]
                      || (array['','a','en','er','ing','man','s','berg','feld','wick'])[1 + (i / 256) % 10]) as last
             from generate_series(1, $3::int) i) p`,
      [id, String(n), bills / 4],
    )
    await run(
      `insert into bills (id, code, network_id, program_id, payor_id, state, amount, collected, balance, due_date, next_due, period, n, claim_method, claimed_at, adjusted, credited, unapplied, created_at, position, revision, since, changed_at, took)
       select translate(left(encode(sha256(($2 || 'bill' || i)::bytea), 'base64'), 22), '+/', '-_'), lpad(i::text, 8, 'A'), $1, program, ${uuidOf(`'member' || $2 || 1 + i % $4`)}, state, amount,
              collected, case when state = 'Archived' then 0 else amount - collected end, due, due, due, 0,
              case when state = 'PendingConfirmation' then 'wire' end, case when state = 'PendingConfirmation' then now() - interval '2 days' end, 0, 0, 0, at, 2 * (i - $6::bigint), 0,
              2 * (i - $6::bigint) + case when state = 'Unpaid' then 0 else 2 * ($3 * 20 * 86400 / 90000000) + 1 end,
              case when state = 'Unpaid' then at else least(at + interval '20 days', now()) end, collected
       from (select *, case state when 'Paid' then amount when 'Partial' then amount / 2 else 0 end as collected
             from (select i, program, at, due, case when program_n % 4 = 3 then 1000 + (i * 7919) % 90000 else 2500 * (1 + program_n % 12) end as amount,
                          case when fate < 4 then 'Archived' when fate < 5 then 'PendingConfirmation' when fate < 8 then 'Partial'
                               when fate < case when due < current_date then 92 else 40 end then 'Paid' else 'Unpaid' end as state
                   from (select i, program_n, ($5::uuid[])[1 + program_n] as program, date_trunc('hour', now()) - make_interval(secs => ($3 - i) * 90000000.0 / $3) as at,
                                (now() - make_interval(secs => (($3 - i) / greatest(1, $3 / 24)) * 90000000.0 / 24) + interval '60 days')::date as due, (i * 7919 / 13) % 100 as fate
                         from (select i, i * cardinality($5::uuid[]) / ($3 + 1) as program_n from generate_series(1::bigint, $3) i) a) b) c) d`,
      [id, String(n), bills, bills / 4, programs, (n + 2) * largest],
    )
    await run(
      `insert into payments (id, bill_id, network_id, program_id, payor_id, amount, applied, used, refunded, method, reference, receipt_number, status, received_on, created_at, position, since)
       select ${uuidOf(`'payment' || id`)}, id, network_id, program_id, payor_id, collected, collected, 0, 0, 'check', case when position % 3 = 0 then 'No. ' || -position end,
              year || '-' || lpad(nth::text, greatest(5, length(nth::text)), '0'), 'Completed', null,
              changed_at, position - ${20 * largest}, since
       from (select *, row_number() over (partition by year order by since) as nth
             from (select *, extract(year from changed_at) as year from bills where network_id = $1 and collected > 0) paid) numbered`,
      [id],
    )
    await run(
      'insert into receipt_counts select network_id, extract(year from created_at), count(*) from payments where network_id = $1 group by 1, 2',
      [id],
    )
  }
  const filled = networks.map(({ id }) => id)
  // The bills as issued, and the journal's rows of the two events of each bill.
  await run(
    `insert into bills_past (id, code, network_id, program_id, payor_id, state, amount, collected, balance, due_date, next_due, period, n, replaced, adjusted, credited,
                             unapplied, created_at, position, revision, since, changed_at, took, until)
     select id, code, network_id, program_id, payor_id, 'Unpaid', amount, 0, amount, due_date, next_due, period, n, replaced, adjusted, credited,
            unapplied, created_at, position, revision, position, created_at, 0, since
     from bills where network_id = any($1) and since > position`,
    [filled],
  )
  await run(
    `insert into journal
     select network_id, position, created_at, 'bill-' || id, 0, 'BillIssued', 'user:x' from bills where network_id = any($1)
     union all select network_id, since, changed_at, 'bill-' || id, 1, 'PaymentRecorded', 'user:x' from bills where network_id = any($1) and since > position`,
    [filled],
  )
  await run(
    `insert into bill_count_steps
     select network_id, floor(at / 1000.0) * 1000, program_id, state, due_date, sum(n) from (
       select network_id, position as at, program_id, 'Unpaid' as state, due_date, 1 as n from bills where network_id = any($1)
       union all select network_id, since, program_id, state, due_date, 1 from bills where network_id = any($1) and since > position
       union all select network_id, since, program_id, 'Unpaid', due_date, -1 from bills where network_id = any($1) and since > position
     ) changed group by 1, 2, 3, 4, 5 having sum(n) <> 0`,
    [filled],
  )
  for (const table of ['networks', 'programs', 'payment_profiles']) await run(`update ${table} set since = ${oldest}`)
  await run(
    `insert into name_words select network_id, word, count(distinct id) from members, regexp_split_to_table(sort_key, ' ') word where length(word) > 1 and network_id = any($1) group by 1, 2`,
    [filled],
  )
  await run(
    `insert into bill_counts select s.scope, network_id, state, due_date, count(*) from bills, lateral (values (program_id), (network_id)) s (scope) where network_id = any($1) group by 1, 2, 3, 4`,
    [filled],
  )
  await run(
    `insert into payment_counts select s.scope, network_id, count(*) from payments, lateral (values (program_id), (network_id)) s (scope) where network_id = any($1) group by 1, 2`,
    [filled],
  )
  await run(
    `insert into billed_payors select program_id, count(distinct payor_id) from bills where state <> 'Archived' and network_id = any($1) group by 1`,
    [filled],
  )
  await run(
    `insert into debtors select network_id, due, count(*) from (select network_id, payor_id, min(due_date) as due from bills where balance > 0 and network_id = any($1) group by 1, 2) d group by 1, 2`,
    [filled],
  )
  await run(
    `insert into totals select program_id, due_date, network_id, sum(case when state = 'Archived' then collected else amount end), sum(collected), sum(balance), 0 from bills where network_id = any($1) group by 1, 2, 3`,
    [filled],
  )
  await run(
    `insert into collections select network_id, to_timestamp(floor(extract(epoch from created_at) / 900) * 900), sum(applied) from payments where network_id = any($1) group by 1, 2`,
    [filled],
  )
  await run(
    `insert into collection_months select network_id, date_trunc('month', at at time zone 'utc')::date, sum(cents) from collections where network_id = any($1) group by 1, 2`,
    [filled],
  )
  await run('vacuum analyze')
}
