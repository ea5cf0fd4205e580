-- How often somebody came, for all web processes: by a keyed digest of who and what for. Not worth a WAL record; a crash forgets it.
create unlogged table limits (
  key     bytea       primary key,
  hits    integer     not null,
  ends_at timestamptz not null
);
create index limits_end on limits (ends_at);
