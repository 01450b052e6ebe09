/**
 * Secrets that a rotation replaced. Until one expires or is revoked it presents the same key as the new secret: limits, runs and idempotency are the
 * key's, so a rotation doubles nothing.
 */
export const keyRotationTables: ReadonlyArray<string> = [
  `create table old_secret (
     hash bytea primary key, org uuid not null, key uuid not null, expires_at timestamptz not null, revoked_at timestamptz,
     foreign key (org, key) references api_key (org, id))`,
  `create index on old_secret (org, key)`,
]
