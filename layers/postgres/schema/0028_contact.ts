/** Whom people of the gateway and Stripe write to about an organisation. An address has at most 254 characters. */
export const contactTables: ReadonlyArray<string> = [
  `alter table organisation add column email text check (length(email) between 3 and 254)`,
]
