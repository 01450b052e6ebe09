import type { ResponseOf } from "../../api/client.ts"
import { formatMoney, microOf } from "../../format/money.ts"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { Empty } from "../../ui/States.tsx"

type Endpoint = ResponseOf<"GET", "/v1/publishers/me/listings">["listings"][number]["endpoints"][number]

const priceOf = ({ model, price }: Endpoint) => (model === "free" ? "free" : formatMoney(price))

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
    cell: ({ row: { original } }) => priceOf(original),
  },
]

/** At phone width: the name with its price, above the path. */
const phoneRow = (endpoint: Endpoint) => (
  <>
    <div className="flex items-baseline justify-between gap-3">
      <span className="min-w-0 break-words">{endpoint.name}</span>
      <span className="tabular-nums">{priceOf(endpoint)}</span>
    </div>
    <code className="font-mono text-xs break-words text-muted">
      {endpoint.method} {endpoint.path}
    </code>
  </>
)

export const Operations = ({ caption, endpoints }: { readonly caption: string; readonly endpoints: ReadonlyArray<Endpoint> }) => (
  <DataTable
    caption={caption}
    columns={columns}
    phoneRow={phoneRow}
    rows={endpoints}
    rowId={({ method, path }) => `${method} ${path}`}
    empty={<Empty title="It sells no operation." />}
  />
)
