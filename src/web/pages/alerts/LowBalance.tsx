import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { useState } from "react"
import { patch } from "../../api/client.ts"
import { formatMoney, inputTextOf } from "../../format/money.ts"
import { ActionForm } from "../../ui/ActionForm.tsx"
import { Card } from "../../ui/Card.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { useNotify } from "../../ui/Toasts.tsx"
import { organisationQuery } from "./queries.ts"

/** The balance below which an alert is raised. Those at limits of keys need no setting. */
export const LowBalance = () => {
  const { data } = useSuspenseQuery(organisationQuery)
  const current = data.low_balance_alert
  const [amount, setAmount] = useState(inputTextOf(current))
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
  return (
    <Card title="Low balance">
      <ActionForm
        action="Save"
        className="sm:max-w-md"
        fields={["low_balance_alert"]}
        error={saving.error}
        isPending={saving.isPending}
        onSubmit={() => saving.mutate()}
      >
        <TextField
          name="low_balance_alert"
          label="Alert below a balance of, in USD"
          hint="Empty: a low balance raises no alert."
          inputMode="decimal"
          pattern="\d+(\.\d{1,6})?"
          title="An amount in USD such as 10 or 0.25, or nothing for no alert"
          value={amount}
          onChange={setAmount}
        />
      </ActionForm>
    </Card>
  )
}
