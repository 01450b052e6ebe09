import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { ApiError, put, remove, type ResponseOf } from "../../api/client.ts"
import { formatMoney, inputTextOf } from "../../format/money.ts"
import { formatTime } from "../../format/time.ts"
import { useSession } from "../../session/session.ts"
import { ActionForm } from "../../ui/ActionForm.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Button, buttonClass } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { Failure, Loading } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { autoTopupQuery } from "./queries.ts"

type State = ResponseOf<"GET", "/v1/me/credits/auto-top-up">

const badges = {
  off: <Badge>off</Badge>,
  setup: <Badge tone="warn">waits for a card</Badge>,
  active: <Badge tone="ok">on</Badge>,
  disabled: <Badge tone="danger">switched off after failed payments</Badge>,
}

/** Credits that are bought by a saved card when they run low. Off by default. */
export const AutoTopup = () => {
  const { data, error, refetch } = useQuery(autoTopupQuery)
  const { mayManage } = useSession()
  if (error instanceof ApiError && error.status === 404) return null
  return (
    <Card title="Automatic top-up" aside={data && badges[data.status]}>
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {error === null && data === undefined && <Loading />}
      {data !== undefined && <Summary state={data} />}
      {data !== undefined && mayManage && <Form key={data.status} state={data} />}
      {!mayManage && <p className="text-muted">Owners and admins change it.</p>}
    </Card>
  )
}

const Summary = ({ state }: { readonly state: State }) => {
  const {
    amount,
    card,
    last_error: lastError,
    month_topped_up: bought,
    monthly_ceiling: ceiling,
    next_attempt_at: next,
    status,
    threshold,
  } = state
  if (status === "off" || threshold === null || amount === null || ceiling === null) {
    return (
      <p className="max-w-prose text-muted">
        When the credits run low, a saved card buys more, within a monthly ceiling. It is off until you switch it on.
      </p>
    )
  }
  return (
    <div className="flex max-w-prose flex-col gap-1">
      <p>
        Below {formatMoney(threshold)} of credits, {card === null ? "the card" : `${card.brand} ending in ${card.last4}`} pays{" "}
        {formatMoney(amount)}, at most {formatMoney(ceiling)} in a month (UTC).{" "}
        {bought !== null && `${formatMoney(bought)} in this month so far.`}
      </p>
      {lastError !== null && <p className="text-danger">{lastError}</p>}
      {next !== null && <p className="text-muted">The next attempt is at {formatTime(next)}.</p>}
    </div>
  )
}

const Form = ({ state }: { readonly state: State }) => {
  const [threshold, setThreshold] = useState(inputTextOf(state.threshold, "5"))
  const [amount, setAmount] = useState(inputTextOf(state.amount, "25"))
  const [ceiling, setCeiling] = useState(inputTextOf(state.monthly_ceiling, "100"))
  const [isEnding, setEnding] = useState(false)
  const queries = useQueryClient()
  const keep = (next: State) => queries.setQueryData(autoTopupQuery.queryKey, next)
  const saving = useMutation({
    mutationFn: () => {
      const back = `${location.origin}/app/alerts`
      const amounts = { threshold: Number(threshold), amount: Number(amount), monthly_ceiling: Number(ceiling) }
      return put("/v1/me/credits/auto-top-up", { ...amounts, success_url: back, cancel_url: back })
    },
    onSuccess: keep,
  })
  const ending = useMutation({
    mutationFn: () => remove("/v1/me/credits/auto-top-up"),
    onSuccess: (next) => {
      setEnding(false)
      keep(next)
    },
  })
  const money = { inputMode: "decimal", pattern: "\\d+(\\.\\d{1,2})?", required: true } as const
  return (
    <ActionForm
      action={state.status === "active" || state.status === "setup" ? "Change" : "Switch on"}
      className="mt-4"
      fields={["threshold", "amount", "monthly_ceiling"]}
      error={saving.error}
      isPending={saving.isPending}
      onSubmit={() => saving.mutate()}
      buttons={
        <>
          {state.url !== null && (
            <a href={state.url} className={buttonClass("primary")}>
              Save a card
            </a>
          )}
          {state.status !== "off" && <Button onClick={() => setEnding(true)}>Switch off</Button>}
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField name="threshold" label="Below, in USD" {...money} value={threshold} onChange={setThreshold} />
        <TextField name="amount" label="Buy, in USD" {...money} value={amount} onChange={setAmount} />
        <TextField name="monthly_ceiling" label="At most a month, in USD" {...money} value={ceiling} onChange={setCeiling} />
      </div>
      <ConfirmDialog
        title="Switch automatic top-ups off"
        action="Switch off"
        isOpen={isEnding}
        isPending={ending.isPending}
        error={ending.error}
        onConfirm={() => ending.mutate()}
        onClose={() => setEnding(false)}
      >
        The gateway forgets the card. A payment that is on its way still ends as it would, and is credited.
      </ConfirmDialog>
    </ActionForm>
  )
}
