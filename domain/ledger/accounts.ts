/** How transfers name the two accounts they move money between. The organisation is a column of its own. */

/** An account of the buyer's organisation: the only kind with a balance row. */
export const buyerAccount = (account: string) => `buyer:${account}`
/** What a publisher is owed. */
export const payeeAccount = (payee: string) => `payee:${payee}`
/** The platform's own share. */
export const platformFees = "platform:fees"
/** Where money enters the books and leaves them. */
export const outside = (where: string) => `outside:${where}`

/** The balance row a transfer's side belongs to, if it has one. */
export const accountIdOf = (side: string): string | undefined => (side.startsWith("buyer:") ? side.slice("buyer:".length) : undefined)
