-- A key may have versions, in rows of their own: audit, 'audit 2' (personal-data/installation-keys.ts). When a key of before was made is not known.
alter table installation_keys add column made_at timestamptz;
