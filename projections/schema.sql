-- The read models: disposable, written by projectors alone, rebuilt from the log. Change a table here and the next
-- start (or npm run rebuild) builds the whole schema anew beside the old one. Names are unqualified on purpose. Of the indexes, those
-- that folding needs are here; the others are in indexes.sql.
--
-- Of some tables earlier versions of rows are kept, in a table of the same name with _past: a version holds from the event at position
-- `since` up to the one at `until`. as-of.sql shows these tables as they were at a moment (DECISIONS 55).

create table checkpoints (
  name     text   primary key,
  position bigint not null
);

create table networks (
  id            uuid   primary key,
  name          text   not null,
  slug          text   not null,
  description   text,
  time_zone     text   not null,
  embed_origins text[] not null,
  reminder_days int[]  not null,
  sender_name   text,
  language      text    not null default 'en',
  track_mail    boolean not null default false,
  second_factor boolean not null default false,
  mail_seals    boolean not null default true,
  contact_name  text,
  contact_email text,
  contact_phone text,
  postal_address text,
  position      bigint not null,
  revision      int    not null,
  since         bigint not null
);

-- Of the networks' names in mails (name and sender name), the skeletons by which look-alikes are found (UTS 39), and since when.
create table network_names (
  network_id uuid   not null,
  likeness   text   not null,
  since      bigint not null,
  primary key (network_id, likeness)
);

-- The networks' names in mails. A network whose name another had before is distinguished by its unique slug.
create view mailing_networks as
select n.id, n.name || told.apart as name, coalesce(n.sender_name, n.name) || told.apart as sender, n.language, n.track_mail, n.time_zone
from networks n cross join lateral (
  select case when exists (
    select 1 from network_names mine join network_names other on other.likeness = mine.likeness and other.since < mine.since
    where mine.network_id = n.id and other.network_id <> n.id
  ) then ' (' || n.slug || ')' else '' end as apart
) told;

create table network_people (
  network_id uuid   not null,
  user_id    uuid   not null,
  role       text   not null,
  expires_at timestamptz,
  position   bigint not null,
  primary key (network_id, user_id)
);

-- Open invitations only: accepted and revoked ones are deleted.
create table invitations (
  id         uuid   primary key,
  network_id uuid   not null,
  invitee    text   not null, -- sealed: an e-mail address
  role       text   not null,
  expires_at timestamptz,
  position   bigint not null
);

-- API keys, ended ones too: the journal names them. Their secrets lie in api_key_secrets.
create table api_keys (
  id         uuid        primary key,
  network_id uuid        not null,
  name       text        not null,
  scope      text        not null,
  created_by uuid,
  created_at timestamptz not null,
  ends_at    timestamptz,
  ended      boolean     not null,
  position   bigint      not null
);

-- Webhooks that were not removed. How they take what they are sent stands in webhook_states.
create table webhooks (
  id             uuid        primary key,
  network_id     uuid        not null,
  name           text        not null,
  url            text        not null,
  happenings     text[]      not null,
  is_on          boolean     not null,
  off_because    text,
  on_since       bigint      not null, -- the position of the log at which it was made or last turned on
  off_since      bigint,               -- and at which it was turned off, while it is
  secret_number  integer     not null,
  key_version    integer     not null, -- of the installation's key, from which the secret follows
  earlier_until  timestamptz,
  earlier_key_version integer not null default 1,
  created_by     uuid,
  created_at     timestamptz not null,
  position       bigint      not null
);

create table payment_profiles (
  id         uuid    primary key,
  network_id uuid    not null,
  name       text    not null,
  enabled    text[]  not null,
  methods    text    not null, -- sealed: it holds bank account numbers
  account_id text, -- the connected account, and what it may take
  charges    boolean not null default false,
  debits     boolean not null default false,
  wanted     text[]  not null default '{}', -- what Stripe still wants to know
  position   bigint  not null,
  revision   int     not null,
  since      bigint  not null
);

-- Every account at Stripe that a profile has had. A church that has ended our access connects another one; events of the earlier one stay listed.
create table stripe_accounts (
  account_id text primary key,
  profile_id uuid not null,
  network_id uuid not null
);

create table programs (
  id              uuid        primary key,
  network_id      uuid        not null,
  name            text        not null,
  name_key        text        not null, -- normalized, for searches
  description     text,
  frequency       text        not null,
  type            text        not null,
  amount          bigint      not null,
  due_date        date        not null,
  status          text        not null,
  campaign_status text        not null,
  launch_at       timestamptz,
  campaign_since  date, -- since when the campaign has been going without a pause
  terms_since     timestamptz, -- since when the program has been active with this schedule
  billed          date, -- the last period that was generated for everybody
  billed_every    text, -- how often the program billed then
  profile_id      uuid,
  position        bigint      not null,
  revision        int         not null,
  since           bigint      not null
);

-- The trigrams of a text (`every` 1; with `every` 3 just enough to cover it), hashed with the network, so that a lookup in one network
-- does not read another's entries. A space counts twice, so that a word can be looked up by its first character alone.
create function grams(network uuid, sought text, every int) returns bigint[] immutable strict parallel safe
return array(
  select hashtextextended(substr(spaced, i, 3), uuid_hash_extended(network, 0))
  from (select replace(sought, ' ', '  ') as spaced offset 0) s cross join generate_series(1, length(spaced) - 2) i
  where i % every = 1 % every or i = length(spaced) - 2
);

create table members (
  id              uuid   primary key,
  network_id      uuid   not null,
  kind            text   not null,
  name            text   not null,
  first_name      text,
  last_name       text,
  email           text,
  phone           text,
  dob             date,
  gender          text,
  contact_name    text,
  member_since    date,
  congregation_id uuid,
  name_key        text   not null, -- letters and digits alone, without case and accents, for matching and searches
  sort_key        text   not null, -- what lists are ordered by: the last name first, normalized, with spaces between words
  sought          text   not null, -- the searched text: words of the name, e-mail and digits of the phone
  revision        int    not null, -- of the member's own stream, which begins with the first change: -1 before
  registered_in   text   not null, -- the stream of the upload that brought the member, or their own one
  since           bigint not null
) with (autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0);

-- The words of names with the number of payors who have them, for spelling corrections.
create table name_words (
  network_id uuid not null,
  word       text not null,
  members    int  not null,
  primary key (network_id, word)
);

create table uploads (
  id         uuid   primary key,
  network_id uuid   not null,
  program_id uuid   not null,
  slices     int    not null,
  position   bigint not null
);

-- Payors who were taken off a program and are not back on it.
create table left_programs (
  program_id uuid        not null,
  payor_id   uuid        not null,
  since      timestamptz not null,
  primary key (program_id, payor_id)
);

-- The events of the log by which a payor was removed from a program or came back to it, for the payor's history.
create table program_moves (
  payor_id   uuid   not null,
  position   bigint not null,
  program_id uuid   not null,
  stream     text   not null,
  primary key (payor_id, position)
);

-- `state` is the status without the calendar: Unpaid and Partial become Overdue when the day has ended (R79).
create table bills (
  id           text        collate "C" primary key,
  code         text        collate "C" not null,
  network_id   uuid        not null,
  program_id   uuid        not null,
  payor_id     uuid        not null,
  state        text        not null,
  amount       bigint      not null,
  collected    bigint      not null,
  balance      bigint      not null,
  due_date     date        not null,
  period       date        not null,
  n            int         not null,
  claim_method text,
  claimed_at   timestamptz,
  debit        text, -- the last bank debit, until other money comes: underway, failed
  returned_at  timestamptz, -- when the last one was returned, and the bank's reason as Stripe codes it; likewise
  returned_code text,
  paying_since timestamptz, -- when the attempt to pay by card or bank debit began that is live
  replaced     boolean     not null, -- a newer bill has its place
  adjusted     bigint      not null, -- the sum of adjustments within amount
  credited     bigint      not null, -- what credit of other bills settles, within collected
  unapplied    bigint      not null, -- what came in here above what is owed, and settles nothing
  created_at   timestamptz not null,
  position     bigint      not null,
  revision     int         not null,
  since        bigint      not null,
  changed_at   timestamptz not null, -- the moment of the event at `since`, and what it added to `collected`
  took         bigint      not null
);
create unique index bills_code on bills (network_id, code);
create index bills_payor on bills (payor_id, program_id, period);

create table payments (
  id          uuid        primary key,
  bill_id     text        collate "C" not null,
  network_id  uuid        not null,
  program_id  uuid        not null,
  payor_id    uuid        not null,
  amount      bigint      not null,
  applied     bigint      not null, -- settles its own bill
  used        bigint      not null, -- went to other bills of the payor
  refunded    bigint      not null,
  disputed    bigint      not null default 0, -- withheld by the payor's bank
  method      text,
  reference   text,
  language    text, -- of the page that it was paid on
  receipt_number text     collate "C" not null,
  status      text        not null,
  received_on date,
  fee         bigint, -- what Stripe kept, and what is left of the payment
  net         bigint,
  account_id  text,
  intent_id   text,
  created_at  timestamptz not null,
  position    bigint      not null,
  since       bigint      not null
);
create unique index payments_receipt on payments (network_id, receipt_number);
create index payments_payor on payments (payor_id);

-- How many receipts a network has of a year, and the zone by which the ledger tells the year of the next one.
create table receipt_counts (
  network_id uuid not null,
  year       int  not null,
  receipts   int  not null,
  primary key (network_id, year)
);
create table receipt_zones (
  network_id uuid not null primary key,
  time_zone  text not null
);

-- Every figure is a sum of these few rows: assessed = collected + outstanding in each.
create table totals (
  program_id  uuid   not null,
  due_date    date   not null,
  network_id  uuid   not null,
  assessed    bigint not null,
  collected   bigint not null,
  outstanding bigint not null,
  unapplied   bigint not null,
  primary key (program_id, due_date)
);

-- The number of bills in a scope (a program, or its network): the length of every list, without counting rows.
create table bill_counts (
  scope      uuid not null,
  network_id uuid not null,
  state      text not null,
  due_date   date not null,
  bills      int  not null,
  primary key (scope, state, due_date)
) with (fillfactor = 50);

-- How the counts of bills changed, by steps of the log (`step`: the position at which one begins), which sum to the counts of any moment.
create table bill_count_steps (
  network_id uuid   not null,
  step       bigint not null,
  program_id uuid   not null,
  state      text   not null,
  due_date   date   not null,
  bills      int    not null,
  primary key (network_id, step, program_id, state, due_date)
);

create table payment_counts (
  scope      uuid not null primary key,
  network_id uuid not null,
  payments   int  not null
) with (fillfactor = 50);

-- The number of payors who owe money, by the earliest due date of their open bills.
create table debtors (
  network_id uuid not null,
  first_due  date not null,
  payors     int  not null,
  primary key (network_id, first_due)
);

-- The number of payors with a bill in a program that isn't archived.
create table billed_payors (
  program_id uuid not null primary key,
  payors     int  not null
);

-- Money applied to bills, by quarter of an hour, which sums to the months of any time zone. A covering index, since the few rows that
-- a report needs of each month are far apart in the table.
create table collections (
  network_id uuid        not null,
  at         timestamptz not null,
  cents      bigint      not null,
  primary key (network_id, at) include (cents)
);

-- The same by month in UTC: a zone's month differs from it by the hours between their starts.
create table collection_months (
  network_id uuid   not null,
  month      date   not null,
  cents      bigint not null,
  primary key (network_id, month)
);

-- The runs of campaigns, and their progress.
create table runs (
  id            uuid        primary key,
  program_id    uuid        not null,
  network_id    uuid        not null,
  reason        text        not null,
  status        text        not null,
  total         int         not null default 0,
  processed     int         not null default 0,
  without_email int         not null default 0,
  error         text,
  started_at    timestamptz,
  completed_at  timestamptz,
  position      bigint      not null
);

-- One row per mail. NoEmail: withheld for want of an address. Dropped: the bill was settled before it went out.
create table messages (
  id         uuid        primary key,
  network_id uuid        not null,
  program_id uuid,
  run_id     uuid,
  purpose    text        not null,
  payor_id   uuid        not null,
  payment_id uuid,
  note       text,
  change     jsonb, -- what changed for the payor, of a mail about that
  language   text, -- where it is another than the network's
  sent_to    text, -- where that is another address than the payor's
  status     text        not null,
  error      text,
  created_at timestamptz not null,
  sent_at    timestamptz,
  position   bigint      not null
);
create index messages_payor on messages (payor_id, position);

create table message_bills (
  bill_id    text        collate "C" not null,
  message_id uuid        not null,
  purpose    text        not null,
  rung       int,
  at         timestamptz not null
);

-- Addresses that want no reminders of a network, as keyed digests.
create table unsubscribed (
  network_id uuid not null,
  address    uuid not null,
  primary key (network_id, address)
);

-- Addresses that get no mail of a network, as keyed digests, and the payors whose mails told.
create table failing_addresses (
  network_id uuid        not null,
  address    uuid        not null,
  payor_id   uuid        not null,
  reason     text        not null,
  since      timestamptz not null,
  primary key (network_id, address, payor_id)
);

-- What Stripe sends to networks' banks, and what it is made of.
create table payouts (
  id         text   collate "C" primary key,
  network_id uuid   not null,
  account_id text   not null,
  amount     bigint not null,
  arrives_on date   not null,
  status     text   not null,
  payments   int    not null, -- the payments in it
  position   bigint not null
);

create table payout_lines (
  payout_id  text   collate "C" not null,
  n          int    not null, -- in Stripe's order
  network_id uuid   not null,
  kind       text   not null,
  account_id text   not null,
  intent_id  text,
  gross      bigint not null, -- cents: net = gross - fee
  fee        bigint not null,
  net        bigint not null,
  primary key (payout_id, n)
);

-- The journal: every event of a network, which in their order are the leaves of its tree (modules/audit).
create table journal (
  network_id uuid        not null,
  position   bigint      not null,
  at         timestamptz not null,
  stream     text        not null,
  revision   int         not null,
  type       text        not null,
  actor      text        not null,
  primary key (network_id, position) include (at)
);

create table networks_past (like networks, until bigint not null, primary key (id, since));
create table payment_profiles_past (like payment_profiles, until bigint not null, primary key (id, since));
create table programs_past (like programs, until bigint not null, primary key (id, since));
create table members_past (like members, until bigint not null, primary key (id, since));
create table bills_past (like bills, until bigint not null, primary key (id, since));
create table payments_past (like payments, until bigint not null, primary key (id, since));

-- Keeps the version that an update ends. The ledger, which folds many events into one update, keeps its versions itself.
create function keep_version() returns trigger language plpgsql as $$
begin
  execute format('insert into %I.%I select ($1).*, $2', tg_table_schema, tg_table_name || '_past') using old, new.since;
  return null;
end $$;
create trigger kept after update on networks for each row when (old.since < new.since) execute function keep_version();
create trigger kept after update on payment_profiles for each row when (old.since < new.since) execute function keep_version();
create trigger kept after update on programs for each row when (old.since < new.since) execute function keep_version();
create trigger kept after update on members for each row when (old.since < new.since) execute function keep_version();
