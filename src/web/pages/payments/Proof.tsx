import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { networkName } from "../../format/rails.ts"
import { formatDay } from "../../format/time.ts"
import { Card } from "../../ui/Card.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Code, Facts } from "../../ui/Facts.tsx"
import { debitFacts } from "./debitFacts.tsx"
import { debitDayLabel, hasNoProof } from "./paymentText.ts"
import type { PaymentJson } from "./queries.ts"

/** What shows outside the gateway that the money moved: the transfer on chain, or the ids at Stripe. */
export const Proof = ({ payment }: { readonly payment: PaymentJson }) => {
  const { block_number: block, buyer_address: buyer, network, rail_details: details = {}, stripe, tx_hash: hash } = payment
  const facts: ReadonlyArray<readonly [string, ReactNode]> = [
    ["Network", network && networkName(network)],
    ["Transaction", hash && <Copyable text={hash} name="the transaction" />],
    ["Block", block === null ? null : block.toLocaleString("en-US")],
    ["Paid from", buyer && <Code>{buyer}</Code>],
    ...Object.entries(stripe).map(
      ([name, id]) => [stripeNames[name] ?? inWords(name), <Copyable key={id} text={id} name={name} />] as const,
    ),
    ...Object.entries(details).flatMap(([name, value]) =>
      name === "final" && hasNoProof(payment)
        ? []
        : name === "expected_debit_on"
          ? detailFact(name, value, debitDayLabel(payment))
          : detailFact(name, value),
    ),
  ]
  const hasProof = facts.some(([, value]) => value !== null && value !== "")
  return (
    <Card title="Proof">
      {hasProof ? (
        <Facts facts={facts} />
      ) : (
        <p className="text-muted">
          {hasNoProof(payment)
            ? "No money moved for this call, so there is nothing to prove."
            : payment.rail === "credits" && payment.kind === "call"
              ? "Credits are money that the ledger holds already: the ledger entries are the proof. Nothing moved outside."
              : "Nothing moved outside the gateway for this payment yet."}
        </p>
      )}
    </Card>
  )
}

const Copyable = ({ name, text }: { readonly text: string; readonly name: string }) => (
  <span className="flex items-center gap-1">
    <Code>{text}</Code>
    <CopyButton text={text} label={`Copy ${name.replaceAll("_", " ")}`} isIconOnly />
  </span>
)

const stripeNames: Readonly<Record<string, string>> = {
  payment_intent: "PaymentIntent",
  checkout_session: "Card page at Stripe",
  charge: "Charge at Stripe",
  dispute: "Dispute at Stripe",
  customer: "Customer at Stripe",
  mandate: "Mandate at Stripe",
}

const detailNames: Readonly<Record<string, string>> = {
  asset: "Token contract",
  log_index: "Log in the block",
  payee_address: "Paid to",
  reversible_until: "Can be taken back until",
  unauthorised_until: "Can be taken back as not authorised until",
  expires_at: "Page open until",
  written_off_at: "Given up",
  reference: "Reference on the statement",
}

/** What another card of the page says already, in words. */
const elsewhere: ReadonlySet<string> = new Set([
  "status",
  "lines",
  "withdrawal",
  "reason",
  "claim",
  "attempt",
  "again_as",
  "reversed_minor",
  "refunded_minor",
])

const inWords = (member: string) => {
  const words = member.replaceAll("_", " ")
  return words[0]!.toUpperCase() + words.slice(1)
}

/** A detail of a rail: a value as text, or the members of a group, each with its own line. */
const detailFact = (
  name: string,
  value: unknown,
  label = detailNames[name] ?? inWords(name),
): ReadonlyArray<readonly [string, ReactNode]> => {
  if (value === null || elsewhere.has(name)) return []
  if (name === "collection" && typeof value === "object" && "id" in value)
    return [["Collected by", <CollectionLink key="collection" id={String(value.id)} />]]
  const inGroup = debitFacts[name]
  if (typeof value === "object" && inGroup !== undefined) return inGroup(value as Readonly<Record<string, unknown>>)
  if (typeof value === "object")
    return Object.entries(value).flatMap(([member, inner]) => (typeof inner === "object" ? [] : detailFact(`${name} ${member}`, inner)))
  if (typeof value === "boolean") return [[label, value ? "yes" : "not yet"]]
  if (typeof value === "number") {
    if (name.endsWith("_minor")) return value === 0 ? [] : [[inWords(name.replace(/_minor$/, "")), (value / 100).toFixed(2)]]
    return [[label, value.toLocaleString("en-US")]]
  }
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d(T.*)?$/.test(text)) return [[label, formatDay(text)]]
  return [[label, /^0x|_/.test(text) ? <Code key={name}>{text}</Code> : text]]
}

const CollectionLink = ({ id }: { readonly id: string }) => (
  <Link to="/payments/$id" params={{ id }} className="text-accent-strong underline-offset-2 hover:underline">
    this direct debit
  </Link>
)
