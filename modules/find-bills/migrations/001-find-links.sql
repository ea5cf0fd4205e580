-- Mailed links to an address's open bills in a network. Only hashes are stored; a used link is deleted.
create table find_links (
  hash       bytea       primary key,
  network_id uuid        not null,
  payor_id   uuid        not null, -- owner of the key that seals the address, which is thereby forgotten with the payor
  address    text        not null,
  expires_at timestamptz not null -- by the application's clock
);
create index find_links_expires on find_links (expires_at);
