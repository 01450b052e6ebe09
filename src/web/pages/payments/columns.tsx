import { Link } from "@tanstack/react-router"
import { formatMoney } from "../../format/money.ts"
import { formatTime } from "../../format/time.ts"
import type { TableColumn } from "../../ui/DataTable.tsx"
import { StatusBadge } from "./StatusBadge.tsx"
import { titleOf } from "./paymentText.ts"
import type { PaymentJson } from "./queries.ts"

/** The columns of the list. The order is that of the pages, so no column sorts a page by itself. */
export const columnsOf = (keyNames: ReadonlyMap<string, string> | undefined): ReadonlyArray<TableColumn<PaymentJson>> => [
  {
    id: "what",
    header: "Payment",
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <Link to="/payments/$id" params={{ id: original.id }} className="font-medium text-accent-strong underline-offset-2 hover:underline">
        {titleOf(original)}
      </Link>
    ),
  },
  { id: "status", header: "Status", enableSorting: false, cell: ({ row: { original } }) => <StatusBadge status={original.status} /> },
  { id: "rail", header: "Rail", accessorFn: ({ rail }) => rail, enableSorting: false },
  {
    id: "amount",
    header: "Amount",
    meta: { align: "right" },
    enableSorting: false,
    cell: ({ row: { original } }) => <span className="whitespace-nowrap">{formatMoney(original.amount)}</span>,
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
