-- Every event about one thing, also those that were followed up.
create index stripe_webhooks_subject on stripe_webhooks (account_id, subject);
