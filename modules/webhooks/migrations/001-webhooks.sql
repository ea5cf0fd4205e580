-- Deliveries to networks' webhooks: a row per webhook event and webhook. The webhooks themselves are in the log.
create table webhook_deliveries (
  id           uuid        primary key,
  webhook_id   uuid        not null,
  network_id   uuid        not null,
  happening_id uuid        not null,
  type         text        not null,
  position     bigint      not null,
  body         text        not null,
  state        text        not null default 'waiting', -- waiting, delivered, failed
  created_at   timestamptz not null default clock_timestamp(),
  due_at       timestamptz not null default clock_timestamp(), -- start of its tries
  tries        integer     not null default 0,
  next_try_at  timestamptz default clock_timestamp(), -- null unless it waits
  tried_at     timestamptz,
  url          text, -- address and headers of the last try
  headers      json,
  status       integer,
  problem      text,
  took_ms      integer,
  answer       text,
  unique (webhook_id, happening_id)
);
create index webhook_deliveries_shown on webhook_deliveries (webhook_id, created_at desc, position desc, id);
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, created_at desc, position desc, id) where state = 'failed';
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_try_at, position) where state = 'waiting';
create index webhook_deliveries_kept on webhook_deliveries (created_at);
create index webhook_deliveries_answers on webhook_deliveries (network_id) where answer is not null;

-- The state of each webhook as a receiver.
create table webhook_states (
  webhook_id    uuid        primary key,
  delivered_at  timestamptz,
  failing_since timestamptz,
  timeouts      integer     not null default 0, -- consecutive
  rests_until   timestamptz, -- pause after a timeout
  is_slow       boolean     not null default false
);
