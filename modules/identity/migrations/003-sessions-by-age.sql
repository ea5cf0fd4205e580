-- A sign-in removes the user's sessions that have run out: it finds them without reading those that have not.
create index sessions_user_seen on sessions (user_id, seen_at);
drop index sessions_user;
