-- Sites that asked for a network's pay pages in a frame and are not on its list: what an Admin may want to allow. Origins alone, no visitor.
create table refused_sites (
  network_id uuid        not null,
  origin     text        not null,
  last_at    timestamptz not null,
  primary key (network_id, origin)
);
