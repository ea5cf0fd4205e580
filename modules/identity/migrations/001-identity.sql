create table users (
  id            uuid        primary key,
  email         text        not null,
  first_name    text        not null,
  last_name     text        not null,
  password_hash text,
  confirmed_at  timestamptz,
  created_at    timestamptz not null,
  network_id    uuid
);
create unique index users_email on users (lower(email));

-- Only hashes, which are useless to a reader of the database.
create table sessions (
  id_hash    bytea       primary key,
  user_id    uuid        not null references users on delete cascade,
  created_at timestamptz not null,
  seen_at    timestamptz not null,
  fresh_at   timestamptz not null
);
create index sessions_user on sessions (user_id);

create table user_tokens (
  hash       bytea       primary key,
  user_id    uuid        not null references users on delete cascade,
  purpose    text        not null check (purpose in ('confirm', 'reset')),
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index user_tokens_user on user_tokens (user_id);
