import { useSuspenseInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ResponseOf } from "../../api/client.ts"
import { formatTime } from "../../format/time.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { Empty } from "../../ui/States.tsx"
import { logQuery } from "./queries.ts"

type Entry = ResponseOf<"GET", "/v1/operator/log">["entries"][number]

/** `fee_basis_points` is "fee basis points". */
const words = (name: string) => name.replaceAll("_", " ")

/** A value in words; undefined without one. */
const textOf = (value: unknown): string | undefined => {
  if (value === undefined) return undefined
  if (value === null || value === "") return "none"
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(textOf).join(", ")
  if (typeof value !== "object") return String(value)
  return Object.entries(value)
    .map(([name, part]) => `${words(name)} ${textOf(part)}`)
    .join(", ")
}

/** What differs: `status: active → suspended`. */
const changesOf = ({ after, before }: Entry) =>
  after === null
    ? []
    : [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
        const [earlier, later] = [textOf(before[name]), textOf(after[name])]
        if (earlier === later) return []
        return [`${words(name)}: ${earlier === undefined ? later : `${earlier} → ${later ?? "removed"}`}`]
      })

const tones = { done: "ok", refused: "warn", unfinished: "danger" } as const

const columns: ReadonlyArray<TableColumn<Entry>> = [
  { header: "When", accessorKey: "at", cell: ({ row }) => <span className="whitespace-nowrap">{formatTime(row.original.at)}</span> },
  { header: "Who", accessorKey: "operator" },
  {
    header: "What",
    accessorKey: "action",
    cell: ({ row: { original } }) => (
      <>
        <p className="font-medium whitespace-nowrap">{original.action}</p>
        <p className="font-mono text-xs break-all text-muted">{original.subject}</p>
      </>
    ),
  },
  { header: "Why", accessorKey: "reason" },
  {
    header: "Before → after",
    id: "changes",
    cell: ({ row: { original } }) => (
      <>
        {changesOf(original).map((line) => (
          <p key={line}>{line}</p>
        ))}
        {original.message !== null && <p className="text-muted">{original.message}</p>}
      </>
    ),
  },
  {
    header: "Outcome",
    accessorKey: "outcome",
    cell: ({ row }) => <Badge tone={tones[row.original.outcome]}>{row.original.outcome}</Badge>,
  },
]

export const Log = ({ organisation }: { readonly organisation: string | undefined }) => {
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(logQuery(organisation))
  return (
    <div className="flex flex-col gap-4">
      {organisation !== undefined && (
        <p>
          Only the organisation <code className="font-mono text-xs">{organisation}</code>.{" "}
          <Link to="/operators" search={{ view: "log" }} className="text-accent-strong underline">
            Show all
          </Link>
        </p>
      )}
      <DataTable
        caption="What operators did"
        columns={columns}
        rows={data.pages.flatMap(({ entries }) => entries)}
        rowId={({ entry }) => entry}
        empty={<Empty title="The log is empty.">Every action of an operator, here or on the command line, is added to it.</Empty>}
      />
      {hasNextPage && (
        <Button className="self-center" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </div>
  )
}
