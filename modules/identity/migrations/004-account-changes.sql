-- Caches of accounts and sessions are cleared when one changes or ends. Use of a session changes nothing.
create function tell_of_account_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('accounts', '');
  return null;
end $$;

create trigger users_changed after update or delete on users for each row execute function tell_of_account_change();
create trigger sessions_changed after delete or update of user_id, created_at, fresh_at on sessions for each row execute function tell_of_account_change();
