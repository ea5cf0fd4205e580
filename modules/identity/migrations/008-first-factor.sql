-- The first second factor of an account takes a code that is mailed to its address: the password alone, which may be stolen, adds none.
-- The code belongs to one session, and is kept as a slow hash.
create table factor_codes (
  session_hash bytea       primary key references sessions on delete cascade,
  code_hash    bytea       not null,
  expires_at   timestamptz not null,
  confirmed_at timestamptz
);

-- Whether an account has a second factor is remembered with its sessions.
create trigger passkeys_changed after insert or delete on passkeys for each row execute function tell_of_account_change();
create trigger authenticators_changed after update of confirmed_at or delete on authenticators for each row execute function tell_of_account_change();
