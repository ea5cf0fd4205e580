-- A used link stays until it expires, for the browser that used it: the hash of the secret in its cookie. Null: unused.
alter table find_links add column browser bytea;
