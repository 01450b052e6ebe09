import { useMutation, useQuery, useQueryClient, useSuspenseInfiniteQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { post, type ResponseOf } from "../../api/client.ts"
import { formatTime } from "../../format/time.ts"
import { asAccount } from "../../links/links.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Empty, Failure, Loading, Problem } from "../../ui/States.tsx"
import { eventQuery, eventsKey, eventsQuery } from "./queries.ts"

type Event = ResponseOf<"GET", "/v1/marketplaces/me/events">["events"][number]

const tones = { delivered: "ok", pending: "neutral", sending: "neutral", failed: "danger", skipped: "warn", unknown: "warn" } as const
const Status = ({ status }: Pick<Event, "status">) => <Badge tone={tones[status]}>{status}</Badge>

const columns = (account: string): ReadonlyArray<TableColumn<Event>> => [
  {
    header: "Event",
    accessorKey: "event",
    cell: ({ row: { original } }) => (
      <Link to="/connect" search={{ account, event: original.id }} className="text-accent-strong underline">
        {original.event}
      </Link>
    ),
  },
  { header: "Status", accessorKey: "status", cell: ({ row }) => <Status {...row.original} /> },
  { header: "Attempts", accessorKey: "attempts", meta: { align: "right" } },
  {
    header: "Created",
    accessorKey: "created_at",
    cell: ({ row }) => <span className="whitespace-nowrap">{formatTime(row.original.created_at)}</span>,
  },
  { header: "Why not delivered", accessorKey: "reason", cell: ({ row }) => row.original.reason ?? "" },
]

/** The log of events with what became of each, and one event in a dialogue. */
export const Events = ({ account, open }: { readonly account: string; readonly open: string | undefined }) => {
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(eventsQuery(account))
  const navigate = useNavigate()
  return (
    <section className="flex flex-col gap-3">
      <h2>Events</h2>
      <DataTable
        caption="Events"
        columns={columns(account)}
        rows={data.pages.flatMap(({ events }) => events)}
        rowId={({ id }) => id}
        empty={
          <Empty title="There is no event yet.">
            Events are written when a checkout is paid or fails, and when a seller is activated. A test event is one too.
          </Empty>
        }
      />
      {hasNextPage && (
        <Button className="self-center" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
      <Modal title="Event" isOpen={open !== undefined} onClose={() => void navigate({ to: "/connect", search: { account } })}>
        {open !== undefined && <OneEvent account={account} id={open} />}
      </Modal>
    </section>
  )
}

const OneEvent = ({ account, id }: { readonly account: string; readonly id: string }) => {
  const { data, error, refetch } = useQuery({
    ...eventQuery(account, id),
    // Until the attempt has ended.
    refetchInterval: ({ state }) => (state.data?.status === "pending" || state.data?.status === "sending" ? 1_000 : false),
  })
  const queries = useQueryClient()
  const redelivering = useMutation({
    mutationFn: () => post("/v1/marketplaces/me/events/:id/redeliver", undefined, { params: { id }, ...asAccount(account) }),
    onSettled: () => queries.invalidateQueries({ queryKey: eventsKey(account) }),
  })
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />
  if (data === undefined) return <Loading />
  const isWaiting = data.status === "pending" || data.status === "sending"
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{data.event}</span>
        <Status status={data.status} />
      </p>
      <p className="break-all text-muted">{data.url ?? "It has no URL to be sent to."}</p>
      <ol className="divide-y divide-line">
        {data.deliveries.map((delivery) => (
          <li key={delivery.attempt} className="flex flex-wrap items-center gap-2 py-2">
            <Status status={delivery.status} /> {formatTime(delivery.started_at)}
            {delivery.http_status !== null && ` · ${delivery.http_status}`}
            {delivery.by_hand && " · by hand"}
            {delivery.reason !== null && <span className="basis-full text-muted">{delivery.reason}</span>}
          </li>
        ))}
      </ol>
      <pre
        tabIndex={0}
        aria-label="Body of the event"
        className="max-h-60 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs whitespace-pre-wrap break-all"
      >
        {data.body}
      </pre>
      <Problem error={redelivering.error} />
      <div className="flex justify-end">
        <Button look="primary" isPending={redelivering.isPending || isWaiting} onClick={() => redelivering.mutate()}>
          Send it again
        </Button>
      </div>
    </div>
  )
}
