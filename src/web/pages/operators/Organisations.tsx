import { useSuspenseInfiniteQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import type { ResponseOf } from "../../api/client.ts"
import { formatDay } from "../../format/time.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { Empty } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { organisationsQuery } from "./queries.ts"

type Organisation = ResponseOf<"GET", "/v1/operator/organisations">["organisations"][number]

export const OrganisationStatus = ({ spending, status }: Pick<Organisation, "spending" | "status">) => (
  <span className="inline-flex flex-wrap gap-1">
    <Badge tone={status === "active" ? "ok" : "danger"}>{status}</Badge>
    {!spending && <Badge tone="warn">spending off</Badge>}
  </span>
)

const columns: ReadonlyArray<TableColumn<Organisation>> = [
  {
    header: "Name",
    accessorKey: "name",
    cell: ({ row: { original } }) => (
      <Link to="/operators" search={{ organisation: original.organisation_id }} className="font-medium text-accent-strong underline">
        {original.name}
      </Link>
    ),
  },
  { header: "State", accessorKey: "status", cell: ({ row }) => <OrganisationStatus {...row.original} /> },
  { header: "E-mail", accessorKey: "email", cell: ({ row }) => row.original.email ?? <span className="text-muted">none</span> },
  { header: "Keys", accessorKey: "active_keys", meta: { align: "right" } },
  {
    header: "Since",
    accessorKey: "created_at",
    cell: ({ row }) => <span className="whitespace-nowrap">{formatDay(row.original.created_at)}</span>,
  },
]

export const Organisations = ({ search }: { readonly search: string | undefined }) => {
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(organisationsQuery(search))
  const navigate = useNavigate()
  const [text, setText] = useState(search ?? "")
  const find = (wanted: string) => void navigate({ to: "/operators", search: wanted === "" ? {} : { search: wanted } })
  return (
    <div className="flex flex-col gap-4">
      <form
        role="search"
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          find(text.trim())
        }}
      >
        <div className="min-w-0 flex-1 sm:max-w-sm">
          <TextField label="Search" type="search" placeholder="Name, e-mail or id" maxLength={100} value={text} onChange={setText} />
        </div>
        <Button type="submit">Search</Button>
      </form>
      <DataTable
        caption="Organisations"
        columns={columns}
        rows={data.pages.flatMap(({ organisations }) => organisations)}
        rowId={({ organisation_id: id }) => id}
        empty={
          search === undefined ? (
            <Empty title="There is no organisation yet.">Create one on the command line: farthing org create --name NAME.</Empty>
          ) : (
            <Empty title="No organisation fits the search." action={<Button onClick={() => find("")}>Show all</Button>}>
              The search finds parts of names and e-mails, and the beginning of an id.
            </Empty>
          )
        }
      />
      {hasNextPage && (
        <Button className="self-center" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}
