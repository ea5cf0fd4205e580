-- All events of a subject, processed ones too.
create index stripe_webhooks_subject on stripe_webhooks (account_id, subject);
