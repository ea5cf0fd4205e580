-- A used link stays until it expires, for the browser that used it: the hash of the secret in that browser's cookie. Null: not used yet.
alter table find_links add column browser bytea;
