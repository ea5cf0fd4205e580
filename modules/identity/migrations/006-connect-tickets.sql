-- One-time permission for a session to start connecting an account at a provider.
create table connect_tickets (
  hash         bytea       primary key,
  provider     text        not null,
  session_hash bytea       not null references sessions on delete cascade,
  expires_at   timestamptz not null
);
create index connect_tickets_session on connect_tickets (session_hash);
