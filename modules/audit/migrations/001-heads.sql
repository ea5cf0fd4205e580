-- The hashes of networks' trees, in tiles of 256 (C2SP tlog-tiles). Level 0 holds the hashes of the leaves; each higher
-- level holds the roots of the full tiles below it. All follow from the log, which never changes, so a tile only grows.
create table audit_tiles (
  network_id uuid   not null,
  level      int    not null,
  n          bigint not null, -- the number of the tile in its level, from 0
  hashes     bytea  not null, -- 32 bytes each
  primary key (network_id, level, n)
);

-- The signed head of each network's tree at the end of each day.
create table audit_heads (
  network_id uuid        not null,
  day        date        not null, -- in the network's time zone
  size       bigint      not null, -- the number of events by then
  note       text        not null, -- the signed checkpoint
  signed_at  timestamptz not null,
  primary key (network_id, day)
);
