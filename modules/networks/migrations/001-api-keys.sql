-- Secrets of networks' API keys, as SHA-256; the keys and their scopes are in the log. Deleting a row ends its key. The last
-- replaced secret is valid until earlier_until.
create table api_key_secrets (
  key_id        uuid        primary key,
  hash          text        not null unique,
  earlier_hash  text        unique,
  earlier_until timestamptz,
  last_used_at  timestamptz
);

-- Keys are cached and cleared like sessions. Use of a key changes nothing.
create trigger api_keys_changed after delete or update of hash, earlier_hash, earlier_until on api_key_secrets
  for each row execute function tell_of_account_change();
