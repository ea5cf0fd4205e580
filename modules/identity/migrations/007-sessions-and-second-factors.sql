-- The browser that opened a session, in words; `strong`: opened by more than a password.
alter table sessions add column device text not null default 'Unknown device';
alter table sessions add column strong boolean not null default false;

-- The secret is sealed with its user's key. A confirmed app is required at each sign-in; a time step counts once.
create table authenticators (
  user_id      uuid        primary key references users on delete cascade,
  secret       text        not null,
  confirmed_at timestamptz,
  last_step    bigint      not null default 0
);

create table recovery_codes (
  user_id uuid  not null references users on delete cascade,
  hash    bytea not null,
  primary key (user_id, hash)
);

create table passkeys (
  id           text        primary key,
  user_id      uuid        not null references users on delete cascade,
  name         text        not null,
  public_key   bytea       not null,
  counter      bigint      not null,
  transports   text[]      not null,
  created_at   timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Challenges for passkeys to sign: once, within minutes. Without a user: for a sign-in.
create table passkey_challenges (
  hash       bytea       primary key,
  user_id    uuid        references users on delete cascade,
  expires_at timestamptz not null
);

-- Sign-ins that wait for their second step.
create table first_steps (
  hash       bytea       primary key,
  user_id    uuid        not null references users on delete cascade,
  expires_at timestamptz not null
);

create trigger sessions_strengthened after update of strong on sessions for each row execute function tell_of_account_change();
