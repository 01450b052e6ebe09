import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { Link, useRouter } from "@tanstack/react-router"
import { TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import { post } from "../../api/client.ts"
import { formatRelative, formatTime } from "../../format/time.ts"
import { useSession } from "../../session/session.ts"
import { Button, buttonClass } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Problem } from "../../ui/States.tsx"
import { attentionQuery, openAlertsQuery } from "./queries.ts"

/** Where a person acts on it. An item of a rail is for the page of the rails. */
const pageOf = (code: string, rail: string | null) => {
  if (code === "limit_reached") return { to: "/keys", label: "Change the limit" }
  if (code === "payment_unknown") return { to: "/payments", label: "See the payments" }
  if (code === "low_balance" || code === "balance_empty") return { to: "/rails", label: "Top up" }
  return rail === null && code !== "auto_topup_disabled" ? undefined : { to: "/rails", label: "Open the rails" }
}

/** What needs a person: what keeps a rail from paying, unknown outcomes, and alerts that were not seen. */
export const Attention = () => {
  const { data: attention } = useSuspenseQuery(attentionQuery)
  const { data: open } = useSuspenseQuery(openAlertsQuery)
  const { mayManage } = useSession()
  const queries = useQueryClient()
  const acknowledge = useMutation({
    mutationFn: (id: string) => post("/v1/alerts/:id/acknowledge", undefined, { params: { id } }),
    onSuccess: () =>
      Promise.all(
        [attentionQuery, openAlertsQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey: queryKey as ReadonlyArray<string> })),
      ),
  })
  const alerted = new Set(attention.items.map(({ alert_id: id }) => id))
  const items = [
    ...attention.items.map(({ rail, ...item }) => ({ ...item, page: pageOf(item.code, rail) })),
    ...open.alerts
      .filter(({ id }) => !alerted.has(id))
      .map((alert) => ({ ...alert, alert_id: alert.id, since: alert.created_at, page: pageOf(alert.code, null) })),
  ]
  if (items.length === 0) return null
  return (
    <Card title="Needs a person">
      <ul className="divide-y divide-line">
        {items.map(({ action, alert_id: alert, message, page, since }) => (
          <Item key={alert ?? message} text={message} action={action} since={since} page={page}>
            {mayManage && alert !== null && (
              <Button isPending={acknowledge.isPending && acknowledge.variables === alert} onClick={() => acknowledge.mutate(alert)}>
                Seen
              </Button>
            )}
          </Item>
        ))}
      </ul>
      <Problem error={acknowledge.error} />
    </Card>
  )
}

interface ItemProps {
  readonly text: string
  readonly action: string
  readonly since: string | null
  readonly page?: { readonly to: string; readonly label: string } | undefined
  readonly children?: ReactNode
}

const Item = ({ text, action, since, page, children }: ItemProps) => {
  const { routesByPath } = useRouter()
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
        <div>
          <p>{text}</p>
          <p className="text-muted">
            {action}
            {since !== null && (
              <time dateTime={since} title={formatTime(since)}>
                {" "}
                It began {formatRelative(since)}.
              </time>
            )}
          </p>
        </div>
      </div>
      <div className="flex gap-2">
        {page !== undefined && page.to in routesByPath && (
          <Link to={page.to as "/keys"} className={buttonClass()}>
            {page.label}
          </Link>
        )}
        {children}
      </div>
    </li>
  )
}
