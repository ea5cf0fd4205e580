-- Sites that tried to frame a network's pay pages without being on its list, for an Admin to allow. Origins only, no visitors.
create table refused_sites (
  network_id uuid        not null,
  origin     text        not null,
  last_at    timestamptz not null,
  primary key (network_id, origin)
);
