-- Rights that a stored answer needed. Older answers have none: their request runs again, with the same cause.
alter table idempotency_keys add column rights json;
