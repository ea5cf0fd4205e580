-- Progress of uploads, for their senders' screens. Counts only; unlogged, since a crash of the database also ends the upload.
create unlogged table upload_progress (
  id uuid primary key,
  user_id uuid not null,
  state text not null default 'running',
  rows integer not null default 0,
  done integer not null default 0,
  members_uploaded integer,
  bills_generated integer,
  rejected integer,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp()
);
