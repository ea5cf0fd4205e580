-- Rate limit counters of all web processes, by keyed digest of limit and caller. Unlogged: a crash may reset them.
create unlogged table limits (
  key     bytea       primary key,
  hits    integer     not null,
  ends_at timestamptz not null
);
create index limits_end on limits (ends_at);
