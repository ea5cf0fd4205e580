-- Sign-ins by a mailed code. A code counts for one address and in the browser that asked for it, and is kept as a slow hash of both.
create table sign_in_codes (
  hash       bytea       primary key,
  code_hash  bytea,
  expires_at timestamptz not null
);
