import { Card } from "../../ui/Card.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Code, Facts } from "../../ui/Facts.tsx"
import { valueText } from "./paymentText.ts"
import type { PaymentJson } from "./queries.ts"

const nameOf = (member: string) => {
  const words = member.replaceAll("_", " ")
  return words[0]!.toUpperCase() + words.slice(1)
}

/** What shows outside the gateway that the money moved: the transfer on chain, or the ids at Stripe. */
export const Proof = ({ payment }: { readonly payment: PaymentJson }) => {
  const { block_number: block, buyer_address: buyer, network, rail_details: details = {}, stripe, tx_hash: hash } = payment
  const outside = hash !== null || network !== null || Object.keys(stripe).length > 0 || Object.keys(details).length > 0
  return (
    <Card title="Proof">
      {!outside && (
        <p className="text-muted">
          {payment.rail === "credits"
            ? "Credits are money that the ledger holds already: the ledger entries are the proof. Nothing moved outside."
            : "Nothing moved outside the gateway for this payment yet."}
        </p>
      )}
      {outside && (
        <Facts
          facts={[
            ["Network", network],
            [
              "Transaction",
              hash && (
                <span className="flex items-center gap-1">
                  <Code>{hash}</Code>
                  <CopyButton text={hash} label="Copy the transaction" isIconOnly />
                </span>
              ),
            ],
            ["Block", block === null ? null : <Code>{block}</Code>],
            ["Paid from", buyer && <Code>{buyer}</Code>],
            ...Object.entries(stripe).map(([name, id]) => [`Stripe ${name.replaceAll("_", " ")}`, <Code key={id}>{id}</Code>] as const),
            ...Object.entries(details).map(
              ([name, value]) => [nameOf(name), value === null ? null : <Code key={name}>{valueText(value)}</Code>] as const,
            ),
          ]}
        />
      )}
    </Card>
  )
}
