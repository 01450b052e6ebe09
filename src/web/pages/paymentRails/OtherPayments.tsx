import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { formatMoney } from "../../format/money.ts"
import { formatDay } from "../../format/time.ts"
import { Failure, Loading } from "../../ui/States.tsx"
import { Refunded } from "../payments/columns.tsx"
import { movedAmount } from "../payments/paymentText.ts"
import { paymentsQuery } from "../payments/queries.ts"
import { StatusBadge } from "../payments/StatusBadge.tsx"

interface OtherPaymentsProps {
  readonly title: string
  readonly kind: "topup" | "collection"
  readonly empty: string
}

/** The newest top-ups or collections, each with a link to its payment. */
export const OtherPayments = ({ empty, kind, title }: OtherPaymentsProps) => {
  const { data, error, refetch } = useQuery(paymentsQuery({ kind }, undefined))
  return (
    <div className="mt-5 border-t border-line pt-4">
      <div className="mb-2 flex items-center justify-between">
        <h3 className="font-medium">{title}</h3>
        {data !== undefined && data.payments.length > 5 && (
          <Link to="/payments" search={{ kind }} className="text-accent-strong hover:underline">
            All
          </Link>
        )}
      </div>
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {error === null && data === undefined && <Loading />}
      {data?.payments.length === 0 && <p className="text-muted">{empty}</p>}
      <ul aria-label={title} className="divide-y divide-line">
        {data?.payments.slice(0, 5).map((payment) => (
          <li key={payment.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <Link to="/payments/$id" params={{ id: payment.id }} className="text-accent-strong underline-offset-2 hover:underline">
              {payment.created_at === null ? payment.id : formatDay(payment.created_at)}
            </Link>
            <StatusBadge status={payment.status} />
            <span className="ml-auto text-right tabular-nums">
              {movedAmount(payment) ?? formatMoney(payment.amount)}
              <Refunded payment={payment} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
