-- Set when an Admin has removed the second factors of an account. Until a new one is added, its sessions are limited, and adding
-- one needs the mailed code.
alter table users add column factors_reset_at timestamptz;
