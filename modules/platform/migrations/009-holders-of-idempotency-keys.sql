-- The process that works on a request, by the lock that it holds while it lives (platform/locks.ts).
alter table idempotency_keys add column holder text;
-- The sweep deletes answers older than a day every minute.
create index idempotency_keys_age on idempotency_keys (created_at);
