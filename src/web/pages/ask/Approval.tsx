import { type FormEvent, useState } from "react"
import { post } from "../../api/client.ts"
import { formatTime } from "../../format/time.ts"
import { Button } from "../../ui/Button.tsx"
import { Problem } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { capOf, capProblem, type PlanJson, useRunWrite } from "./queries.ts"

/** Approves exactly this plan, once, and buys it up to the cap. */
export const Approval = ({ id, plan }: { readonly id: string; readonly plan: PlanJson }) => {
  const [cap, setCap] = useState(String(plan.estimated_total.amount))
  const amount = capOf(cap)
  const approve = useRunWrite(
    (max_spend: number, options) =>
      post("/v2/asks/:id/run", { quote_ref: plan.quote_ref, max_spend, wait_seconds: 0 } as never, { params: { id }, ...options }),
    () => undefined,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (amount !== undefined) approve.mutate(amount)
  }
  return (
    <form onSubmit={submit} noValidate className="mt-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-44">
          <TextField label="Spend at most, in USD" inputMode="decimal" value={cap} onChange={setCap} />
        </div>
        <Button type="submit" look="primary" disabled={amount === undefined} isPending={approve.isPending}>
          Approve and run
        </Button>
      </div>
      {amount === undefined && <p className="mt-1 text-xs text-danger">{capProblem}</p>}
      <p className="mt-2 text-xs text-muted">The prices hold until {formatTime(plan.expires_at)}.</p>
      <Problem error={approve.error} />
    </form>
  )
}
