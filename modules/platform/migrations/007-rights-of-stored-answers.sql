-- By which roles a stored answer was made. One from before does not say: its request is run again, as the same cause.
alter table idempotency_keys add column rights json;
