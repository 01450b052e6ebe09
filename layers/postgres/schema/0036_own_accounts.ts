/**
 * The organisation of an account that is not in transit, as an expression that one index has. An organisation can have 50,000 accounts in transit, one for
 * each wallet that paid: with `org = … and not transit` PostgreSQL chooses an index that holds those too if it made its plan while there were few.
 */
export const ownAccountOf = "(case when not transit then org end)"

/** The organisation of an account in transit, likewise. */
export const transitAccountOf = "(case when transit then org end)"

export const ownAccountsIndexes: ReadonlyArray<string> = [
  `create index account_own on account (${ownAccountOf})`,
  `create index account_transit on account (${transitAccountOf})`,
  `drop index account_of_organisation`,
  `drop index account_in_transit`,
]
