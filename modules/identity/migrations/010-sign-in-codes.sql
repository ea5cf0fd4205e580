-- Sign-ins by a mailed code. A code is valid for one address, in the browser that asked, and is stored as a slow hash of both.
create table sign_in_codes (
  hash       bytea       primary key,
  code_hash  bytea,
  expires_at timestamptz not null
);
