-- Users' identities at Google or Facebook: the provider's own user id, never the e-mail (R9).
create table connected_accounts (
  id         uuid        primary key,
  user_id    uuid        not null references users on delete cascade,
  provider   text        not null check (provider in ('google', 'facebook')),
  subject    text        not null,
  created_at timestamptz not null,
  unique (provider, subject),
  unique (user_id, provider)
);

-- Round trips of a browser to a provider. Each is used once; a connecting one ends with its session.
create table oauth_attempts (
  state_hash    bytea       primary key,
  browser_hash  bytea       not null,
  provider      text        not null,
  mode          text        not null check (mode in ('login', 'connect')),
  redirect_to   text,
  nonce         text        not null,
  code_verifier text        not null,
  session_hash  bytea       references sessions on delete cascade,
  expires_at    timestamptz not null,
  check ((mode = 'connect') = (session_hash is not null))
);
create index oauth_attempts_expiry on oauth_attempts (expires_at);
create index oauth_attempts_session on oauth_attempts (session_hash) where session_hash is not null;
