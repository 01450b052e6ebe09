import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { Link, useRouter } from "@tanstack/react-router"
import { TriangleAlert } from "lucide-react"
import { post } from "../../api/client.ts"
import { useSession } from "../../session/session.ts"
import { Button, buttonClass } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Problem } from "../../ui/States.tsx"
import { meQuery, openAlertsQuery } from "./queries.ts"

/** Where a person acts on an alert. */
const pages: Readonly<Record<string, { readonly to: string; readonly label: string }>> = {
  limit_reached: { to: "/keys", label: "Change the limit" },
  low_balance: { to: "/rails", label: "Top up" },
  debit_failed: { to: "/rails", label: "See the debit" },
  top_up_disabled: { to: "/rails", label: "See the card" },
}

/** What needs a person: a rail that cannot pay, and alerts that were not seen. */
export const Attention = () => {
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: open } = useSuspenseQuery(openAlertsQuery)
  const { mayManage } = useSession()
  const queries = useQueryClient()
  const acknowledge = useMutation({
    mutationFn: (id: string) => post("/v1/alerts/:id/acknowledge", undefined, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: openAlertsQuery.queryKey }),
  })
  const rails = me.rails.filter(({ ready, reason }) => !ready && reason !== null)
  if (rails.length === 0 && open.alerts.length === 0) return null
  return (
    <Card title="Needs a person">
      <ul className="divide-y divide-line">
        {rails.map(({ rail, reason }) => (
          <Item key={rail} text={`${rail}: ${reason}`} page={{ to: "/rails", label: "Set up" }} />
        ))}
        {open.alerts.map(({ action, code, id, message }) => (
          <Item key={id} text={message} action={action} page={pages[code]}>
            {mayManage && (
              <Button isPending={acknowledge.isPending && acknowledge.variables === id} onClick={() => acknowledge.mutate(id)}>
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
  readonly action?: string
  readonly page?: { readonly to: string; readonly label: string } | undefined
  readonly children?: React.ReactNode
}

const Item = ({ text, action, page, children }: ItemProps) => {
  const { routesByPath } = useRouter()
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
        <div>
          <p>{text}</p>
          {action !== undefined && <p className="text-muted">{action}</p>}
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
