import { useSuspenseQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { ResponseOf } from "../../api/client.ts"
import { countOf } from "../../format/count.ts"
import { gatewayMonth } from "../../format/gatewayClock.ts"
import { formatMoney } from "../../format/money.ts"
import { formatTime } from "../../format/time.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Empty } from "../../ui/States.tsx"
import { ImportDialog } from "./ImportDialog.tsx"
import { Operations } from "./Operations.tsx"
import { listingsQuery, statementQuery } from "./queries.ts"

type HealthView = ResponseOf<"GET", "/v1/publishers/me/listings">["listings"][number]["health"]

/** How the newest calls of the last 24 hours ended. */
const Health = ({ calls, delivered, last_delivered_at: good, last_failed_at: bad }: HealthView) => {
  if (calls === 0) return <p className="mt-1 text-muted">No paid call in the last 24 hours.</p>
  const failed = calls - delivered
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2">
      {failed === 0 ? <Badge tone="ok">answers</Badge> : <Badge tone={delivered === 0 ? "danger" : "warn"}>{failed} failed</Badge>}
      <span>
        {delivered} of {countOf(calls, "call")} of the last 24 hours {delivered === 1 ? "was" : "were"} answered.
        {failed > 0 && good !== null && ` The last answer was at ${formatTime(good)}.`}
        {bad !== null && ` The last failure was at ${formatTime(bad)}.`}
      </span>
    </p>
  )
}

/** The listings with their prices, and what each earned in this month (UTC). */
export const Listings = ({ account }: { readonly account: string }) => {
  const { data } = useSuspenseQuery(listingsQuery(account))
  const { data: statement } = useSuspenseQuery(statementQuery(account, gatewayMonth()))
  const [isImporting, setImporting] = useState(false)
  const earnedBy = (slug: string) => {
    const lines = statement.lines.filter(({ kind, source_id: source }) => kind === "earned" && source === slug)
    return {
      calls: lines.reduce((total, { entries }) => total + entries, 0),
      amount: lines.reduce((total, { amount }) => total + BigInt(amount.amount_micro_usd), 0n),
    }
  }
  const importButton = (
    <Button look="primary" onClick={() => setImporting(true)}>
      Import an API
    </Button>
  )
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>Listings</h2>
        {data.listings.length > 0 && importButton}
      </div>
      {data.listings.length === 0 && (
        <Empty title="Nothing is listed yet." action={importButton}>
          Import the OpenAPI document of your API. You see the operations and their prices before it is saved.
        </Empty>
      )}
      {data.listings.map((listing) => {
        const { amount, calls } = earnedBy(listing.slug)
        return (
          <Card
            key={listing.slug}
            title={listing.name}
            aside={
              listing.status === "active" ? <Badge tone="ok">sold</Badge> : <Badge tone="warn">paused until an operator resumes it</Badge>
            }
          >
            <p className="text-muted">
              <code className="font-mono text-xs">/{listing.slug}</code> at {listing.origin}, paid to {listing.payee}.{" "}
              {listing.signing_key_id === null ? "Requests are not signed." : `Requests are signed by the key ${listing.signing_key_id}.`}
            </p>
            <p className="mt-1">
              This month: {formatMoney(amount)} from {countOf(calls, "paid call")}.
            </p>
            <Health {...listing.health} />
            <div className="mt-3">
              <Operations caption={`Operations of ${listing.name}`} endpoints={listing.endpoints} />
            </div>
          </Card>
        )
      })}
      <ImportDialog account={account} isOpen={isImporting} onClose={() => setImporting(false)} />
    </section>
  )
}
