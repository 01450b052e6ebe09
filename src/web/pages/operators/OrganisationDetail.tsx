import { useSuspenseQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { post, type ResponseOf } from "../../api/client.ts"
import { formatMoney } from "../../format/money.ts"
import { formatTime } from "../../format/time.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Card } from "../../ui/Card.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { Empty } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { MoveCredits } from "./MoveCredits.tsx"
import { OrganisationStatus } from "./Organisations.tsx"
import { organisationQuery } from "./queries.ts"
import { ReasonButton } from "./ReasonDialog.tsx"

type Account = ResponseOf<"GET", "/v1/operator/organisations/:id">["accounts"][number]

const accountColumns = (id: string): ReadonlyArray<TableColumn<Account>> => [
  { header: "Account", accessorKey: "account" },
  {
    header: "State",
    accessorKey: "status",
    cell: ({ row: { original } }) => <Badge tone={original.status === "active" ? "ok" : "danger"}>{original.status}</Badge>,
  },
  { header: "Available", id: "available", meta: { align: "right" }, cell: ({ row }) => formatMoney(row.original.available) },
  { header: "Held", id: "held", meta: { align: "right" }, cell: ({ row }) => formatMoney(row.original.held) },
  { header: "Open calls", accessorKey: "open_calls", meta: { align: "right" } },
  {
    header: "Action",
    id: "action",
    cell: ({ row: { original } }) => {
      const action = original.status === "frozen" ? "unfreeze" : "freeze"
      const change = (reason: string) =>
        post("/v1/operator/organisations/:id/accounts/:account", { action, reason }, { params: { id, account: original.account } })
      const freezing =
        action === "freeze" ? (
          <ReasonButton
            action="Freeze"
            title={`Freeze the account ${original.account}`}
            effect="It pays for nothing from the next call on, whatever its rail decides. Open calls end as they would. You can unfreeze it."
            isDangerous
            run={change}
          />
        ) : (
          <ReasonButton
            action="Unfreeze"
            title={`Unfreeze the account ${original.account}`}
            effect="Its rail then decides whether the account pays."
            run={change}
          />
        )
      return (
        <span className="flex flex-wrap gap-2">
          {freezing}
          {original.account === "credits" && <MoveCredits id={id} as="take-back" />}
          {original.account === "credits" && <MoveCredits id={id} as="pay-out" />}
        </span>
      )
    },
  },
]

const Erase = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const [typed, setTyped] = useState("")
  return (
    <ReasonButton
      action="Erase"
      title={`Erase ${name}`}
      effect="Removes names, requests, documents and questions, and revokes every key. Payments and transfers stay, because books are kept. It needs accounts that are empty, and cannot be undone."
      isDangerous
      isReady={typed.trim() === name}
      run={(reason) => post("/v1/operator/organisations/:id/erase", { reason }, { params: { id } })}
    >
      <TextField label="Name of the organisation" hint={`Type ${name} to confirm.`} required value={typed} onChange={setTyped} />
    </ReasonButton>
  )
}

export const OrganisationDetail = ({ id }: { readonly id: string }) => {
  const { data: organisation } = useSuspenseQuery(organisationQuery(id))
  const change = (action: "suspend" | "resume" | "stop-spending" | "allow-spending") => (reason: string) =>
    post("/v1/operator/organisations/:id", { action, reason }, { params: { id } })
  const { name, status } = organisation
  return (
    <div className="flex flex-col gap-4">
      <Link to="/operators" search={{}} className="text-accent-strong underline">
        All organisations
      </Link>
      <Card title={name} aside={<OrganisationStatus {...organisation} />}>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
          <dt className="text-muted">Id</dt>
          <dd className="flex items-center gap-1">
            <code className="font-mono text-xs break-all">{id}</code>
            <CopyButton text={id} label="Copy the id" isIconOnly />
          </dd>
          <dt className="text-muted">E-mail</dt>
          <dd>{organisation.email ?? "none"}</dd>
          <dt className="text-muted">Available</dt>
          <dd>{formatMoney(organisation.balance)}</dd>
          <dt className="text-muted">Limits</dt>
          <dd>
            {organisation.rate_per_minute} requests a minute, {organisation.concurrency} at once; active keys: {organisation.active_keys}
          </dd>
          <dt className="text-muted">Since</dt>
          <dd>{formatTime(organisation.created_at)}</dd>
        </dl>
        <div className="mt-4 flex flex-wrap gap-2">
          {status === "active" && (
            <ReasonButton
              action="Suspend"
              title={`Suspend ${name}`}
              effect="Every paid call is refused with 403 organisation_unavailable. You can resume it."
              isDangerous
              run={change("suspend")}
            />
          )}
          {status === "suspended" && (
            <ReasonButton action="Resume" title={`Resume ${name}`} effect="Its calls are served again." run={change("resume")} />
          )}
          {status !== "erased" && organisation.spending && (
            <ReasonButton
              action="Stop spending"
              title={`Stop the spending of ${name}`}
              effect="Every paid call is refused with 403 spending_not_permitted. Reading still works. The owner can switch spending on again."
              isDangerous
              run={change("stop-spending")}
            />
          )}
          {status !== "erased" && !organisation.spending && (
            <ReasonButton
              action="Allow spending"
              title={`Allow ${name} to spend`}
              effect="Its paid calls are served again."
              run={change("allow-spending")}
            />
          )}
          {organisation.active_keys > 0 && (
            <ReasonButton
              action="Revoke all keys"
              title={`Revoke all keys of ${name}`}
              effect={`Its ${organisation.active_keys} active keys are refused from the next request on, with 401 api_key_revoked. It cannot be undone: its owner creates new ones.`}
              isDangerous
              run={(reason) => post("/v1/operator/organisations/:id/revoke-keys", { reason }, { params: { id } })}
            />
          )}
          {status === "suspended" && <Erase id={id} name={name} />}
          <Link to="/operators" search={{ view: "log", organisation: id }} className="self-center px-2 text-accent-strong underline">
            Log of this organisation
          </Link>
        </div>
      </Card>
      <h2>Accounts</h2>
      <DataTable
        caption={`Accounts of ${name}`}
        columns={accountColumns(id)}
        rows={organisation.accounts}
        rowId={({ account }) => account}
        empty={<Empty title="The organisation has no account yet.">A rail opens one when it is first used.</Empty>}
      />
    </div>
  )
}
