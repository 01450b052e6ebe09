/** The filters of the list, as the page's address has them. `from` and `to` are days of UTC, both included. */
export const filterNames = ["rail", "status", "kind", "key_id", "tag", "source", "by", "from", "to"] as const
export type PaymentsSearch = { readonly [K in (typeof filterNames)[number]]?: string }

const dayMs = 86_400_000

/** The day after, at which the list ends; a text that is no day is left to the gateway, which says what is wrong. */
const dayAfter = (day: string) => {
  const at = Date.parse(day)
  return Number.isNaN(at) ? day : new Date(at + dayMs).toISOString().slice(0, 10)
}

/** The gateway would refuse it by the names of its parameters. */
export const endsBeforeItBegins = ({ from, to }: PaymentsSearch): boolean => from !== undefined && to !== undefined && from > to

/** The same filter as query parameters of `GET /v1/payments`. */
export const queryOf = ({ to, ...filter }: PaymentsSearch) => ({ ...filter, ...(to !== undefined && { to: dayAfter(to) }) })

export const statuses = ["settled", "settling", "reserved", "pending", "released", "refunded", "failed", "unknown", "expired"] as const
export const rails = ["credits", "sepa", "x402"] as const
export const kinds = { call: "Calls", topup: "Top-ups by card", collection: "Collections by direct debit" } as const
