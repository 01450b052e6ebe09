import { useMutation, useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query"
import { useState } from "react"
import { post, type ResponseOf } from "../../api/client.ts"
import { formatMoney } from "../../format/money.ts"
import { formatTime } from "../../format/time.ts"
import { asAccount } from "../../links/links.ts"
import { ActionForm } from "../../ui/ActionForm.tsx"
import { Badge, type Tone } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Empty } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { payoutsQuery, publisherKey, publisherQuery } from "./queries.ts"

type PayoutRow = ResponseOf<"GET", "/v1/publishers/me/payouts">["payouts"][number]

const toneOf = (status: string): Tone => (status === "paid" ? "ok" : status === "rejected" || status === "failed" ? "danger" : "neutral")

const columns: ReadonlyArray<TableColumn<PayoutRow>> = [
  {
    header: "Requested",
    accessorKey: "requested_at",
    cell: ({ row: { original } }) => (
      <span className="whitespace-nowrap">{original.requested_at === null ? "" : formatTime(original.requested_at)}</span>
    ),
  },
  { header: "Amount", id: "amount", meta: { align: "right" }, cell: ({ row }) => formatMoney(row.original.amount) },
  { header: "Calls", accessorKey: "calls", meta: { align: "right" } },
  { header: "To", accessorKey: "wallet", cell: ({ row }) => <code className="font-mono text-xs">{row.original.wallet}</code> },
  { header: "Status", accessorKey: "status", cell: ({ row }) => <Badge tone={toneOf(row.original.status)}>{row.original.status}</Badge> },
  {
    header: "Note",
    id: "note",
    cell: ({ row: { original } }) => (
      <>
        <p>{original.last_error ?? original.reason}</p>
        {original.tx_hash !== null && <code className="font-mono text-xs break-all">{original.tx_hash}</code>}
      </>
    ),
  },
]

export const Payouts = ({ account }: { readonly account: string }) => {
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(payoutsQuery(account))
  const { data: publisher } = useSuspenseQuery(publisherQuery(account))
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>Payouts</h2>
        <RequestPayout
          account={account}
          minimum={formatMoney(publisher.minimum_payout)}
          available={formatMoney(publisher.balance.available)}
        />
      </div>
      <DataTable
        caption="Payouts"
        columns={columns}
        rows={data.pages.flatMap(({ payouts }) => payouts)}
        rowId={({ id }) => id}
        empty={
          <Empty title="No payout was requested yet.">
            A payout pays whole calls in USDC to your proven wallet. It needs a proven wallet, a proven bank account, and at least{" "}
            {formatMoney(publisher.minimum_payout)}.
          </Empty>
        }
      />
      {hasNextPage && (
        <Button className="self-center" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  )
}

const RequestPayout = ({
  account,
  available,
  minimum,
}: {
  readonly account: string
  readonly available: string
  readonly minimum: string
}) => {
  const [isOpen, setOpen] = useState(false)
  const [amount, setAmount] = useState("")
  const queries = useQueryClient()
  const requesting = useMutation({
    mutationFn: () => post("/v1/publishers/me/payouts", amount.trim() === "" ? {} : { amount: Number(amount) }, asAccount(account)),
    onSuccess: () => setOpen(false),
    onSettled: () => queries.invalidateQueries({ queryKey: publisherKey(account) }),
  })
  const close = () => {
    setOpen(false)
    requesting.reset()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Request a payout</Button>
      <Modal
        title="Request a payout"
        description={`${available} can be paid out, at least ${minimum} at a time. An operator approves it.`}
        isOpen={isOpen}
        onClose={close}
      >
        <ActionForm
          action="Request"
          fields={["amount"]}
          error={requesting.error}
          isPending={requesting.isPending}
          onSubmit={() => requesting.mutate()}
          onCancel={close}
        >
          <TextField
            name="amount"
            label="At most, in USD"
            hint="Whole calls are paid, the oldest first. Empty: all that is available."
            inputMode="decimal"
            pattern="\d+(\.\d{1,6})?"
            value={amount}
            onChange={setAmount}
          />
        </ActionForm>
      </Modal>
    </>
  )
}
