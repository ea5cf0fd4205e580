-- Mailed links to what an address owes in a network. Only the hash of each is kept; a used one is deleted.
create table find_links (
  hash       bytea       primary key,
  network_id uuid        not null,
  payor_id   uuid        not null, -- under whose key the address is sealed: it is forgotten with the payor
  address    text        not null,
  expires_at timestamptz not null  -- by the application's clock
);
create index find_links_expires on find_links (expires_at);
