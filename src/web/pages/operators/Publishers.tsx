import { useSuspenseQuery } from "@tanstack/react-query"
import { post, type ResponseOf } from "../../api/client.ts"
import { formatDay } from "../../format/time.ts"
import { Badge } from "../../ui/Badge.tsx"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { Empty } from "../../ui/States.tsx"
import { publishersQuery } from "./queries.ts"
import { ReasonButton } from "./ReasonDialog.tsx"

type Publisher = ResponseOf<"GET", "/v1/operator/publishers">["publishers"][number]

const tones = { verified: "ok", pending: "warn", expired: "danger", unverified: "neutral" } as const

const Actions = ({ publisher }: { readonly publisher: Publisher }) => {
  const { name, proofs, publisher_id: id, status } = publisher
  const run = (action: "approve" | "suspend" | "resume") => (reason: string) =>
    post("/v1/operator/publishers/:id", { action, reason }, { params: { id } })
  const waiting = proofs.filter((proof) => proof.status === "pending")
  return (
    <span className="flex gap-2">
      {waiting.length > 0 && (
        <ReasonButton
          action="Approve the proofs"
          title={`Approve the proofs of ${name}`}
          effect={`${waiting.map(({ kind, subject }) => `${kindNames[kind]} ${subject}`).join(", ")}. Payouts may then go there for a year.`}
          run={run("approve")}
        />
      )}
      {status === "active" ? (
        <ReasonButton
          action="Suspend"
          title={`Suspend ${name}`}
          effect="It can read and requests no payout, and none of its payouts can be approved. Its APIs are sold as before."
          isDangerous
          run={run("suspend")}
        />
      ) : (
        <ReasonButton action="Resume" title={`Resume ${name}`} effect="It may request payouts again." run={run("resume")} />
      )}
    </span>
  )
}

const kindNames = { wallet: "Wallet", iban: "Bank account" } as const

const columns: ReadonlyArray<TableColumn<Publisher>> = [
  {
    header: "Publisher",
    accessorKey: "name",
    cell: ({ row: { original } }) => (
      <>
        <p className="font-medium">{original.name}</p>
        <p className="text-muted">paid as {original.payees.join(", ")}</p>
      </>
    ),
  },
  {
    header: "State",
    accessorKey: "status",
    cell: ({ row }) => <Badge tone={row.original.status === "active" ? "ok" : "danger"}>{row.original.status}</Badge>,
  },
  {
    header: "Verification",
    accessorKey: "verification",
    cell: ({ row: { original } }) => <Badge tone={tones[original.verification]}>{original.verification}</Badge>,
  },
  {
    header: "Proofs",
    id: "proofs",
    cell: ({ row: { original } }) => (
      <>
        {original.proofs.map(({ approved_by: by, expires_at: until, id, kind, status, subject }) => (
          <p key={id}>
            {kindNames[kind]} <code className="font-mono text-xs">{subject}</code> {status}
            {status === "verified" && ` until ${formatDay(until)}`}
            {by !== null && <span className="text-muted">, approved by {by}</span>}
          </p>
        ))}
        {original.missing.map((sentence) => (
          <p key={sentence} className="text-muted">
            {sentence}
          </p>
        ))}
      </>
    ),
  },
  { header: "Action", id: "action", cell: ({ row }) => <Actions publisher={row.original} /> },
]

/** Who is paid. A bank account is recorded on the command line by the person who has seen the document: farthing publisher iban. */
export const Publishers = () => {
  const { data } = useSuspenseQuery(publishersQuery)
  return (
    <>
      <h2 className="mt-4">Publishers</h2>
      <p className="text-muted">
        A publisher proves its wallet on its own page. Record a bank account after you have seen its document:{" "}
        <code className="font-mono text-xs">farthing publisher iban ID --iban … --evidence … --reason …</code>
      </p>
      <DataTable
        caption="Publishers"
        columns={columns}
        rows={data.publishers}
        rowId={({ publisher_id: id }) => id}
        empty={<Empty title="There is no publisher.">Create one on the command line: farthing publisher create.</Empty>}
      />
    </>
  )
}
