-- The hashes of networks' trees by tiles of 256 (C2SP tlog-tiles): level 0 has the leaves, each level above the roots of the full tiles below.
-- They follow from the log, which never changes: a tile only grows.
create table audit_tiles (
  network_id uuid   not null,
  level      int    not null,
  n          bigint not null, -- the number of the tile in its level, from 0
  hashes     bytea  not null, -- 32 bytes each
  primary key (network_id, level, n)
);

-- The signed heads of networks' trees, one at the end of a day.
create table audit_heads (
  network_id uuid        not null,
  day        date        not null, -- in the network's time zone
  size       bigint      not null, -- the number of events by then
  note       text        not null, -- the signed checkpoint
  signed_at  timestamptz not null,
  primary key (network_id, day)
);
