import { useSuspenseQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { maxPlacesOf } from "../../format/money.ts"
import { railName } from "../../format/rails.ts"
import { formatRelative, formatTime } from "../../format/time.ts"
import { Amount } from "../../ui/Amount.tsx"
import { StatusBadge } from "../payments/StatusBadge.tsx"
import { recentPaymentsQuery } from "./queries.ts"

/** The latest paid calls. */
export const RecentPayments = () => {
  const { data } = useSuspenseQuery(recentPaymentsQuery)
  if (data.payments.length === 0) return <p className="text-muted">No paid call yet.</p>
  const places = maxPlacesOf(data.payments.map(({ amount }) => amount))
  return (
    <ul className="divide-y divide-line">
      {data.payments.map((payment) => (
        <li
          key={payment.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto_auto]"
        >
          <div className="min-w-0">
            <Link to="/payments/$id" params={{ id: payment.id }} className="block truncate hover:text-accent hover:underline">
              {("operation" in payment ? payment.operation : null) ?? payment.kind}
            </Link>
            <p className="truncate text-xs text-muted">
              {railName(payment.rail)}
              {payment.created_at !== null && (
                <time dateTime={payment.created_at} title={formatTime(payment.created_at)}>
                  {" "}
                  · {formatRelative(payment.created_at)}
                </time>
              )}
            </p>
          </div>
          <span className="hidden sm:block">
            <StatusBadge status={payment.status} />
          </span>
          <div className="flex flex-col items-end gap-1">
            <Amount value={payment.amount} places={places} className="font-medium" />
            <span className="sm:hidden">
              <StatusBadge status={payment.status} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
