-- The time when a webhook was last given to a job, or found to bring no news.
alter table stripe_webhooks add column handed_at timestamptz;
create index stripe_webhooks_waiting on stripe_webhooks (received_at) where done_at is null;
