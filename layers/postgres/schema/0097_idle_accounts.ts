/** The empty accounts of payers, each with the version of its row and the time since which it is that version. */
export const idleAccountTable: ReadonlyArray<string> = [
  `create table idle_account (
     org uuid not null, id text not null, version text not null, since timestamptz not null,
     primary key (org, id))`,
  `create index idle_account_age on idle_account (since)`,
]
