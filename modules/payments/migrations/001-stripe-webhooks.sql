-- Stripe's webhooks. Only their subject is kept: its state is then fetched from Stripe.
create table stripe_webhooks (
  id          text        primary key, -- Stripe's id of the event, which may arrive more than once
  type        text        not null,
  account_id  text        not null,
  subject     text        not null, -- the id of its intent, payout or account
  received_at timestamptz not null default clock_timestamp(),
  done_at     timestamptz,
  failure     text -- why the last try failed
);
create index stripe_webhooks_open on stripe_webhooks (account_id, subject) where done_at is null;
create index stripe_webhooks_received on stripe_webhooks (account_id, received_at);
