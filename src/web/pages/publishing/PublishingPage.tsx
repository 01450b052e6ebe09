import { useSuspenseQuery } from "@tanstack/react-query"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { gatewayMonth } from "../../format/gatewayClock.ts"
import { formatMoney } from "../../format/money.ts"
import { formatDay } from "../../format/time.ts"
import { LinkedPage } from "../../links/LinkedPage.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Card } from "../../ui/Card.tsx"
import { Listings } from "./Listings.tsx"
import { Payouts } from "./Payouts.tsx"
import { ProveWallet } from "./ProveWallet.tsx"
import { publisherQuery } from "./queries.ts"
import { payableText } from "./payableText.ts"
import { Statement } from "./Statement.tsx"

const route = getRouteApi("/shell/publishing")

export const PublishingPage = () => {
  const { account, month } = route.useSearch()
  const navigate = useNavigate()
  return (
    <LinkedPage
      kind="publisher"
      title="Publishing"
      description="What you sell through this gateway, what it earns, and your payouts."
      create='farthing publisher create --name "…" --payee "…"'
      prefix="frt_pbl_"
      account={account}
      onChoose={(next) => void navigate({ to: "/publishing", search: { account: next } })}
    >
      {(chosen) => (
        <div className="flex flex-col gap-6">
          <Publisher account={chosen} />
          <Listings account={chosen} />
          <Payouts account={chosen} />
          <Statement account={chosen} month={month ?? gatewayMonth()} />
        </div>
      )}
    </LinkedPage>
  )
}

/** What a payout needs, in the words of this page. */
const needed = [
  ["wallet", "No wallet is proven. Payouts go to the wallet that you prove here."],
  ["iban", "No bank account is proven. Send its document to the operator of this gateway, who records it."],
] as const

const proofTones = { verified: "ok", pending: "warn", expired: "danger" } as const

const Publisher = ({ account }: { readonly account: string }) => {
  const { data } = useSuspenseQuery(publisherQuery(account))
  const { balance, verification } = data
  const amounts = [
    ["Available", balance.available, payableText(data)],
    ["Maturing", balance.maturing, "the payer's rail may still take it back"],
    ["In payout", balance.in_payout, "requested, not paid yet"],
  ] as const
  return (
    <Card title={data.name} aside={<Badge tone={data.status === "active" ? "ok" : "danger"}>{data.status}</Badge>}>
      <dl className="grid gap-4 sm:grid-cols-3">
        {amounts.map(([name, amount, meaning]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{formatMoney(amount)}</dd>
            <dd className="text-xs text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-5 mb-2 font-medium">Verification</h3>
      <ul className="flex flex-col gap-1">
        {verification.proofs.map(({ expires_at: until, id, kind, status, subject }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <Badge tone={proofTones[status]}>{status}</Badge> {kind === "wallet" ? "Wallet" : "Bank account"} {subject}
            {until !== null && <span className="text-muted">until {formatDay(until)}</span>}
          </li>
        ))}
        {needed.map(([kind, sentence]) => {
          const own = verification.proofs.filter((proof) => proof.kind === kind)
          if (own.some(({ status }) => status === "verified")) return null
          return (
            <li key={kind} className="text-muted">
              {own.some(({ status }) => status === "pending")
                ? "The operator of this gateway has to approve it before a payout."
                : sentence}
            </li>
          )
        })}
      </ul>
      <div className="mt-3">
        <ProveWallet account={account} />
      </div>
      <p className="mt-3 text-muted">Paid as {data.payees.join(", ")}.</p>
    </Card>
  )
}
