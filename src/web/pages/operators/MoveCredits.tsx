import { useState } from "react"
import { post } from "../../api/client.ts"
import { TextField } from "../../ui/TextField.tsx"
import { ReasonButton } from "./ReasonDialog.tsx"

const movements = {
  "take-back": {
    action: "Take back",
    title: "Take granted credits back",
    effect: "At most what was granted and is not taken back, and never what an open call holds. It is booked once per reference.",
  },
  "pay-out": {
    action: "Pay out",
    title: "Pay credits out to the customer",
    effect:
      "Books credits out that you then pay to the customer, for instance by bank transfer: what is free, without what was granted. It is booked once per reference.",
  },
} as const

/** Takes credits out of an organisation's account: a gift goes back, or the customer gets the money. */
export const MoveCredits = ({ as, id }: { readonly id: string; readonly as: keyof typeof movements }) => {
  const [amount, setAmount] = useState("")
  const [ref, setRef] = useState("")
  return (
    <ReasonButton
      {...movements[as]}
      isDangerous
      run={async (reason) => {
        const movement = { action: as, amount: Number(amount), ref: ref.trim(), reason }
        await post("/v1/operator/organisations/:id/credits", movement, { params: { id } })
        setAmount("")
        setRef("")
      }}
    >
      <TextField label="Amount in USD" required inputMode="decimal" pattern="\d+(\.\d{1,6})?" value={amount} onChange={setAmount} />
      <TextField
        label="Reference"
        hint="For instance the number of the bank transfer."
        required
        maxLength={100}
        value={ref}
        onChange={setRef}
      />
    </ReasonButton>
  )
}
