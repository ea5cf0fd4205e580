-- An account's first second factor needs a code mailed to its address, since the password alone may be stolen. The code belongs
-- to one session and is stored as a slow hash.
create table factor_codes (
  session_hash bytea       primary key references sessions on delete cascade,
  code_hash    bytea       not null,
  expires_at   timestamptz not null,
  confirmed_at timestamptz
);

-- Sessions are cached with whether their account has a second factor.
create trigger passkeys_changed after insert or delete on passkeys for each row execute function tell_of_account_change();
create trigger authenticators_changed after update of confirmed_at or delete on authenticators for each row execute function tell_of_account_change();
