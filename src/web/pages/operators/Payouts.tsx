import { useSuspenseQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { post, type ResponseOf } from "../../api/client.ts"
import { formatMoney } from "../../format/money.ts"
import { formatTime } from "../../format/time.ts"
import { Badge } from "../../ui/Badge.tsx"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { Empty } from "../../ui/States.tsx"
import { payoutsQuery } from "./queries.ts"
import { Publishers } from "./Publishers.tsx"
import { ReasonButton } from "./ReasonDialog.tsx"

type Payout = ResponseOf<"GET", "/v1/operator/payouts">["payouts"][number]

const tones = { requested: "warn", approved: "neutral", sending: "neutral", paid: "ok", rejected: "danger", failed: "danger" } as const

const Decide = ({ payout }: { readonly payout: Payout }) => {
  const decide = (action: "approve" | "reject") => (reason: string) =>
    post("/v1/operator/payouts/:id", { action, reason }, { params: { id: payout.id } })
  const amount = formatMoney(payout.amount)
  return (
    <span className="flex gap-2">
      {payout.status === "requested" && (
        <ReasonButton
          action="Approve"
          title={`Pay ${amount} to ${payout.publisher_name}`}
          effect={`A gateway sends ${amount} in USDC to ${payout.wallet} within seconds. It cannot be undone.`}
          isDangerous
          run={decide("approve")}
        />
      )}
      {(payout.status === "requested" || payout.status === "approved") && (
        <ReasonButton
          action="Reject"
          title={`Reject the payout of ${amount}`}
          effect="No money moves. Another payout can pay the same calls. A payout that is being sent is not rejected any more."
          run={decide("reject")}
        />
      )}
    </span>
  )
}

const columns: ReadonlyArray<TableColumn<Payout>> = [
  {
    header: "Requested",
    accessorKey: "requested_at",
    cell: ({ row: { original } }) => (
      <span className="whitespace-nowrap">{original.requested_at === null ? "" : formatTime(original.requested_at)}</span>
    ),
  },
  { header: "Publisher", accessorKey: "publisher_name" },
  { header: "Amount", id: "amount", meta: { align: "right" }, cell: ({ row }) => formatMoney(row.original.amount) },
  { header: "Calls", accessorKey: "calls", meta: { align: "right" } },
  { header: "To", accessorKey: "wallet", cell: ({ row }) => <code className="font-mono text-xs">{row.original.wallet}</code> },
  {
    header: "Status",
    accessorKey: "status",
    cell: ({ row: { original } }) => <Badge tone={tones[original.status]}>{original.status}</Badge>,
  },
  {
    header: "Decided",
    id: "decided",
    cell: ({ row: { original } }) => (
      <>
        {original.decided_by !== null && <p>{original.decided_by}</p>}
        <p className="text-muted">{original.last_error ?? original.reason}</p>
      </>
    ),
  },
  { header: "Action", id: "action", cell: ({ row }) => <Decide payout={row.original} /> },
]

/** Payouts to decide, or all of them, and the proofs without which none is paid. */
export const Payouts = ({ status }: { readonly status: "requested" | undefined }) => {
  const { data } = useSuspenseQuery(payoutsQuery(status))
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>{status === undefined ? "Payouts" : "Payouts to decide"}</h2>
        <Link
          to="/operators"
          search={{ view: "payouts", ...(status === undefined && { status: "requested" as const }) }}
          className="text-accent-strong underline"
        >
          {status === undefined ? "Only those to decide" : "Show all"}
        </Link>
      </div>
      <DataTable
        caption="Payouts"
        columns={columns}
        rows={data.payouts}
        rowId={({ id }) => id}
        empty={
          <Empty title={status === undefined ? "No publisher has requested a payout." : "Every payout is decided."}>
            A publisher requests it on the page Publishing, or by the API. Nothing is paid before an operator approves it.
          </Empty>
        }
      />
      <Publishers />
    </div>
  )
}
