-- The time when a job last got the webhook event, or the event was found to report nothing new.
alter table stripe_webhooks add column handed_at timestamptz;
create index stripe_webhooks_waiting on stripe_webhooks (received_at) where done_at is null;
