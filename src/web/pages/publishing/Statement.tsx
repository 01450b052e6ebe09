import { useSuspenseQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { ResponseOf } from "../../api/client.ts"
import { gatewayNow } from "../../format/gatewayClock.ts"
import { formatMoney, microOf } from "../../format/money.ts"
import { Card } from "../../ui/Card.tsx"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { Select } from "../../ui/Select.tsx"
import { Empty } from "../../ui/States.tsx"
import { statementQuery } from "./queries.ts"

type Line = ResponseOf<"GET", "/v1/publishers/me/statement">["lines"][number]

const columns: ReadonlyArray<TableColumn<Line>> = [
  { header: "Kind", accessorKey: "kind", cell: ({ row }) => row.original.kind.replace("_", " ") },
  { header: "Source", accessorKey: "source_id", cell: ({ row }) => row.original.source_id ?? "" },
  { header: "Operation", accessorKey: "operation", cell: ({ row }) => row.original.operation ?? "" },
  { header: "Rail", accessorKey: "rail", cell: ({ row }) => row.original.rail ?? "" },
  { header: "Entries", accessorKey: "entries", meta: { align: "right" } },
  {
    header: "Amount",
    id: "amount",
    accessorFn: ({ amount }) => microOf(amount),
    meta: { align: "right" },
    cell: ({ row }) => <span className="tabular-nums">{formatMoney(row.original.amount)}</span>,
  },
]

/** The last 12 months (UTC), this one first. */
const lastMonths = (now: Date) =>
  Array.from({ length: 12 }, (_, i) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - i, 1)).toISOString().slice(0, 7))

export const Statement = ({ account, month }: { readonly account: string; readonly month: string }) => {
  const { data } = useSuspenseQuery(statementQuery(account, month))
  const navigate = useNavigate()
  const months = [...new Set([month, ...lastMonths(new Date(gatewayNow()))])].sort().toReversed()
  return (
    <Card
      title="Statement"
      aside={
        <Select
          label="Month (UTC)"
          isLabelHidden
          value={month}
          options={months.map((value) => ({ value, label: value }))}
          onChange={(next) => void navigate({ to: "/publishing", search: { account, month: next }, resetScroll: false })}
        />
      }
    >
      <dl className="mb-3 grid grid-cols-2 gap-4 sm:max-w-sm">
        <div>
          <dt className="text-muted">Opening</dt>
          <dd className="font-semibold tabular-nums">{formatMoney(data.opening)}</dd>
        </div>
        <div>
          <dt className="text-muted">Closing</dt>
          <dd className="font-semibold tabular-nums">{formatMoney(data.closing)}</dd>
        </div>
      </dl>
      <DataTable
        caption={`Statement of ${month}`}
        columns={columns}
        rows={data.lines}
        rowId={({ kind, operation, rail, source_id: source }) => [kind, rail, source, operation].join(" ")}
        empty={<Empty title="Nothing moved in this month." />}
      />
    </Card>
  )
}
