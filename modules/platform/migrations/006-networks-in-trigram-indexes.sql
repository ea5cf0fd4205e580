-- Trigram indexes begin with the network, so that a search reads no rows of other networks. A trusted extension like pg_trgm.
create extension if not exists btree_gin;
