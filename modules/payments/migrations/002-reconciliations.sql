-- The last comparison of a connected account with the log.
create table reconciliations (
  account_id  text        primary key,
  at          timestamptz not null, -- by the application's clock
  compared    int         not null, -- movements of the account's balance
  settled     int         not null, -- payments that the log did not know before
  differences jsonb       not null
);
