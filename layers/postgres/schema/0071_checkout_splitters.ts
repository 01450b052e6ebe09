/** Each checkout keeps the contract that pays it, so that a new one in the settings changes no payment in progress. */
export const checkoutSplitters: ReadonlyArray<string> = [
  `alter table checkout add column splitter text check (splitter ~ '^0x[0-9a-f]{40}$')`,
]
