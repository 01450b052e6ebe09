import { useState } from "react"
import { ApiError, post } from "../../api/client.ts"
import { formatTime } from "../../format/time.ts"
import { ActionForm } from "../../ui/ActionForm.tsx"
import { TextField } from "../../ui/TextField.tsx"
import type { RunJson } from "../sources/queries.ts"
import { ExpiredPlan } from "./ExpiredPlan.tsx"
import { capOf, capProblem, type PlanJson, useRunWrite } from "./queries.ts"

/** Approves exactly this plan, once, and buys it up to the cap. */
export const Approval = ({ plan, run }: { readonly plan: PlanJson; readonly run: RunJson }) => {
  const [cap, setCap] = useState(String(plan.estimated_total.amount))
  const amount = capOf(cap)
  const approve = useRunWrite(
    (max_spend: number, options) =>
      post("/v2/asks/:id/run", { quote_ref: plan.quote_ref, max_spend, wait_seconds: 0 } as never, { params: { id: run.id }, ...options }),
    () => undefined,
  )
  const submit = () => {
    if (amount !== undefined) approve.mutate(amount)
  }
  // The gateway's clock is a little ahead of what this page knows of it.
  if (approve.error instanceof ApiError && approve.error.code === "plan_expired") return <ExpiredPlan run={run} />
  return (
    <ActionForm
      action="Approve and run"
      className="mt-2 border-t border-line pt-4"
      fields={["max_spend"]}
      error={approve.error}
      isPending={approve.isPending}
      isDisabled={amount === undefined}
      onSubmit={submit}
    >
      <div className="max-w-72">
        <TextField
          name="max_spend"
          label="Spend at most, in USD"
          hint={`The prices hold until ${formatTime(plan.expires_at)}.`}
          inputMode="decimal"
          value={cap}
          onChange={setCap}
          problem={amount === undefined ? capProblem : undefined}
        />
      </div>
    </ActionForm>
  )
}
