import type { ReactNode } from "react"
import { formatMoney } from "../../format/money.ts"
import { personText } from "../../format/personText.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Card } from "../../ui/Card.tsx"
import type { RailState } from "./queries.ts"

interface RailCardProps {
  readonly rail: RailState
  readonly title: string
  /** How the money of the rail is written: dollars where nothing else is given. */
  readonly format?: (money: RailState["available"]) => string
  readonly children?: ReactNode
}

/** What a rail can pay now, and why it cannot. */
export const RailCard = ({
  children,
  format = formatMoney,
  rail: { available, rail: id, ready, reason, spent_today: spent },
  title,
}: RailCardProps) => (
  <Card id={id} title={title} aside={<Badge tone={ready ? "ok" : "warn"}>{ready ? "ready" : "not ready"}</Badge>}>
    <p className="text-3xl font-semibold tracking-tight">{format(available)}</p>
    <p className="mt-1 text-muted">{format(spent)} spent today</p>
    {reason !== null && <p className="mt-3 rounded-md bg-warn-soft p-3 text-warn">{personText(reason)}</p>}
    {children}
  </Card>
)
