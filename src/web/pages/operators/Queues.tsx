import { useSuspenseQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ResponseOf } from "../../api/client.ts"
import { formatMoney } from "../../format/money.ts"
import { Badge } from "../../ui/Badge.tsx"
import { EndCall } from "./Calls.tsx"
import { Card } from "../../ui/Card.tsx"
import { CopyLine } from "../../ui/CopyButton.tsx"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { Empty } from "../../ui/States.tsx"
import { holdsQuery, queuesQuery } from "./queries.ts"

const linkClass = "text-accent-strong underline"

const names = {
  unknown_outcomes: "Unknown outcomes",
  overdue_holds: "Holds past their deadline",
  marketplace_events: "Events to marketplaces",
  payout_requests: "Payouts to decide",
} as const

/** `2 d`, `3 h`, `5 min`, `12 s`. */
const age = (seconds: number) => {
  if (seconds >= 172_800) return `${Math.floor(seconds / 86_400)} d`
  if (seconds >= 7_200) return `${Math.floor(seconds / 3_600)} h`
  return seconds >= 120 ? `${Math.floor(seconds / 60)} min` : `${seconds} s`
}

/** What empties each queue: the list or the page of it, or the command where only the command line does it. */
const remedies = {
  unknown_outcomes: (
    <Link to="/operators" search={{ view: "queues" }} hash="unknown" className={linkClass}>
      End them by evidence
    </Link>
  ),
  overdue_holds: (
    <Link to="/operators" search={{ view: "queues" }} hash="held" className={linkClass}>
      See what holds them
    </Link>
  ),
  marketplace_events: <CopyLine text="farthing events list --status pending" />,
  payout_requests: (
    <Link to="/operators" search={{ view: "payouts", status: "requested" }} className={linkClass}>
      Decide
    </Link>
  ),
} as const

type Hold = ResponseOf<"GET", "/v1/operator/holds">["holds"][number]

const columns: ReadonlyArray<TableColumn<Hold>> = [
  {
    header: "Call",
    accessorKey: "call_id",
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <Link
        to="/operators"
        search={{ view: "calls", call: original.call_id }}
        className="font-mono text-xs break-all text-accent-strong underline"
      >
        {original.call_id}
      </Link>
    ),
  },
  { header: "Operation", accessorKey: "operation" },
  { header: "Rail", accessorKey: "rail" },
  { header: "Held", id: "held", meta: { align: "right" }, cell: ({ row }) => formatMoney(row.original.held) },
  { header: "Age", accessorKey: "age_seconds", meta: { align: "right" }, cell: ({ row }) => age(row.original.age_seconds) },
  { header: "Overdue", accessorKey: "overdue_seconds", meta: { align: "right" }, cell: ({ row }) => age(row.original.overdue_seconds) },
  {
    header: "Action",
    id: "action",
    cell: ({ row: { original } }) => original.settlement === "unknown" && <EndCall id={original.call_id} />,
  },
  { header: "Last error", accessorKey: "last_error", cell: ({ row }) => row.original.last_error ?? "" },
]

const Holds = ({ empty, title, unknown }: { readonly title: string; readonly unknown: boolean; readonly empty: string }) => {
  const { data } = useSuspenseQuery(holdsQuery(unknown))
  return (
    <section className="flex flex-col gap-2">
      <h2 id={unknown ? "unknown" : "held"}>{title}</h2>
      <DataTable caption={title} columns={columns} rows={data.holds} rowId={({ call_id: id }) => id} empty={<Empty title={empty} />} />
    </section>
  )
}

export const Queues = () => {
  const { data } = useSuspenseQuery(queuesQuery)
  return (
    <div className="flex flex-col gap-6">
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {data.queues.map(({ oldest_seconds: oldest, queue, waiting }) => (
          <li key={queue}>
            <Card className="h-full">
              <p className="text-muted">{names[queue]}</p>
              <p className="mt-1 text-3xl font-semibold">{waiting}</p>
              <p className="mt-1">{waiting === 0 ? <Badge tone="ok">empty</Badge> : <Badge tone="warn">oldest {age(oldest)}</Badge>}</p>
              {waiting > 0 && <div className="mt-2">{remedies[queue]}</div>}
            </Card>
          </li>
        ))}
      </ul>
      <Holds title="Unknown outcomes" unknown empty="The outcome of every call is known." />
      <Holds title="Money held by open calls" unknown={false} empty="Nothing is held." />
    </div>
  )
}
