-- A deleted key stays as a row without a key, so that its owner never gets a new one.
alter table person_keys alter column wrapped drop not null;
