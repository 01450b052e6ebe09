import { type PaymentsSearch } from "./filter.ts"
import { type PaymentJson, readPayments } from "./queries.ts"

/** Pages of 200 that a download reads at most. */
export const maxPages = 25
const pageSize = 200

const detailsOf = (payment: PaymentJson): Readonly<Record<string, unknown>> => payment.rail_details ?? {}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined

const columns: ReadonlyArray<readonly [name: string, value: (payment: PaymentJson) => unknown]> = [
  ["id", ({ id }) => id],
  ["kind", ({ kind }) => kind],
  ["status", ({ status }) => status],
  ["rail", ({ rail }) => rail],
  ["amount_micro_usd", ({ amount }) => amount.amount_micro_usd],
  ["refunded_micro_usd", (payment) => ("refunded" in payment ? payment.refunded?.amount_micro_usd : undefined)],
  ["amount_minor", (payment) => payment.amount_minor],
  ["currency", ({ currency }) => currency],
  ["currency_decimals", (payment) => payment.currency_decimals],
  ["payee", ({ split }) => split?.payee],
  ["publisher_micro_usd", ({ split }) => split?.publisher.amount_micro_usd],
  ["platform_fee_micro_usd", ({ split }) => split?.platform_fee.amount_micro_usd],
  ["source", (payment) => payment.source_id],
  ["operation", ({ operation }) => operation],
  ["key_id", (payment) => payment.key_id],
  ["key_name", (payment) => ("key_name" in payment ? payment.key_name : undefined)],
  ["tag", ({ tag }) => tag],
  ["run_id", (payment) => payment.run_id],
  ["network", ({ network }) => network],
  ["tx_hash", (payment) => payment.tx_hash],
  ["block_number", (payment) => payment.block_number],
  ["collection_id", (payment) => memberOf(detailsOf(payment)["collection"], "id")],
  ["bank_reference", (payment) => (payment.kind === "collection" ? detailsOf(payment)["reference"] : undefined)],
  [
    "stripe",
    ({ stripe }) =>
      Object.entries(stripe)
        .map(([name, id]) => `${name}=${id}`)
        .join(" "),
  ],
  ["created_at", (payment) => payment.created_at],
  ["settled_at", (payment) => payment.settled_at],
  ["last_error", (payment) => payment.last_error],
]

/** A spreadsheet runs a text that begins like a formula: an apostrophe keeps it a text. */
const cellOf = (value: unknown): string => {
  const text = value === null || value === undefined ? "" : String(value)
  const inert = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

export const csvOf = (payments: ReadonlyArray<PaymentJson>): string =>
  [columns.map(([name]) => name), ...payments.map((payment) => columns.map(([, value]) => cellOf(value(payment))))]
    .map((cells) => `${cells.join(",")}\r\n`)
    .join("")

/** The payments of a filter, newest first, from as many pages as a download reads. `isCut`: there are older ones. */
export const allPayments = async (filter: PaymentsSearch) => {
  const payments: Array<PaymentJson> = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const { next_cursor: next, payments: more } = await readPayments(filter, { cursor, limit: pageSize })
    payments.push(...more)
    if (next === null) return { payments, isCut: false }
    cursor = next
  }
  return { payments, isCut: true }
}
