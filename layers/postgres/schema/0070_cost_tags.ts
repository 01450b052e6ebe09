/** The cost tag of a call, and the one that a key fixes for all of its calls. */
export const costTagColumns: ReadonlyArray<string> = [
  `alter table call add column tag text`,
  `alter table api_key add column tag text check (length(tag) between 1 and 64)`,
]
