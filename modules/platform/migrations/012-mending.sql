-- Blocked and quarantined events (DECISIONS 20). In a separate schema: no rebuild swaps them, and no backup holds them, since
-- positions belong to this log and everything follows from the log.
create schema mending;

-- Events that block a projection.
create table mending.unfolded (
  projection     text        not null,
  event_id       uuid        not null,
  type           text        not null,
  stream         text        not null,
  revision       int         not null,
  position       bigint      not null,
  at             timestamptz not null, -- time of the event
  network_id     uuid, -- null if the network is unknown
  of_thing       boolean     not null, -- the projection keeps the stream's own thing
  problem        text        not null, -- in words, without the event's content
  first_tried_at timestamptz not null,
  last_tried_at  timestamptz not null,
  asked_at       timestamptz, -- set while it is being quarantined: not retried meanwhile
  primary key (projection, event_id)
);

-- Quarantined events and their projections, copied from the log.
create table mending.set_aside (
  event_id   uuid    not null,
  projection text    not null,
  network_id uuid    not null,
  of_thing   boolean not null,
  primary key (event_id, projection)
);

-- The position up to which quarantine events were copied.
create table mending.followed (
  one      boolean primary key default true check (one),
  position bigint  not null
);
