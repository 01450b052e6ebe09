/** What money steps need that check versions of rows instead of reading them: the accounts of an organisation without those of single payers. */
export const versionTables: ReadonlyArray<string> = [
  `create index account_of_organisation on account (org) where not transit`,
  `create index account_in_transit on account (org) where transit`,
  /* A call and its run are updated once, by the step that ends them: with room in the page their indexes need not be written again. */
  `alter table call set (fillfactor = 50)`,
  `alter table run set (fillfactor = 50)`,
  /* The release whose source the functions have. */
  `create table installed_functions (single boolean primary key default true check (single), hash text not null, migration int not null)`,
]
