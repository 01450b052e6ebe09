import type { ReactNode } from "react"
import { useState } from "react"
import { countOf } from "../../format/count.ts"
import { formatLimit, formatMoney, microOf } from "../../format/money.ts"
import { formatDay, formatRelative, formatTime } from "../../format/time.ts"
import { Badge } from "../../ui/Badge.tsx"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { KeyActions, type KeyAction } from "./KeyActions.tsx"
import { ChangeLimits } from "./ChangeLimits.tsx"
import { RevokeKey } from "./RevokeKey.tsx"
import { EndOldSecret } from "./EndOldSecret.tsx"
import { RotateKey } from "./RotateKey.tsx"
import type { ListedKey } from "./queries.ts"

const byMoney = (name: "month_spent" | "monthly") => (a: { original: ListedKey }, b: { original: ListedKey }) =>
  Number(microOf(a.original[name]) - microOf(b.original[name]))

/** The keys, each with what can be done with it. */
export const KeyTable = ({ keys, empty }: { readonly keys: ReadonlyArray<ListedKey>; readonly empty: ReactNode }) => {
  const [chosen, choose] = useState<{ readonly action: KeyAction; readonly key: ListedKey } | undefined>(undefined)
  const close = () => choose(undefined)
  const onAction = (action: KeyAction, key: ListedKey) => choose({ action, key })
  return (
    <>
      <DataTable
        caption="Keys"
        columns={columnsWith(onAction)}
        phoneRow={(key) => <PhoneRow apiKey={key} onAction={onAction} />}
        rows={keys}
        rowId={({ key_id: id }) => id}
        empty={empty}
      />
      {chosen?.action === "limits" && <ChangeLimits apiKey={chosen.key} onClose={close} />}
      {chosen?.action === "rotate" && <RotateKey apiKey={chosen.key} onClose={close} />}
      {chosen?.action === "endOldSecret" && <EndOldSecret apiKey={chosen.key} onClose={close} />}
      {chosen?.action === "revoke" && <RevokeKey apiKey={chosen.key} onClose={close} />}
    </>
  )
}

const Name = ({ apiKey: key }: { readonly apiKey: ListedKey }) => (
  <div className="min-w-40">
    <p className="font-medium">{key.name}</p>
    <p className="flex flex-wrap gap-1 pt-0.5 text-xs text-muted">
      {key.status !== "active" && <Badge tone={key.status === "revoked" ? "danger" : "warn"}>{key.status}</Badge>}
      {key.old_secret_until !== null && <Badge tone="warn">old secret works until {formatDay(key.old_secret_until)}</Badge>}
      {key.tag !== null && <Badge>tag {key.tag}</Badge>}
      <span title={key.scopes.join(", ")}>{countOf(key.scopes.length, "scope")}</span>
    </p>
  </div>
)

const LastCall = ({ at }: { readonly at: string | null }) =>
  at === null ? (
    <span className="text-muted">never</span>
  ) : (
    <time dateTime={at} title={formatTime(at)} className="whitespace-nowrap">
      {formatRelative(at)}
    </time>
  )

interface KeyProps {
  readonly apiKey: ListedKey
  readonly onAction: (action: KeyAction, key: ListedKey) => void
}

const Actions = ({ apiKey: key, onAction }: KeyProps) =>
  key.status === "active" ? (
    <KeyActions name={key.name} hasOldSecret={key.old_secret_until !== null} onAction={(action) => onAction(action, key)} />
  ) : null

const PhoneRow = ({ apiKey: key, onAction }: KeyProps) => (
  <div className="flex items-start justify-between gap-3">
    <div className="flex flex-col gap-1">
      <Name apiKey={key} />
      <p className="text-xs text-muted">
        Spent this month: {formatMoney(key.month_spent)}, monthly limit: {formatLimit(key.monthly)}. Last call:{" "}
        <LastCall at={key.last_call_at} />. Expires on {formatDay(key.expires_at)}.
      </p>
    </div>
    <Actions apiKey={key} onAction={onAction} />
  </div>
)

const columnsWith = (onAction: KeyProps["onAction"]): ReadonlyArray<TableColumn<ListedKey>> => [
  {
    id: "name",
    header: "Name",
    accessorFn: ({ name }) => name,
    cell: ({ row }) => <Name apiKey={row.original} />,
  },
  {
    id: "spent",
    header: "Spent this month",
    accessorFn: ({ month_spent: spent }) => spent.amount,
    sortFn: byMoney("month_spent"),
    meta: { align: "right" },
    cell: ({ row: { original: key } }) => formatMoney(key.month_spent),
  },
  {
    id: "monthly",
    header: "Monthly limit",
    accessorFn: ({ monthly }) => monthly?.amount ?? Infinity,
    meta: { align: "right" },
    cell: ({ row: { original: key } }) => <span className={key.monthly === null ? "text-muted" : ""}>{formatLimit(key.monthly)}</span>,
  },
  {
    id: "use",
    header: "Last call",
    accessorFn: ({ last_call_at: at }) => at ?? "",
    cell: ({ row }) => <LastCall at={row.original.last_call_at} />,
  },
  {
    id: "expires",
    header: "Expires",
    accessorFn: ({ expires_at: at }) => at,
    cell: ({ row: { original: key } }) => <time className="whitespace-nowrap">{formatDay(key.expires_at)}</time>,
  },
  {
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    enableSorting: false,
    meta: { align: "right" },
    cell: ({ row }) => <Actions apiKey={row.original} onAction={onAction} />,
  },
]
