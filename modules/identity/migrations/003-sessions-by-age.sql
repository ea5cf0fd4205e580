-- A sign-in removes the user's expired sessions without reading the others.
create index sessions_user_seen on sessions (user_id, seen_at);
drop index sessions_user;
