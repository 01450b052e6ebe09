import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { patch } from "../../api/client.ts"
import { formatMoney, microOf } from "../../format/money.ts"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Problem } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { useNotify } from "../../ui/Toasts.tsx"
import { organisationQuery } from "./queries.ts"

/** The balance below which an alert is raised. Those at limits of keys need no setting. */
export const LowBalance = () => {
  const { data } = useSuspenseQuery(organisationQuery)
  const current = data.low_balance_alert
  const [amount, setAmount] = useState(current === null ? "" : String(Number(microOf(current)) / 1_000_000))
  const queries = useQueryClient()
  const notify = useNotify()
  const saving = useMutation({
    mutationFn: () => patch("/v1/organisation", { low_balance_alert: amount.trim() === "" ? null : Number(amount) }),
    onSuccess: (organisation) => {
      queries.setQueryData(organisationQuery.queryKey, organisation)
      const threshold = organisation.low_balance_alert
      notify("Saved.", threshold === null ? "A low balance raises no alert." : `An alert is raised below ${formatMoney(threshold)}.`)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Card title="Low balance">
      <form onSubmit={submit} className="flex flex-col gap-3 sm:max-w-md">
        <TextField
          label="Alert below a balance of, in USD"
          hint="Empty: a low balance raises no alert."
          inputMode="decimal"
          pattern="\d+(\.\d{1,6})?"
          value={amount}
          onChange={setAmount}
        />
        <Problem error={saving.error} />
        <div>
          <Button type="submit" look="primary" isPending={saving.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  )
}
