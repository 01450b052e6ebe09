import { useSuspenseQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { post } from "../../api/client.ts"
import { formatMoney } from "../../format/money.ts"
import { personText } from "../../format/personText.ts"
import { Button } from "../../ui/Button.tsx"
import { Card, PageHeader } from "../../ui/Card.tsx"
import { Problem } from "../../ui/States.tsx"
import { Approval } from "./Approval.tsx"
import { Continuation } from "./Continuation.tsx"
import { ExpiredPlan } from "./ExpiredPlan.tsx"
import { Observations } from "./Observations.tsx"
import { PlanSteps } from "./PlanSteps.tsx"
import { runQuery, useRunWrite } from "./queries.ts"
import type { RunJson } from "../sources/queries.ts"
import { Results } from "./Results.tsx"
import { RunStatus, useIsExpired } from "./RunStatus.tsx"

const route = getRouteApi("/shell/runs/$id")

const openStatuses: ReadonlySet<string> = new Set(["running", "requires_approval", "needs_input", "needs_selection"])

/** A run from its plan to its answer. While it executes, the steps are shown as they are bought. */
export const RunPage = () => {
  const { id } = route.useParams()
  const { pointer, result } = route.useSearch()
  const { data: run } = useSuspenseQuery(runQuery(id))
  const isExpired = useIsExpired(run.status, run.plan?.expires_at ?? null)
  return (
    <>
      <p className="mb-2">
        <Link to="/ask" className="text-muted hover:text-ink">
          ← Ask
        </Link>
      </p>
      <PageHeader title={run.question ?? run.workflow?.slug ?? "Run"} actions={openStatuses.has(run.status) && <Cancel id={id} />}>
        <span role="status" className="flex flex-wrap items-center gap-2">
          <RunStatus status={run.status} expiresAt={run.plan?.expires_at ?? null} />
          {formatMoney(run.usage.cost)} charged
          {run.usage.held.amount_micro_usd !== "0" && ` · ${formatMoney(run.usage.held)} held`}
        </span>
      </PageHeader>
      <div className="flex flex-col gap-4">
        <Message run={run} isExpired={isExpired} />
        {run.continuation !== undefined && (
          <Continuation key={run.continuation.state.state_ref} id={id} continuation={run.continuation} candidates={run.candidates ?? []} />
        )}
        {run.answer !== null && <Observations answer={run.answer} run={run} />}
        {run.plan !== undefined && (
          <Card title="Plan" aside={<span>at most {formatMoney(run.plan.estimated_total)}</span>}>
            <PlanSteps run={run} plan={run.plan} />
            {isExpired && <ExpiredPlan run={run} />}
            {run.status === "requires_approval" && !isExpired && <Approval key={run.plan.quote_ref} run={run} plan={run.plan} />}
          </Card>
        )}
        <Results run={run} result={result} pointer={pointer} />
      </div>
    </>
  )
}

/** What the plan leaves out, why it was not bought at once, and what failed. */
const Message = ({
  isExpired,
  run: { approval_required_reason: reason, errors, message },
}: {
  readonly run: RunJson
  /** The plan can no longer be approved, whatever kept it from being bought at once. */
  readonly isExpired: boolean
}) => {
  // The reason of an unread part quotes it like the message does.
  const why =
    reason?.code === "unread" && message != null ? "It was not bought at once: its answer may be to another question." : reason?.message
  const texts = [...new Set([message, isExpired ? null : why].filter((text) => text != null).map(personText))]
  return (
    <>
      {texts.map((text) => (
        <p key={text} className="rounded-md bg-warn-soft p-3 text-warn">
          {text}
        </p>
      ))}
      {errors.map(({ message }) => (
        <Problem key={message} error={new Error(message)} />
      ))}
    </>
  )
}

const Cancel = ({ id }: { readonly id: string }) => {
  const cancel = useRunWrite<null>(
    (_, options) => post("/v2/runs/:id/cancel", undefined, { params: { id }, ...options }),
    () => undefined,
  )
  return (
    <div>
      <Button isPending={cancel.isPending} onClick={() => cancel.mutate(null)}>
        Cancel the run
      </Button>
      <Problem error={cancel.error} />
    </div>
  )
}
