import { useSuspenseQuery } from "@tanstack/react-query"
import type { ResponseOf } from "../../api/client.ts"
import { maxPlacesOf, microOf } from "../../format/money.ts"
import { Amount } from "../../ui/Amount.tsx"
import { formatTime } from "../../format/time.ts"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { Empty } from "../../ui/States.tsx"
import { tagsQuery } from "./queries.ts"

type TagRow = ResponseOf<"GET", "/v1/spending">["rows"][number]

const columnsOf = (places: number): ReadonlyArray<TableColumn<TagRow>> => [
  {
    header: "Tag",
    accessorKey: "label",
    cell: ({ row: { original } }) => (original.group === null ? <span className="text-muted">without a tag</span> : original.label),
  },
  { header: "Calls", accessorKey: "calls", meta: { align: "right" } },
  {
    header: "Spent",
    id: "amount",
    accessorFn: ({ amount }) => microOf(amount),
    meta: { align: "right" },
    cell: ({ row }) => <Amount value={row.original.amount} places={places} />,
  },
]

/** What each cost tag spent in this month (UTC). */
export const Tags = () => {
  const { data } = useSuspenseQuery(tagsQuery)
  return (
    <section className="flex flex-col gap-3">
      <h2>Cost tags this month</h2>
      <DataTable
        caption="Spending by cost tag"
        columns={columnsOf(maxPlacesOf(data.rows.map(({ amount }) => amount)))}
        rows={data.rows}
        rowId={({ group }) => group ?? ""}
        empty={
          <Empty title="Nothing was spent in this month yet.">
            Send X-Cost-Tag with a call, or give a key a tag, and its calls are counted here under that tag.
          </Empty>
        }
      />
      <p className="text-xs text-muted">
        Counted up to {formatTime(data.as_of)}.{data.cut && " Smaller tags are left out."} A key can have a tag of its own: see Keys.
      </p>
    </section>
  )
}
