import { useSuspenseQuery } from "@tanstack/react-query"
import type { ResponseOf } from "../../api/client.ts"
import { formatDay, formatTime } from "../../format/time.ts"
import { Badge } from "../../ui/Badge.tsx"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { Empty } from "../../ui/States.tsx"
import { keysQuery } from "./queries.ts"

type Key = ResponseOf<"GET", "/v1/marketplaces/me/keys">["keys"][number]

const purposes = { secret: "secret, for your server", publishable: "publishable, for your pages" } as const

const columns: ReadonlyArray<TableColumn<Key>> = [
  { header: "Name", accessorKey: "name" },
  { header: "Kind", accessorKey: "kind", cell: ({ row }) => purposes[row.original.kind] },
  { header: "Begins with", accessorKey: "prefix", cell: ({ row }) => <code className="font-mono text-xs">{row.original.prefix}…</code> },
  {
    header: "Last used",
    accessorKey: "last_used_at",
    cell: ({ row: { original } }) => (
      <span className="whitespace-nowrap">{original.last_used_at === null ? "never" : formatTime(original.last_used_at)}</span>
    ),
  },
  {
    header: "Created",
    accessorKey: "created_at",
    cell: ({ row }) => <span className="whitespace-nowrap">{formatDay(row.original.created_at)}</span>,
  },
  {
    header: "State",
    accessorKey: "revoked_at",
    cell: ({ row }) => (row.original.revoked_at === null ? <Badge tone="ok">active</Badge> : <Badge tone="neutral">revoked</Badge>),
  },
]

/** The keys of the marketplace. Only their hashes are stored, so none is shown again. */
export const Keys = ({ account }: { readonly account: string }) => {
  const { data } = useSuspenseQuery(keysQuery(account))
  return (
    <section className="flex flex-col gap-3">
      <h2>Keys</h2>
      <DataTable
        caption="Keys"
        columns={columns}
        rows={data.keys}
        rowId={({ key_id: id }) => id}
        empty={<Empty title="There is no key." />}
      />
      <p className="text-muted">
        The operator of this gateway creates and revokes keys: <code className="font-mono text-xs">farthing marketplace keys create</code>
      </p>
    </section>
  )
}
