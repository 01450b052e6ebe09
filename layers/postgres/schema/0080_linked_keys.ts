/** Marketplaces and publishers that an organisation has linked by a secret key. Only the hash of the key is stored. */
export const linkedKeyTables: ReadonlyArray<string> = [
  `create table linked_key (
     org uuid not null references organisation (id), kind text not null check (kind in ('marketplace', 'publisher')), account uuid not null,
     hash bytea not null, linked_by uuid not null, linked_at timestamptz not null default farthing_now(), primary key (org, account))`,
]
