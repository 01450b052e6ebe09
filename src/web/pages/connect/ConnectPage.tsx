import { useSuspenseQuery } from "@tanstack/react-query"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { formatDay } from "../../format/time.ts"
import { LinkedPage } from "../../links/LinkedPage.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Card } from "../../ui/Card.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Events } from "./Events.tsx"
import { Keys } from "./Keys.tsx"
import { Merchants } from "./Merchants.tsx"
import { marketplaceQuery } from "./queries.ts"
import { Webhook } from "./Webhook.tsx"

const route = getRouteApi("/shell/connect")

export const ConnectPage = () => {
  const { account, event } = route.useSearch()
  const navigate = useNavigate()
  return (
    <LinkedPage
      kind="marketplace"
      title="Connect"
      description="Your marketplaces: the webhook, its events, and the sellers."
      create='farthing marketplace create --name "…"'
      prefix="frt_mk_"
      account={account}
      onChoose={(next) => void navigate({ to: "/connect", search: { account: next } })}
    >
      {(chosen) => (
        <div className="flex flex-col gap-6">
          <Marketplace account={chosen} />
          <Webhook account={chosen} />
          <Events account={chosen} open={event} />
          <Merchants account={chosen} />
          <Keys account={chosen} />
        </div>
      )}
    </LinkedPage>
  )
}

const Marketplace = ({ account }: { readonly account: string }) => {
  const { data } = useSuspenseQuery(marketplaceQuery(account))
  const hasUnpaidFee = data.fee_basis_points > 0 && !data.has_wallet
  return (
    <Card title={data.name} aside={<Badge tone={data.status === "active" ? "ok" : "danger"}>{data.status}</Badge>}>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        <dt className="text-muted">Id</dt>
        <dd className="flex items-center gap-1">
          <code className="font-mono text-xs break-all">{data.id}</code>
          <CopyButton text={data.id} label="Copy the id" isIconOnly />
        </dd>
        <dt className="text-muted">Fee</dt>
        <dd>
          {data.fee_basis_points / 100} % of each checkout
          {hasUnpaidFee && (
            <span className="text-danger">. There is no wallet for it, so checkouts are refused: ask the operator to set one.</span>
          )}
        </dd>
        <dt className="text-muted">Limit</dt>
        <dd>{data.rate_per_minute} requests a minute</dd>
        <dt className="text-muted">Since</dt>
        <dd>{formatDay(data.created_at)}</dd>
      </dl>
    </Card>
  )
}
