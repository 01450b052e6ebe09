import type { ReactNode } from "react"
import { formatEuros } from "../../format/money.ts"
import { formatDay } from "../../format/time.ts"
import { Code } from "../../ui/Facts.tsx"

type Fact = readonly [label: string, value: ReactNode]
type Members = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)
const dayOf = (value: unknown) => {
  const text = textOf(value)
  return text && formatDay(text)
}

/** `the account is closed (AC04)`: the reason of a bank in words, else its code. */
const reasonOf = ({ code, meaning, sepa_code: sepaCode }: Members) => {
  const words = textOf(meaning) ?? String(code).replaceAll("_", " ")
  return textOf(sepaCode) === undefined ? words : `${words} (${sepaCode})`
}

/** The groups of details of a direct debit, in words for finance. */
export const debitFacts: Readonly<Record<string, (group: Members) => ReadonlyArray<Fact>>> = {
  rate: ({ at, eur_per_usd: rate, eur_per_usd_exact: exact, source }) => [
    ["Exchange rate", `1 USD = ${rate} EUR, exactly ${exact}`],
    ["Rate of", [dayOf(at), textOf(source)].filter(Boolean).join(", ")],
  ],
  notice: (notice) => [
    ["Announced", `${formatEuros(Number(notice["amount_minor"]))} for ${dayOf(notice["debit_on"])}, on ${dayOf(notice["given_at"])}`],
    ["Bank account", `ending in ${notice["iban_last4"]}`],
    ["Mandate", <Code key="mandate">{String(notice["mandate_reference"])}</Code>],
    ["Creditor", <Code key="creditor">{String(notice["creditor_id"])}</Code>],
    ["Notice", notice["error"] ? `not sent: ${notice["error"]}` : null],
  ],
  failure: (failure) => [["Reason of the bank", reasonOf(failure)]],
  dispute: (dispute) => [
    ["Taken back because", reasonOf(dispute)],
    ["Dispute", textOf(dispute["outcome"]) ?? null],
    ["Money returned", dayOf(dispute["funds_returned_at"]) ?? null],
  ],
}
