import { useSuspenseQuery } from "@tanstack/react-query"
import { post, type ResponseOf } from "../../api/client.ts"
import { Badge } from "../../ui/Badge.tsx"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { Empty } from "../../ui/States.tsx"
import { listingsQuery, railsQuery } from "./queries.ts"
import { ReasonButton } from "./ReasonDialog.tsx"

type RailRow = ResponseOf<"GET", "/v1/operator/rails">["rails"][number]
type ListingRow = ResponseOf<"GET", "/v1/operator/listings">["listings"][number]

const railColumns: ReadonlyArray<TableColumn<RailRow>> = [
  { header: "Rail", accessorKey: "rail" },
  {
    header: "State",
    accessorKey: "paused",
    cell: ({ row }) => (row.original.paused ? <Badge tone="warn">paused</Badge> : <Badge tone="ok">active</Badge>),
  },
  {
    header: "Action",
    id: "action",
    cell: ({ row: { original } }) => {
      const { paused, rail } = original
      return (
        <ReasonButton
          action={paused ? "Resume" : "Pause"}
          title={`${paused ? "Resume" : "Pause"} the rail ${rail}`}
          effect={
            paused
              ? "Within a second every gateway pays with it again."
              : "Within a second no gateway pays for a further call with it. What it owes is still settled."
          }
          isDangerous={!paused}
          run={(reason) => post("/v1/operator/rails/:rail", { action: paused ? "resume" : "pause", reason }, { params: { rail } })}
        />
      )
    },
  },
]

const listingColumns: ReadonlyArray<TableColumn<ListingRow>> = [
  { header: "Listing", accessorKey: "name" },
  { header: "Path", accessorKey: "slug", cell: ({ row }) => <code className="font-mono text-xs">/{row.original.slug}</code> },
  { header: "Paid to", accessorKey: "publisher" },
  { header: "Operations", accessorKey: "endpoints", meta: { align: "right" } },
  {
    header: "State",
    accessorKey: "status",
    cell: ({ row }) => <Badge tone={row.original.status === "active" ? "ok" : "warn"}>{row.original.status}</Badge>,
  },
  {
    header: "Action",
    id: "action",
    cell: ({ row: { original } }) => {
      const { name, slug, status } = original
      const isPaused = status === "paused"
      return (
        <ReasonButton
          action={isPaused ? "Resume" : "Pause"}
          title={`${isPaused ? "Resume" : "Pause"} ${name}`}
          effect={isPaused ? "It is sold again." : "It is not sold any more. Its listing and its prices stay."}
          isDangerous={!isPaused}
          run={(reason) => post("/v1/operator/listings/:slug", { action: isPaused ? "resume" : "pause", reason }, { params: { slug } })}
        />
      )
    },
  },
]

export const Switches = () => {
  const { data: rails } = useSuspenseQuery(railsQuery)
  const { data: listings } = useSuspenseQuery(listingsQuery)
  return (
    <div className="flex flex-col gap-3">
      <h2>Rails</h2>
      <DataTable
        caption="Rails"
        columns={railColumns}
        rows={rails.rails}
        rowId={({ rail }) => rail}
        empty={<Empty title="The gateway has no rail." />}
      />
      <h2 className="mt-4">Listings</h2>
      <DataTable
        caption="Listings"
        columns={listingColumns}
        rows={listings.listings}
        rowId={({ slug }) => slug}
        empty={<Empty title="No API is listed.">Add one on the command line: farthing listing add.</Empty>}
      />
    </div>
  )
}
