import { useSuspenseQuery } from "@tanstack/react-query"
import { formatMoney } from "../../format/money.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Card, PageHeader } from "../../ui/Card.tsx"
import { meQuery } from "./queries.ts"

export const OverviewPage = () => {
  const { data: me } = useSuspenseQuery(meQuery)
  return (
    <>
      <PageHeader title="Overview">What the organisation can spend, and what it spent.</PageHeader>
      <Card title="Balance">
        <p className="text-3xl font-semibold">{formatMoney(me.balance.available)}</p>
        <p className="mt-1 text-muted">{formatMoney(me.balance.held)} held by calls that are running</p>
        <ul className="mt-4 divide-y divide-line">
          {me.rails.map(({ rail, ready, reason }) => (
            <li key={rail} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <span className="font-medium">{rail}</span>
              {ready ? <Badge tone="ok">ready</Badge> : <span className="text-muted">{reason}</span>}
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
