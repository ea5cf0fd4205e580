-- Backups made. In a separate schema that no backup holds, so that a restored installation starts without any.
create schema operations;

create table operations.backups (
  made_at timestamptz not null, -- the moment that it restores
  bytes   bigint      not null,
  key     bytea -- digest of a wrapped installation key, which changes with PERSONAL_DATA_KEY
);
create index backups_made on operations.backups (made_at);
