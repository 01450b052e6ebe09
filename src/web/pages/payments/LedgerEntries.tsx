import { maxPlacesOf } from "../../format/money.ts"
import { formatTime } from "../../format/time.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Card } from "../../ui/Card.tsx"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { accountText } from "./paymentText.ts"
import type { PaymentJson } from "./queries.ts"

type Transfer = PaymentJson["transfers"][number]

const timeOf = ({ at }: Transfer) => (at === null ? "" : formatTime(at))

const columnsOf = (places: number): ReadonlyArray<TableColumn<Transfer>> => [
  { id: "debit", header: "From", accessorFn: ({ debit }) => accountText(debit), enableSorting: false },
  { id: "credit", header: "To", accessorFn: ({ credit }) => accountText(credit), enableSorting: false },
  {
    id: "amount",
    header: "Amount",
    cell: ({ row }) => <Amount value={row.original.amount} places={places} />,
    meta: { align: "right" },
    enableSorting: false,
  },
  {
    id: "at",
    header: "Booked",
    enableSorting: false,
    cell: ({ row }) => <span className="whitespace-nowrap text-muted">{timeOf(row.original)}</span>,
  },
]

/** The transfers between accounts that booked the payment. */
export const LedgerEntries = ({ payment: { kind, transfers } }: { readonly payment: PaymentJson }) => {
  const places = maxPlacesOf(transfers.map(({ amount }) => amount))
  return (
    <Card title="Ledger entries" className="xl:col-span-2">
      <DataTable
        caption="Ledger entries"
        columns={columnsOf(places)}
        rows={transfers}
        rowId={(row) => String(transfers.indexOf(row))}
        phoneRow={(row) => (
          <>
            <div className="flex items-baseline justify-between gap-3">
              <span className="min-w-0">
                {accountText(row.debit)} → {accountText(row.credit)}
              </span>
              <Amount value={row.amount} places={places} className="font-medium" />
            </div>
            <p className="mt-0.5 text-xs text-muted">{timeOf(row)}</p>
          </>
        )}
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
}
