import { useSuspenseQuery } from "@tanstack/react-query"
import { Suspense } from "react"
import { formatMoney, maxPlacesOf } from "../../format/money.ts"
import { railName } from "../../format/rails.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Card, PageHeader } from "../../ui/Card.tsx"
import { Loading } from "../../ui/States.tsx"
import { useSession } from "../../session/session.ts"
import { Attention } from "./Attention.tsx"
import { FirstCall } from "./FirstCall.tsx"
import { KeyLimits } from "./KeyLimits.tsx"
import { meQuery } from "./queries.ts"
import { RecentPayments } from "./RecentPayments.tsx"
import { Spending } from "./Spending.tsx"

export const OverviewPage = () => {
  const { mayManage } = useSession()
  return (
    <>
      <PageHeader title="Overview">What the organisation can spend, and what it spent this month.</PageHeader>
      {/* The cards appear together: one that came later would move the others. */}
      <Suspense fallback={<Loading />}>
        <div className="grid gap-4 lg:grid-cols-3">
          <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">
            <Attention />
            <FirstCall />
            <Card>
              <Spending />
            </Card>
            <Card title="Recent payments">
              <RecentPayments />
            </Card>
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Card title="Balance">
              <Balance />
            </Card>
            {mayManage && (
              <Card title="Monthly limits of keys">
                <KeyLimits />
              </Card>
            )}
          </div>
        </div>
      </Suspense>
    </>
  )
}

const Balance = () => {
  const { data: me } = useSuspenseQuery(meQuery)
  const places = maxPlacesOf(me.rails.map(({ available }) => available))
  return (
    <>
      <p className="text-3xl font-semibold tracking-tight">{formatMoney(me.balance.prepaid)}</p>
      {me.balance.credit.amount_micro_usd !== "0" && (
        <p className="mt-1 text-muted">
          prepaid. Direct debit may owe {formatMoney(me.balance.credit)} more, so {formatMoney(me.balance.available)} can be spent.
        </p>
      )}
      {me.balance.held.amount_micro_usd !== "0" && (
        <p className="mt-1 text-muted">{formatMoney(me.balance.held)} more is held by calls that are running.</p>
      )}
      <ul className="mt-4 divide-y divide-line border-t border-line">
        {me.rails.map(({ available, rail, ready }) => (
          <li key={rail} className="flex items-center justify-between gap-2 py-2.5">
            <span className="flex items-center gap-2">
              {railName(rail)}
              {me.default_rail === rail && <Badge tone="accent">first choice</Badge>}
              {!ready && <Badge tone="warn">not ready</Badge>}
            </span>
            <Amount value={available} places={places} className="font-medium" />
          </li>
        ))}
      </ul>
    </>
  )
}
