import type { ReactNode } from "react"
import { formatMoney } from "../../format/money.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Card } from "../../ui/Card.tsx"
import type { RailState } from "./queries.ts"

interface RailCardProps {
  readonly rail: RailState
  readonly title: string
  readonly children?: ReactNode
}

/** What a rail can pay now, and why it cannot. */
export const RailCard = ({ children, rail: { available, ready, rail: id, reason, spent_today: spent }, title }: RailCardProps) => (
  <Card id={id} title={title} aside={<Badge tone={ready ? "ok" : "warn"}>{ready ? "ready" : "not ready"}</Badge>}>
    <p className="text-3xl font-semibold">{formatMoney(available)}</p>
    <p className="mt-1 text-muted">{formatMoney(spent)} spent today</p>
    {reason !== null && <p className="mt-3 rounded-md bg-warn-soft p-3 text-warn">{reason[0]!.toUpperCase() + reason.slice(1)}</p>}
    {children}
  </Card>
)
