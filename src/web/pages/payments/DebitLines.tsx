import type { ReactNode } from "react"
import { countOf } from "../../format/count.ts"
import { formatEuros, formatMoney, type MoneyJson } from "../../format/money.ts"
import { Card } from "../../ui/Card.tsx"
import { Facts } from "../../ui/Facts.tsx"
import type { PaymentJson } from "./queries.ts"

/** What a debit pays, as `GET /v1/payments/{id}` answers it in `rail_details.lines`. */
interface Lines {
  readonly calls: ReadonlyArray<{
    readonly source_id: string
    readonly operation: string
    readonly calls: number
    readonly amount: MoneyJson
  }>
  readonly fees: ReadonlyArray<{ readonly month: string; readonly amount: MoneyJson; readonly amount_minor?: number }>
  readonly carried_in: MoneyJson | null
  readonly carried_out: MoneyJson | null
}

/** The lines of a direct debit: calls by operation, monthly fees and the remainders of below 0.50 EUR, which add up to its amount. */
export const DebitLines = ({ payment }: { readonly payment: PaymentJson }) => {
  const lines = payment.rail_details?.["lines"] as Lines | undefined
  if (lines === undefined) return null
  return (
    <Card title="What it debits" className="xl:col-span-2">
      <Facts facts={[...factsOf(lines), ["Together", formatMoney(payment.amount)]]} />
    </Card>
  )
}

const factsOf = ({ calls, carried_in: carriedIn, carried_out: carriedOut, fees }: Lines): ReadonlyArray<readonly [string, ReactNode]> => [
  ...calls.map(
    ({ amount, calls: count, operation, source_id: source }) =>
      [`${source} ${operation}, ${countOf(count, "call")}`, formatMoney(amount)] as const,
  ),
  ...fees.map(
    ({ amount, amount_minor: cents, month }) =>
      [`Monthly fee for ${month}`, `${formatMoney(amount)}${cents === undefined ? "" : ` (${formatEuros(cents)})`}`] as const,
  ),
  ["Carried over from before", isZero(carriedIn) ? null : formatMoney(carriedIn!)],
  ["Carried over to the next debit", isZero(carriedOut) ? null : `−${formatMoney(carriedOut!)}`],
]

const isZero = (amount: MoneyJson | null): boolean => amount === null || amount.amount_micro_usd === "0"
