-- Finds rows by a part of a name or a misspelt name. A trusted extension: any role that may create tables may create it.
create extension if not exists pg_trgm;
