-- Events that a projection could not fold, and those that were set aside for that (DECISIONS 20). In a schema of their own: no rebuild swaps
-- them, and no backup holds them, since positions are those of this log, and all of it follows from the log and from trying.
create schema mending;

-- Where a projection stands still.
create table mending.unfolded (
  projection     text        not null,
  event_id       uuid        not null,
  type           text        not null,
  stream         text        not null,
  revision       int         not null,
  position       bigint      not null,
  at             timestamptz not null, -- the event's moment
  network_id     uuid, -- null where nothing tells whose it is
  of_thing       boolean     not null, -- whether the projection keeps the stream's thing itself
  problem        text        not null, -- in words, without what the event holds
  first_tried_at timestamptz not null,
  last_tried_at  timestamptz not null,
  asked_at       timestamptz, -- somebody is setting it aside: it is not folded any more
  primary key (projection, event_id)
);

-- What was set aside, and for which projections, as the log says.
create table mending.set_aside (
  event_id   uuid    not null,
  projection text    not null,
  network_id uuid    not null,
  of_thing   boolean not null,
  primary key (event_id, projection)
);

-- How far the log has been followed for that.
create table mending.followed (
  one      boolean primary key default true check (one),
  position bigint  not null
);
