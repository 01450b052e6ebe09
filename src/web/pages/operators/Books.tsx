import { useQuery } from "@tanstack/react-query"
import { CircleCheck, CircleHelp, CircleX } from "lucide-react"
import { get } from "../../api/client.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Empty, Failure, Loading } from "../../ui/States.tsx"

/** The audit reads every table of the books, so it runs when a person starts it, and never by itself. */
export const Books = () => {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey: ["audit"],
    queryFn: ({ signal }) => get("/v1/operator/audit", undefined, { signal }),
    enabled: false,
    retry: false,
    gcTime: Infinity,
  })
  const run = (
    <Button look="primary" isPending={isFetching} onClick={() => void refetch()}>
      {data === undefined ? "Run the audit" : "Run it again"}
    </Button>
  )
  if (error !== null && !isFetching) return <Failure error={error} retry={() => void refetch()} />
  if (data === undefined) {
    return isFetching ? (
      <Loading label="The audit reads the books. This can take minutes." />
    ) : (
      <Empty title="Reconciliation" action={run}>
        The audit checks every invariant of the ledger, and compares each rail's tables with the ledger and with its outside. On large books
        it takes minutes.
      </Empty>
    )
  }
  return (
    <Card
      title={data.ok ? "The books agree" : "The books have breaks"}
      aside={<Badge tone={data.ok ? "ok" : "danger"}>{data.complete ? "complete" : "an outside was not read"}</Badge>}
    >
      <p className="text-muted">Read at {new Date(dataUpdatedAt).toISOString().slice(0, 19).replace("T", " ")} UTC.</p>
      <ul className="my-4 divide-y divide-line">
        {data.checks.map(({ breaks, name, rail, unchecked, violations }) => {
          const [Icon, tone, state] =
            unchecked !== null
              ? ([CircleHelp, "text-warn", "not checked"] as const)
              : violations === 0
                ? ([CircleCheck, "text-ok", "holds"] as const)
                : ([CircleX, "text-danger", `${violations} breaks`] as const)
          return (
            <li key={`${rail} ${name}`} className="flex items-start gap-2 py-2">
              <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${tone}`} />
              <div className="min-w-0">
                <p>
                  {rail !== null && <span className="text-muted">{rail}: </span>}
                  {name} <span className="text-muted">({state})</span>
                </p>
                {unchecked !== null && <p className="text-muted">{unchecked}</p>}
                {breaks.map((line) => (
                  <p key={line} className="text-danger">
                    {line}
                  </p>
                ))}
              </div>
            </li>
          )
        })}
      </ul>
      {run}
    </Card>
  )
}
