/** By what its people recognise a key of a marketplace, and to the minute when it was used. Keys from before have no characters. */
export const marketplaceKeyUse: ReadonlyArray<string> = [
  `alter table marketplace_key add column prefix text, add column last_used_at timestamptz`,
]
