import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ApiError } from "../../api/client.ts"
import { formatMoney } from "../../format/money.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Card } from "../../ui/Card.tsx"
import { JsonView } from "../../ui/JsonView.tsx"
import { Loading, Problem } from "../../ui/States.tsx"
import { type RunJson, unfinishedRunQuery } from "./queries.ts"

interface OutcomeProps {
  readonly run: RunJson | undefined
  readonly error: Error | null
  readonly isPending: boolean
}

/** What became of the call: its document with what it cost, or the sentence of the refusal and what moved. */
export const Outcome = ({ error, isPending, run: first }: OutcomeProps) => {
  const later = useQuery(unfinishedRunQuery(first))
  const run = later.data ?? first
  const failure = error ?? later.error
  return (
    <Card
      title="Result"
      aside={run !== undefined && failure === null && <Badge tone={run.status === "completed" ? "ok" : "accent"}>{run.status}</Badge>}
    >
      {(isPending || run?.status === "running") && <Loading label="The call is running" />}
      {!isPending && run === undefined && failure === null && (
        <p className="text-muted">The answer appears here. A call that delivers nothing is not charged.</p>
      )}
      {!isPending && failure !== null && <Refused error={failure} />}
      {!isPending && failure === null && run !== undefined && run.status !== "running" && <Delivered run={run} />}
    </Card>
  )
}

const moved: Readonly<Record<string, string>> = {
  none: "No money moved.",
  charged: "The call was charged.",
  held: "The maximum is held until the call ends.",
  released: "The hold was given back. Nothing was charged.",
  refunded: "The amount was given back.",
}

const Refused = ({ error }: { readonly error: Error }) => {
  const money = error instanceof ApiError ? error.moneyMoved : undefined
  return (
    <>
      <Problem error={error} />
      {money !== undefined && <p className="mt-2 text-muted">{moved[money] ?? `Money: ${money}.`}</p>}
    </>
  )
}

const Delivered = ({ run }: { readonly run: RunJson }) => {
  const [result] = run.results
  return (
    <>
      <p className="mb-3">
        {formatMoney(run.usage.cost)} charged · {formatMoney(run.balance.remaining)} left
        {result !== undefined && (
          <>
            {" · "}
            <Link
              to="/payments/$id"
              params={{ id: result.result_ref }}
              className="font-medium text-accent-strong underline-offset-2 hover:underline"
            >
              Its payment
            </Link>
          </>
        )}
      </p>
      {run.errors.map(({ message }) => (
        <Problem key={message} error={new Error(message)} />
      ))}
      {result !== undefined && <JsonView label="the result" value={result.data} />}
    </>
  )
}
