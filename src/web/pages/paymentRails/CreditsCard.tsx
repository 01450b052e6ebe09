import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { post } from "../../api/client.ts"
import { useSubmission } from "../../api/submission.ts"
import { useSession } from "../../session/session.ts"
import { ActionForm } from "../../ui/ActionForm.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { CreditBookings } from "./CreditBookings.tsx"
import { OtherPayments } from "./OtherPayments.tsx"
import type { RailState } from "./queries.ts"
import { RailCard } from "./RailCard.tsx"

/** Prepaid credits: the balance, a top-up by card, and the top-ups so far. */
export const CreditsCard = ({ rail }: { readonly rail: RailState }) => (
  <RailCard rail={rail} title="Prepaid credits">
    {useSession().mayManage ? <TopupForm /> : <p className="mt-4 text-muted">Owners and admins buy credits by card.</p>}
    <OtherPayments title="Top-ups" kind="topup" empty="There is no top-up yet." />
    <CreditBookings />
  </RailCard>
)

/** From 1 to 10,000 USD in whole cents. */
const isAmount = (text: string) => /^\d{1,5}(\.\d{1,2})?$/.test(text) && Number(text) >= 1 && Number(text) <= 10_000

const TopupForm = () => {
  const [amount, setAmount] = useState("25")
  const [isChecked, setChecked] = useState(false)
  const submission = useSubmission()
  const open = useMutation({
    mutationFn: async () => {
      const back = `${location.origin}/app/rails`
      const body = { amount: Number(amount), success_url: back, cancel_url: back }
      const { url } = await post("/v1/topups", body as never, { headers: submission.headersFor(amount) })
      if (url === null) {
        throw new Error("This page was paid or has expired. Press the button again for a new one.")
      }
      return url
    },
    onSuccess: (url) => location.assign(url),
    onSettled: (_, error) => submission.settled(error),
  })
  const submit = () => {
    setChecked(true)
    if (isAmount(amount)) open.mutate()
  }
  return (
    <ActionForm
      action="Top up by card"
      className="mt-4"
      fields={["amount"]}
      error={open.error}
      isPending={open.isPending || open.isSuccess}
      onSubmit={submit}
    >
      <TextField
        name="amount"
        label="Amount in USD"
        hint="The page of the card processor opens. The balance grows when the card has paid."
        inputMode="decimal"
        className="max-w-36"
        value={amount}
        onChange={setAmount}
        problem={isChecked && !isAmount(amount) ? "Enter an amount from 1 to 10,000 USD, with at most two decimals." : undefined}
      />
    </ActionForm>
  )
}
