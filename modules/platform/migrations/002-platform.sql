create table person_keys (
  owner   uuid  primary key,
  wrapped bytea not null
);

create table installation_keys (
  name    text  primary key,
  wrapped bytea not null
);

create table idempotency_keys (
  scope        text        not null,
  key          text        not null,
  request_hash text        not null,
  status       integer,
  body         json,
  etag         text,
  created_at   timestamptz not null default now(),
  primary key (scope, key)
);

-- Positions up to which each process has read; read models keep theirs in the read schema.
create table process_checkpoints (
  name     text   primary key,
  position bigint not null
);

create table caught_mails (
  id         uuid        primary key,
  sender     text        not null,
  recipients text[]      not null,
  subject    text        not null,
  text       text        not null,
  html       text        not null,
  message_id text        not null,
  at         timestamptz not null,
  arrived    bigint      generated always as identity
);
