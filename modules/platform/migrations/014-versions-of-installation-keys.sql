-- A key may have versions, one row each: audit, 'audit 2' (personal-data/installation-keys.ts). Keys made before have no time.
alter table installation_keys add column made_at timestamptz;
