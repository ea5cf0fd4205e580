-- What is found by a part of its name, or by a name with a slip in it. A trusted extension: whoever may create tables in a database may create it.
create extension if not exists pg_trgm;
