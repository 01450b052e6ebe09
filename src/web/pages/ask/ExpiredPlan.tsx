import { useNavigate } from "@tanstack/react-router"
import { Button } from "../../ui/Button.tsx"
import { Problem } from "../../ui/States.tsx"
import type { RunJson } from "../sources/queries.ts"
import { sendQuestion, useRunWrite, type Wish } from "./queries.ts"

/** A plan that was not approved in time: it cannot be bought, and a new one has the prices of now. */
export const ExpiredPlan = ({ run: { question, workflow } }: { readonly run: RunJson }) => {
  const navigate = useNavigate()
  const ask = useRunWrite(sendQuestion, ({ id }) => void navigate({ to: "/runs/$id", params: { id } }))
  const wish: Wish | undefined = question !== undefined ? { question } : workflow === undefined ? undefined : { workflow }
  const send = () => {
    if (wish !== undefined) ask.mutate({ ...wish, cap: null })
  }
  return (
    <div className="mt-2 border-t border-line pt-4">
      <p className="mb-3">The prices of this plan have expired, so it cannot be bought. Nothing was charged. A new plan costs nothing.</p>
      {wish !== undefined && (
        <Button look="primary" isPending={ask.isPending} onClick={send}>
          Ask again
        </Button>
      )}
      <Problem error={ask.error} onRepeat={send} />
    </div>
  )
}
