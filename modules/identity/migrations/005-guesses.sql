-- When sign-ins failed, for an account from an address and for an account in all, by keyed digests. Not worth a WAL record.
create unlogged table failed_sign_ins (
  key bytea         primary key,
  at  timestamptz[] not null
);

create function recent(moments timestamptz[], span interval) returns timestamptz[] language sql stable
  return array(select moment from unnest(moments) moment where moment > clock_timestamp() - span);

-- From where somebody has signed in before, by a keyed digest of account and address: these places wait for no stranger's guesses.
create table sign_in_addresses (
  key     bytea       primary key,
  user_id uuid        not null references users on delete cascade,
  since   timestamptz not null default clock_timestamp()
);
create index sign_in_addresses_user on sign_in_addresses (user_id);
