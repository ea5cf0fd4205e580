-- Objects of the sandbox's Stripe stand-in. `hidden`: data that Stripe has but never shows; `due`: the application's time of the
-- next change.
create table stripe_objects (
  id      text        primary key,
  account text        not null,
  kind    text        not null,
  body    jsonb       not null,
  hidden  jsonb       not null,
  due     timestamptz,
  seq     bigint      generated always as identity
);
create index stripe_objects_of_accounts on stripe_objects (account, kind, seq);
create index stripe_objects_of_intents on stripe_objects ((body ->> 'payment_intent')) where body ? 'payment_intent';
create index stripe_objects_due on stripe_objects (due) where due is not null;

-- Webhook deliveries, in machine time. `next_at` is null once delivered or given up.
create table stripe_deliveries (
  seq          bigint      generated always as identity primary key,
  event        text        not null references stripe_objects,
  url          text        not null,
  attempts     integer     not null default 0,
  next_at      timestamptz,
  delivered_at timestamptz,
  created_at   timestamptz not null default now()
);
create index stripe_deliveries_due on stripe_deliveries (next_at) where next_at is not null;
create index stripe_deliveries_of_events on stripe_deliveries (event);

-- Answers by Idempotency-Key, and all calls.
create table stripe_answers (
  account text        not null,
  key     text        not null,
  request bytea       not null,
  status  integer,
  body    json,
  at      timestamptz not null,
  primary key (account, key)
);
create table stripe_calls (
  seq     bigint      generated always as identity primary key,
  at      timestamptz not null,
  account text        not null,
  method  text        not null,
  path    text        not null,
  status  integer     not null,
  code    text
);
