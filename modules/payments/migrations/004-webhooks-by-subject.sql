-- Finds all events of a subject, including processed ones.
create index stripe_webhooks_subject on stripe_webhooks (account_id, subject);
