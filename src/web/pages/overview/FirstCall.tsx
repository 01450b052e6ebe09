import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Circle, CircleCheck } from "lucide-react"
import type { ReactNode } from "react"
import { microOf } from "../../format/money.ts"
import { useSession } from "../../session/session.ts"
import { Card } from "../../ui/Card.tsx"
import { CopyLine } from "../../ui/CopyButton.tsx"
import { keysQuery } from "../keys/queries.ts"
import { meQuery, recentPaymentsQuery } from "./queries.ts"

/** A line for a shell that buys one call, once `API_KEY` holds a key. */
const firstCallLine = `curl -si ${location.origin}/v1/execute/bank-check/bank.validate_iban -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" -H "Idempotency-Key: first-call" -d '{"iban":"DE89370400440532013000"}'`

/** The steps to a first paid call. They disappear once there is one. */
export const FirstCall = () => {
  const { mayManage } = useSession()
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: recent } = useSuspenseQuery(recentPaymentsQuery)
  const { data: keys } = useQuery({ ...keysQuery, enabled: mayManage })
  if (recent.payments.length > 0) return null
  const hasKey = keys?.keys.some(({ status }) => status === "active") === true
  return (
    <Card title="To the first paid call">
      <ol className="flex flex-col gap-3">
        <Step isDone={hasKey}>
          {mayManage ? (
            <>
              <Link to="/keys" className="text-accent underline">
                Create a key
              </Link>{" "}
              and keep its secret: <code className="font-mono text-xs">export API_KEY=…</code>
            </>
          ) : (
            "Ask an owner or admin for a key."
          )}
        </Step>
        <Step isDone={microOf(me.balance.available) > 0n}>Have money on a rail: credits, a direct-debit mandate, or a funded wallet.</Step>
        <Step isDone={false}>
          Buy one call. Sent again, the line replays the answer and costs nothing.
          <div className="mt-2">
            <CopyLine text={firstCallLine} />
          </div>
        </Step>
      </ol>
    </Card>
  )
}

const Step = ({ isDone, children }: { readonly isDone: boolean; readonly children: ReactNode }) => (
  <li className="flex items-start gap-2">
    {isDone ? (
      <CircleCheck aria-label="Done" role="img" className="mt-0.5 size-4 shrink-0 text-ok" />
    ) : (
      <Circle aria-label="To do" role="img" className="mt-0.5 size-4 shrink-0 text-muted" />
    )}
    <div className={`min-w-0 flex-1 ${isDone ? "text-muted" : ""}`}>{children}</div>
  </li>
)
