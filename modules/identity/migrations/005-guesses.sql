-- Times of failed sign-ins, per account and address and per account, by keyed digests. Unlogged: not worth a WAL record.
create unlogged table failed_sign_ins (
  key bytea         primary key,
  at  timestamptz[] not null
);

create function recent(moments timestamptz[], span interval) returns timestamptz[] language sql stable
  return array(select moment from unnest(moments) moment where moment > clock_timestamp() - span);

-- Addresses that an account has signed in from, as keyed digests: guesses from elsewhere do not slow them.
create table sign_in_addresses (
  key     bytea       primary key,
  user_id uuid        not null references users on delete cascade,
  since   timestamptz not null default clock_timestamp()
);
create index sign_in_addresses_user on sign_in_addresses (user_id);
