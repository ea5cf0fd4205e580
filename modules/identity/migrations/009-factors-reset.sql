-- An Admin has removed the second factors of an account whose owner lost them. Until a new one is added, its sessions do less, and adding one
-- takes the mailed code.
alter table users add column factors_reset_at timestamptz;
