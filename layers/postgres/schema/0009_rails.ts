import { functions } from "./0002_functions.ts"

/** What rails need that settle outside: accounts that money only passes through, and the list of what is still to be settled. */
export const railsTables: ReadonlyArray<string> = [
  `alter table account add column transit boolean not null default false`,
  /* Captured calls whose rail is still to settle them: a list beside the calls, as the open ones are. */
  `create table unsettled (org uuid not null, call uuid not null, rail text not null, captured_at timestamptz not null, primary key (org, call))`,
  `create index unsettled_of_rail on unsettled (rail, captured_at, call)`,
  ...functions,
]
