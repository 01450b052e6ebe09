import { useSuspenseQuery } from "@tanstack/react-query"
import { Link, useRouter } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { formatMoney } from "../../format/money.ts"
import { formatRelative, formatTime } from "../../format/time.ts"
import { Badge, type Tone } from "../../ui/Badge.tsx"
import { recentPaymentsQuery } from "./queries.ts"

const tones: Readonly<Record<string, Tone>> = { settled: "ok", released: "neutral", refunded: "neutral", failed: "danger", unknown: "warn" }

/** The latest paid calls. */
export const RecentPayments = () => {
  const { data } = useSuspenseQuery(recentPaymentsQuery)
  if (data.payments.length === 0) return <p className="text-muted">No paid call yet.</p>
  return (
    <ul className="divide-y divide-line">
      {data.payments.map((payment) => (
        <li key={payment.id} className="flex items-center justify-between gap-4 py-2.5">
          <div className="min-w-0">
            <p className="truncate">
              <PaymentLink id={payment.id}>{("operation" in payment ? payment.operation : null) ?? payment.kind}</PaymentLink>
            </p>
            <p className="truncate text-xs text-muted">
              {"source_id" in payment ? `${payment.source_id} · ` : ""}
              {payment.rail}
              {payment.created_at !== null && (
                <time dateTime={payment.created_at} title={formatTime(payment.created_at)}>
                  {" "}
                  · {formatRelative(payment.created_at)}
                </time>
              )}
            </p>
          </div>
          <div className="flex shrink-0 items-center gap-3">
            <Badge tone={tones[payment.status] ?? "accent"}>{payment.status}</Badge>
            <span className="w-24 text-right font-medium">{formatMoney(payment.amount)}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}

const PaymentLink = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => {
  const { routesByPath } = useRouter()
  if (!("/payments/$id" in routesByPath)) return children
  return (
    <Link to={`/payments/${id}` as "/"} className="hover:text-accent hover:underline">
      {children}
    </Link>
  )
}
