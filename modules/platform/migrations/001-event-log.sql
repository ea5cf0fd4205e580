-- data and metadata are text: they are read and written whole, and json would be parsed once more on each insert.
create table events (
  position bigint primary key,
  stream   text collate "C" not null,
  revision integer not null,
  id       uuid not null,
  type     text collate "C" not null,
  data     text not null,
  metadata text not null,
  category text collate "C" not null generated always as (split_part(stream, '-', 1)) stored,
  unique (stream, revision)
);
create index events_by_category on events (category, position);

-- Nothing is ever written to these streams again; their events stay as empty '$buried' rows, so positions stay dense.
create table buried_streams (
  stream    text collate "C" primary key,
  buried_at timestamptz not null default now()
);

-- Appends to several streams (each at most once) in one transaction; each succeeds or fails alone.
-- One lock around every append makes commit order the order of positions, so a reader at n has seen all up to n.
-- `streams`, `expected` and `sizes` have one entry per append; the others one per event, `owners` being the index of its append.
-- `places` are indexes into `metadatas`, so that an import sends shared metadata once.
-- An append that is not `durable` becomes durable with the next commit that is, in any table.
-- Returns one row per append: 'written' or 'repeated' with its last event's place, 'conflict' or 'buried' with the stream's.
create function append_events(
  streams text[], expected integer[], sizes integer[],
  owners integer[], ids uuid[], types text[], datas text[], places integer[], metadatas text[], categories text, durable boolean
) returns table (outcome text, revision integer, "position" bigint) language plpgsql as $$
#variable_conflict use_column
declare
  head      bigint;
  outcomes  text[];
  currents  integer[];
  bases     bigint[];
  revisions integer[];
  last      bigint;
begin
  if not durable then perform set_config('synchronous_commit', 'off', true); end if;
  perform pg_advisory_xact_lock(8411);
  select coalesce(max(e.position), -1) into head from events e;

  with asked as (
    select a.*, (sum(a.size) over (order by a.n) - a.size)::integer as skipped,
           coalesce((select e.revision from events e where e.stream = a.stream order by e.revision desc limit 1), -1) as current,
           exists (select from buried_streams b where b.stream = a.stream) as buried
    from unnest(streams, expected, sizes) with ordinality as a(stream, wanted, size, n)
  ), judged as (
    select *, case
      when buried then 'buried'
      when wanted = current then 'written'
      -- The same ids already follow the expected revision: a repetition of a successful append.
      when wanted < current and ids[skipped + 1 : skipped + size] = array(
        select e.id from events e
        where e.stream = asked.stream and e.revision > wanted and e.revision <= wanted + size order by e.revision
      ) then 'repeated'
      else 'conflict' end as outcome
    from asked
  ), placed as (
    select *, head - skipped + coalesce(sum(size) filter (where outcome = 'written')
      over (order by n rows between unbounded preceding and 1 preceding), 0) as base
    from judged
  )
  select array_agg(p.outcome order by n), array_agg(current order by n),
         array_agg(case when p.outcome = 'written' then base::bigint end order by n), array_agg((current - skipped) order by n),
         head + sum(size) filter (where p.outcome = 'written')
  into outcomes, currents, bases, revisions, last from placed p;

  if last is not null then
    insert into events (position, stream, revision, id, type, data, metadata)
    select bases[e.owner] + e.k, streams[e.owner], revisions[e.owner] + e.k, e.id, e.type, e.data, metadatas[e.place]
    from unnest(owners, ids, types, datas, places) with ordinality as e(owner, id, type, data, place, k)
    where bases[e.owner] is not null;
    perform pg_notify('events', last || ' ' || categories);
  end if;

  return query
  select a.outcome,
    case a.outcome when 'written' then a.current + a.size when 'repeated' then a.wanted + a.size else a.current end,
    case a.outcome
      when 'written' then a.base + sum(a.size) over (order by a.n)
      when 'repeated' then (select e.position from events e where e.stream = a.stream and e.revision = a.wanted + a.size)
    end::bigint
  from unnest(outcomes, streams, expected, sizes, currents, bases) with ordinality as a(outcome, stream, wanted, size, current, base, n)
  order by a.n;
end $$;

create function bury_stream(doomed text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(8411);
  insert into buried_streams (stream) values (doomed) on conflict do nothing;
  update events set type = '$buried', data = '{}', metadata = '{}' where stream = doomed;
end $$;
