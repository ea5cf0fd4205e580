-- Trigram indexes begin with a network, so that a network's search reads nothing of others. A trusted extension, as pg_trgm is.
create extension if not exists btree_gin;
