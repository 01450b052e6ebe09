import { formatMoney } from "../../format/money.ts"
import { formatTime } from "../../format/time.ts"
import { Card } from "../../ui/Card.tsx"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import type { PaymentJson } from "./queries.ts"

type Transfer = PaymentJson["transfers"][number]

const columns: ReadonlyArray<TableColumn<Transfer>> = [
  { id: "debit", header: "From", accessorFn: ({ debit }) => debit, enableSorting: false },
  { id: "credit", header: "To", accessorFn: ({ credit }) => credit, enableSorting: false },
  {
    id: "amount",
    header: "Amount",
    accessorFn: ({ amount }) => formatMoney(amount),
    meta: { align: "right" },
    enableSorting: false,
  },
  {
    id: "at",
    header: "Booked",
    enableSorting: false,
    cell: ({
      row: {
        original: { at },
      },
    }) => <span className="whitespace-nowrap">{at === null ? "" : formatTime(at)}</span>,
  },
]

/** The transfers between accounts that booked the payment. */
export const LedgerEntries = ({ payment: { kind, transfers } }: { readonly payment: PaymentJson }) => (
  <Card title="Ledger entries" className="xl:col-span-2">
    <DataTable
      caption="Ledger entries"
      columns={columns}
      rows={transfers}
      rowId={(row) => String(transfers.indexOf(row))}
      empty={
        <p className="text-muted">
          {kind === "call"
            ? "Nothing is booked: no money moved between accounts."
            : "The entries of this kind are in the books of its rail; the timeline shows each step."}
        </p>
      }
    />
  </Card>
)
