import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { Link, type LinkProps } from "@tanstack/react-router"
import { TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import { post, type ResponseOf } from "../../api/client.ts"
import { personText } from "../../format/personText.ts"
import { railName } from "../../format/rails.ts"
import { formatRelative, formatTime } from "../../format/time.ts"
import { useSession } from "../../session/session.ts"
import { Button, buttonClass } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Problem } from "../../ui/States.tsx"
import { attentionQuery } from "./queries.ts"

type AttentionItem = ResponseOf<"GET", "/v1/attention">["items"][number]

/** Where a person acts on it. */
const placeOf = (
  { code, rail, subject }: AttentionItem,
  mayManage: boolean,
): { readonly label: string; readonly link: LinkProps } | undefined => {
  if (code === "limit_reached" && subject !== null) return { label: "Change the limit", link: { to: "/keys", search: { limits: subject } } }
  if (code === "debit_failed" && mayManage) return { label: "Open the rail", link: { to: "/rails", hash: "sepa" } }
  if (code === "debit_failed" && subject !== null) return { label: "See the debit", link: { to: "/payments/$id", params: { id: subject } } }
  if (code === "auto_topup_disabled" || code === "auto_topup_ceiling") return { label: "Automatic top-ups", link: { to: "/alerts" } }
  if (code === "payment_unknown") return { label: "See the payments", link: { to: "/payments", search: { status: "unknown" } } }
  if (code === "spending_off") return { label: "Allow spending", link: { to: "/rails", hash: "spending" } }
  if (code === "balance_low") return { label: "Top up", link: { to: "/rails", hash: "credits" } }
  if (rail === null || outOfReach.has(code)) return undefined
  return { label: code === "balance_empty" ? "Top up" : "Open the rail", link: { to: "/rails", hash: rail } }
}

/** A person of the organisation can do nothing about these. */
const outOfReach: ReadonlySet<string> = new Set(["account_frozen", "account_missing", "rail_unavailable", "rail_paused"])
/** Every member may read payments; the other places are for owners and admins. */
const readable: ReadonlySet<string> = new Set(["payment_unknown", "debit_failed"])

/** The actions of these are for programs: the page of the rail has the button. */
const stepOf = (code: string, action: string): string => {
  if (code === "account_suspended") return "The page of the rail shows why, and what it needs. Until then the other rails pay."
  return action.startsWith("Do what the message says") ? "Until then the other rails pay." : personText(action)
}

/** What needs a person: what keeps a rail from paying, unknown outcomes, and alerts that were not seen. */
export const Attention = () => {
  const { data: attention } = useSuspenseQuery(attentionQuery)
  const { mayManage } = useSession()
  const queries = useQueryClient()
  const acknowledge = useMutation({
    mutationFn: (id: string) => post("/v1/alerts/:id/acknowledge", undefined, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: attentionQuery.queryKey }),
  })
  const items = attention.items.map((item) => ({
    ...item,
    place: mayManage || readable.has(item.code) ? placeOf(item, mayManage) : undefined,
    action: mayManage || outOfReach.has(item.code) || readable.has(item.code) ? item.action : "Ask an owner or admin of your organisation.",
  }))
  if (items.length === 0) return null
  return (
    <Card title="Needs a person">
      <ul className="divide-y divide-line">
        {items.map(({ action, alert_id: alert, code, message, place, rail, since }) => (
          <Item
            key={alert ?? message}
            title={rail === null ? null : railName(rail)}
            text={personText(rail === null ? message : message.replace(`${rail}: `, ""))}
            action={stepOf(code, action)}
            since={since}
            place={place}
          >
            {mayManage && alert !== null && (
              <Button isPending={acknowledge.isPending && acknowledge.variables === alert} onClick={() => acknowledge.mutate(alert)}>
                Acknowledge
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
  readonly title: string | null
  readonly text: string
  readonly action: string
  readonly since: string | null
  readonly place: ReturnType<typeof placeOf>
  readonly children?: ReactNode
}

const Item = ({ action, children, place, since, text, title }: ItemProps) => (
  <li className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
    <div className="flex min-w-0 flex-1 basis-64 items-start gap-2">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
      <div>
        {title !== null && <p className="font-medium">{title}</p>}
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
      {place !== undefined && (
        <Link {...place.link} className={buttonClass()}>
          {place.label}
        </Link>
      )}
      {children}
    </div>
  </li>
)
