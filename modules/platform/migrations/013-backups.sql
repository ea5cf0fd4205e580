-- The backups that were made. In a schema of their own: no backup holds them, so that a place that was restored knows of none yet.
create schema operations;

create table operations.backups (
  made_at timestamptz not null, -- the moment as it stood at
  bytes   bigint      not null,
  key     bytea                 -- digest of a wrapped installation key: another one once PERSONAL_DATA_KEY has changed
);
create index backups_made on operations.backups (made_at);
