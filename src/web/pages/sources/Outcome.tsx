import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ApiError } from "../../api/client.ts"
import { formatMoney } from "../../format/money.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Card } from "../../ui/Card.tsx"
import { DocumentView } from "../../ui/DocumentView.tsx"
import { Loading, Problem } from "../../ui/States.tsx"
import { type RelayedAnswer, type RunJson, unfinishedRunQuery } from "./queries.ts"

interface OutcomeProps {
  readonly result: RunJson | RelayedAnswer | undefined
  readonly error: Error | null
  /** The form shows the sentence of the refusal at its field. */
  readonly isAtField: boolean
  readonly isPending: boolean
  /** Sends the refused call again. */
  readonly onRepeat: () => void
}

/** What became of the call: its document with what it cost, or the sentence of the refusal and what moved. */
export const Outcome = ({ error, isAtField, isPending, onRepeat, result }: OutcomeProps) => {
  const first = result !== undefined && "status" in result ? result : undefined
  const later = useQuery(unfinishedRunQuery(first))
  const run = later.data ?? first
  const failure = error ?? later.error
  const isRunning = isPending || run?.status === "running"
  return (
    <Card
      title="Result"
      aside={
        !isRunning &&
        run !== undefined &&
        failure === null && <Badge tone={run.status === "completed" ? "ok" : "accent"}>{run.status}</Badge>
      }
    >
      {isRunning && <Loading label="The call is running" />}
      {!isRunning && result === undefined && failure === null && (
        <p className="text-muted">The answer appears here. A call that delivers nothing is not charged.</p>
      )}
      {!isRunning && failure !== null && <Refused error={failure} isAtField={isAtField} onRepeat={onRepeat} />}
      {!isRunning && failure === null && run !== undefined && <Delivered run={run} />}
      {!isRunning && failure === null && result !== undefined && "document" in result && <Relayed answer={result} />}
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

const Refused = ({ error, isAtField, onRepeat }: Pick<OutcomeProps, "isAtField" | "onRepeat"> & { readonly error: Error }) => {
  const money = error instanceof ApiError ? error.moneyMoved : undefined
  return (
    <>
      {isAtField ? <p className="text-muted">Correct the marked input.</p> : <Problem error={error} onRepeat={onRepeat} />}
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
        {result !== undefined && <PaymentLink id={result.result_ref} />}
      </p>
      {run.errors.map(({ message }) => (
        <Problem key={message} error={new Error(message)} />
      ))}
      {result !== undefined && <DocumentView label="the result" value={result.data} />}
    </>
  )
}

const Relayed = ({ answer: { document, payment, price } }: { readonly answer: RelayedAnswer }) => (
  <>
    <p className="mb-3">
      {price === null ? "Nothing was charged" : `${formatMoney(BigInt(Math.round(Number(price) * 1e6)))} charged`}
      {payment !== null && <PaymentLink id={payment} />}
    </p>
    {document === null ? (
      <p className="text-muted">The API answered without a document.</p>
    ) : (
      <DocumentView label="the result" value={document} />
    )}
  </>
)

const PaymentLink = ({ id }: { readonly id: string }) => (
  <>
    {" · "}
    <Link to="/payments/$id" params={{ id }} className="font-medium text-accent-strong underline-offset-2 hover:underline">
      Its payment
    </Link>
  </>
)
