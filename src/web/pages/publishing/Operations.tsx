import type { ResponseOf } from "../../api/client.ts"
import { formatMoney, microOf } from "../../format/money.ts"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { Empty } from "../../ui/States.tsx"

type Endpoint = ResponseOf<"GET", "/v1/publishers/me/listings">["listings"][number]["endpoints"][number]

const columns: ReadonlyArray<TableColumn<Endpoint>> = [
  {
    header: "Operation",
    accessorKey: "path",
    cell: ({ row: { original } }) => (
      <code className="font-mono text-xs break-all">
        {original.method} {original.path}
      </code>
    ),
  },
  { header: "Name", accessorKey: "name" },
  {
    header: "Price",
    accessorFn: ({ price }) => microOf(price),
    id: "price",
    meta: { align: "right" },
    cell: ({ row: { original } }) => (original.model === "free" ? "free" : formatMoney(original.price)),
  },
]

export const Operations = ({ caption, endpoints }: { readonly caption: string; readonly endpoints: ReadonlyArray<Endpoint> }) => (
  <DataTable
    caption={caption}
    columns={columns}
    rows={endpoints}
    rowId={({ method, path }) => `${method} ${path}`}
    empty={<Empty title="It sells no operation." />}
  />
)
