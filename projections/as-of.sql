-- Views over the read models at an earlier moment. They have the names of the tables, in a schema that is searched
-- first, so that the same queries answer for any moment (DECISIONS 13). A session sets the network (vestry.network) and
-- the position of the last event included (vestry.as_of). Views read both in subqueries, which run once and leave the
-- planner its choice of indexes.

create function as_of() returns bigint stable parallel safe return current_setting('vestry.as_of')::bigint;
create function as_of_network() returns uuid stable parallel safe return nullif(current_setting('vestry.network'), '')::uuid;

-- All versions of bills. Here `bills` is still the table.
create view all_bills as
select id, network_id, program_id, state, next_due, since, changed_at, took from bills
union all
select id, network_id, program_id, state, next_due, since, changed_at, took from bills_past;

-- Money that events up to that moment applied to bills: each version records its event's amount. Materialized, since a
-- report reads it once for each month.
create view collections as
with taken as materialized (
  select network_id, date_bin('15 minutes', changed_at, timestamptz 'epoch') as at, sum(took)::bigint as cents from all_bills
  where network_id = (select as_of_network()) and since <= (select as_of()) and took <> 0
  group by 1, 2 having sum(took) <> 0
) select * from taken;

-- Tables with versions: present rows that existed already, and past rows that were current. The condition is outside
-- the union, because the planner joins both parts by index only if they have no condition. Later rows are excluded by
-- their position in the list indexes, which do not hold "since".
do $$
declare
  versioned text;
  columns text;
begin
  for versioned in
    select t.relname from pg_class t join pg_class p on p.relnamespace = t.relnamespace and p.relname = t.relname || '_past'
    where t.relnamespace = (select relnamespace from pg_class where oid = to_regclass('bills_past'))
  loop
    select string_agg(quote_ident(attname), ', ' order by attnum) into columns
    from pg_attribute where attrelid = to_regclass(versioned) and attnum > 0 and not attisdropped;
    execute format(
      'create view %1$I as
         select %2$s from (select %2$s, %5$s as until from %1$I union all select %2$s, until from %3$I) version
         where %4$I = (select as_of_network()) and since <= (select as_of()) and until > (select as_of()) %6$s',
      versioned, columns, versioned || '_past', case versioned when 'networks' then 'id' else 'network_id' end, '9223372036854775807',
      case when versioned in ('bills', 'payments') then 'and position <= (select as_of())' end
    );
  end loop;
end $$;

create view payouts as select * from payouts where network_id = as_of_network() and position <= as_of();
create view payout_lines as select l.* from payout_lines l join payouts p on p.id = l.payout_id;

-- Sums and counts, as the ledger maintains them for the present. `offset 0` ends a scope that is no program before any
-- bill is read.
create view totals as
select program_id, due_date, network_id, sum(collected + outstanding)::bigint as assessed, sum(collected)::bigint as collected,
       sum(outstanding)::bigint as outstanding, sum(unapplied)::bigint as unapplied
from (
  select program_id, due_date, network_id, collected, case when plan is null then balance else 0 end as outstanding, unapplied from bills
  union all
  select program_id, (part ->> 'dueDate')::date, network_id, 0, (part ->> 'open')::bigint, 0
  from bills cross join lateral jsonb_array_elements(plan::jsonb -> 'parts') part where plan is not null
) owed group by program_id, due_date, network_id having row(sum(collected), sum(outstanding), sum(unapplied)) <> row(0, 0, 0);

-- Bills are counted by the steps of the log that had ended, and by the versions that began and ended in the current
-- step. `offset 0` forces a lookup per bill, since the planner cannot know how few events a step has.
create view bill_counts as
with last as materialized (
  select max(step) as step from bill_count_steps where network_id = (select as_of_network()) and step <= (select as_of())
), changed as materialized (
  select distinct substr(j.stream, 6) collate "C" as id from journal j, last
  where j.network_id = (select as_of_network()) and j.position >= last.step and j.position <= (select as_of()) and starts_with(j.stream, 'bill-')
), counted as (
  select s.program_id, s.network_id, s.state, s.next_due, s.bills from bill_count_steps s, last
  where s.network_id = (select as_of_network()) and s.step < last.step
  union all
  select v.* from last, changed c cross join lateral (
    select program_id, network_id, state, next_due, 1 from all_bills where id = c.id and since between last.step and (select as_of()) offset 0) v
  union all
  select v.* from last, changed c cross join lateral (
    select program_id, network_id, state, next_due, -1 from bills_past where id = c.id and until between last.step and (select as_of()) offset 0) v
)
select scope, network_id, state, next_due, sum(counted.bills)::int as bills
from counted cross join lateral (values (program_id), (network_id)) as s (scope) group by scope, network_id, state, next_due having sum(counted.bills) <> 0;

create view payment_counts as
select network_id as scope, network_id, count(*)::int as payments from payments group by network_id
union all
select p.id, y.network_id, y.payments from (select id from programs offset 0) p cross join lateral
  (select network_id, count(*)::int as payments from payments where program_id = p.id group by network_id) y;

create view debtors as
select network_id, first_due, count(*)::int as payors
from (select network_id, payor_id, min(next_due) as first_due from bills where balance > 0 group by network_id, payor_id) owing
group by network_id, first_due;

create view billed_payors as
select program_id, count(distinct payor_id)::int as payors from bills where state <> 'Archived' group by program_id;

create view collection_months as
select network_id, date_trunc('month', at at time zone 'utc')::date as month, sum(cents)::bigint as cents from collections
group by 1, 2 having sum(cents) <> 0;
