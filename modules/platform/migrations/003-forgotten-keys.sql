-- A key that was thrown away stays as a name without a key, so that nobody gets a new one under which old words do not open.
alter table person_keys alter column wrapped drop not null;
