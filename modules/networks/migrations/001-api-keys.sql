-- The secrets of networks' API keys, as SHA-256: which keys there are, and what they may do, stands in the log. A row that is deleted ends its
-- key. The secret that was replaced last is good until a moment.
create table api_key_secrets (
  key_id        uuid        primary key,
  hash          text        not null unique,
  earlier_hash  text        unique,
  earlier_until timestamptz,
  last_used_at  timestamptz
);

-- Found keys are remembered like sessions, and forgotten with them. That a key was used changes nothing.
create trigger api_keys_changed after delete or update of hash, earlier_hash, earlier_until on api_key_secrets
  for each row execute function tell_of_account_change();
