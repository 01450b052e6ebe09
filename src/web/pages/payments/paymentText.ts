import { formatMoney } from "../../format/money.ts"
import type { PaymentJson } from "./queries.ts"

/** What was paid, in a few words. */
export const titleOf = ({ kind, operation, source_id: source }: Pick<PaymentJson, "kind" | "operation" | "source_id">): string => {
  if (kind === "topup") return "Top-up by card"
  if (kind === "collection") return "Collection by direct debit"
  return operation ?? source ?? kind
}

/** What a status means for the money. */
const meanings: Readonly<Record<string, string>> = {
  reserved: "The maximum is held. Nothing is charged yet.",
  settling: "Delivered and charged. The rail has not proven the payment yet.",
  settled: "The money moved, and it is proven.",
  released: "The hold was given back. Nothing was charged.",
  refunded: "The amount was given back.",
  failed: "The payment failed. The timeline says why.",
  unknown: "It is not known yet whether the money moved. The gateway keeps asking, and charges nothing twice.",
  pending: "The page can still be paid. Nothing moved yet.",
  expired: "The page was not paid in time. Nothing moved.",
}
export const meaningOf = (status: string): string => meanings[status] ?? ""

/** The amount in the currency in which it moved, where that is not dollars. */
export const movedAmount = ({ amount_minor: minor, currency, currency_decimals: decimals }: PaymentJson): string | null =>
  currency === "USD" ? null : `${(minor / 10 ** decimals).toFixed(decimals)} ${currency}`

/** `data` of an event, in one line. */
export const eventText = (data: Readonly<Record<string, unknown>>): string =>
  Object.entries(data)
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${valueText(value)}`)
    .join(" · ")

export const valueText = (value: unknown): string => {
  if (typeof value === "object" && value !== null && "amount_micro_usd" in value)
    return formatMoney(value as { readonly amount_micro_usd: string })
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}
