import { Link } from "@tanstack/react-router"
import { maxPlacesOf } from "../../format/money.ts"
import { railName } from "../../format/rails.ts"
import { formatDay, formatTime } from "../../format/time.ts"
import { Amount } from "../../ui/Amount.tsx"
import type { TableColumn } from "../../ui/DataTable.tsx"
import { StatusBadge } from "./StatusBadge.tsx"
import { givenBack, titleOf } from "./paymentText.ts"
import type { PaymentJson } from "./queries.ts"

/** The columns of the list. The order is that of the pages, so no column sorts a page by itself. */
export const columnsOf = (
  payments: ReadonlyArray<PaymentJson>,
  keyNames?: ReadonlyMap<string, string>,
): ReadonlyArray<TableColumn<PaymentJson>> => {
  const places = maxPlacesOf(payments.map(({ amount }) => amount))
  return [
    {
      id: "what",
      header: "Payment",
      enableSorting: false,
      cell: ({ row: { original } }) => <PaymentLink payment={original} />,
    },
    { id: "status", header: "Status", enableSorting: false, cell: ({ row: { original } }) => <StatusBadge status={original.status} /> },
    { id: "rail", header: "Rail", accessorFn: ({ rail }) => railName(rail), enableSorting: false },
    {
      id: "amount",
      header: "Amount",
      meta: { align: "right" },
      enableSorting: false,
      cell: ({ row: { original } }) => (
        <>
          <Amount value={original.amount} places={places} />
          <Refunded payment={original} />
        </>
      ),
    },
    {
      id: "key",
      header: "Key",
      enableSorting: false,
      accessorFn: ({ key_id: key, key_name: name }) => name ?? (key === null ? "" : (keyNames?.get(key) ?? `${key.slice(0, 8)}…`)),
    },
    { id: "tag", header: "Tag", enableSorting: false, accessorFn: ({ tag }) => tag ?? "" },
    {
      id: "created",
      header: "Created",
      enableSorting: false,
      cell: ({ row: { original } }) => (
        <span className="whitespace-nowrap text-muted">{original.created_at === null ? "" : formatTime(original.created_at)}</span>
      ),
    },
  ]
}

const PaymentLink = ({ payment }: { readonly payment: PaymentJson }) => (
  <Link
    to="/payments/$id"
    params={{ id: payment.id }}
    className="font-medium break-words text-accent-strong underline-offset-2 hover:underline"
  >
    {titleOf(payment)}
  </Link>
)

/** What was given back of the amount, which stays that of the call. */
export const Refunded = ({ payment }: { readonly payment: PaymentJson }) => {
  const back = givenBack(payment)
  return back === null ? null : <span className="block text-xs text-muted">{back} refunded</span>
}

/** The same at phone width: amount, state and date, under what was paid. */
export const phoneRowOf = (payments: ReadonlyArray<PaymentJson>) => {
  const places = maxPlacesOf(payments.map(({ amount }) => amount))
  return (payment: PaymentJson) => (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0">
          <PaymentLink payment={payment} />
        </span>
        <span className="text-right">
          <Amount value={payment.amount} places={places} className="font-medium" />
          <Refunded payment={payment} />
        </span>
      </div>
      <div className="mt-1 flex items-center justify-between gap-3 text-xs text-muted">
        <span>
          {payment.created_at === null ? "" : `${formatDay(payment.created_at)} · `}
          {railName(payment.rail)}
        </span>
        <StatusBadge status={payment.status} />
      </div>
    </>
  )
}
