import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { post, type ResponseOf } from "../../api/client.ts"
import { formatMoney, microOf } from "../../format/money.ts"
import { formatTime } from "../../format/time.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Select } from "../../ui/Select.tsx"
import { Empty, Failure, Loading } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { callQuery } from "./queries.ts"
import { ReasonButton } from "./ReasonDialog.tsx"

type Call = ResponseOf<"GET", "/v1/operator/calls/:id">

export const Calls = ({ call }: { readonly call: string | undefined }) => {
  const navigate = useNavigate()
  const [text, setText] = useState(call ?? "")
  return (
    <div className="flex flex-col gap-4">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== "") void navigate({ to: "/operators", search: { view: "calls", call: text.trim() } })
        }}
      >
        <div className="min-w-0 flex-1 sm:max-w-md">
          <TextField label="Id of the call" placeholder="payment_id, X-Payment-Id" maxLength={100} value={text} onChange={setText} />
        </div>
        <Button type="submit">Show</Button>
      </form>
      {call === undefined ? (
        <Empty title="Enter the id of a call.">
          A buyer sees it as X-Payment-Id and in the list of payments. Held calls are linked from Queues.
        </Empty>
      ) : (
        <OneCall id={call} />
      )}
    </div>
  )
}

const OneCall = ({ id }: { readonly id: string }) => {
  const { data, error, refetch } = useQuery(callQuery(id))
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />
  return data === undefined ? <Loading /> : <CallCard call={data} />
}

const CallCard = ({ call }: { readonly call: Call }) => {
  const id = call.call_id
  const isOpen = call.state === "reserved"
  const isRefundable = call.state === "captured" && microOf(call.amount) > 0n && microOf(call.refunded) === 0n
  return (
    <Card title={call.operation} aside={<Badge tone={call.settlement === "unknown" ? "warn" : "neutral"}>{call.status}</Badge>}>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        <dt className="text-muted">Organisation</dt>
        <dd>
          <Link
            to="/operators"
            search={{ organisation: call.organisation_id }}
            className="font-mono text-xs break-all text-accent-strong underline"
          >
            {call.organisation_id}
          </Link>
        </dd>
        <dt className="text-muted">{isOpen ? "Held" : "Charged"}</dt>
        <dd>
          {formatMoney(call.amount)} on {call.rail}
        </dd>
        <dt className="text-muted">Refunded</dt>
        <dd>{formatMoney(call.refunded)}</dd>
        <dt className="text-muted">Settlement</dt>
        <dd>
          {call.settlement}, {call.delivered ? "delivered" : "not delivered"}
        </dd>
        <dt className="text-muted">Created</dt>
        <dd>{formatTime(call.created_at)}</dd>
        <dt className="text-muted">Deadline</dt>
        <dd>{formatTime(call.deadline)}</dd>
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        {isRefundable && <Refund id={id} amount={formatMoney(call.amount)} />}
        {isOpen && <EndCall id={id} />}
        {!isRefundable && !isOpen && <p className="text-muted">The call has ended, and nothing of it can be given back here.</p>}
      </div>
    </Card>
  )
}

const Refund = ({ amount, id }: { readonly id: string; readonly amount: string }) => {
  const [part, setPart] = useState("")
  return (
    <ReasonButton
      action="Refund"
      title="Refund the call"
      effect={`Gives ${amount} or a part of it back as credits of the organisation. A call is refunded once, and this cannot be undone.`}
      isDangerous
      run={(reason) =>
        post("/v1/operator/calls/:id/refund", { reason, ...(part.trim() !== "" && { amount: Number(part) }) }, { params: { id } })
      }
    >
      <TextField
        label="Amount in USD"
        hint="Empty: the whole charge."
        inputMode="decimal"
        pattern="\d+(\.\d{1,6})?"
        value={part}
        onChange={setPart}
      />
    </ReasonButton>
  )
}

const endings = [
  { value: "released", label: "No money moved: charge nothing" },
  { value: "settled", label: "The money moved: charge for what was delivered" },
] as const

export const EndCall = ({ id }: { readonly id: string }) => {
  const [as, setAs] = useState<(typeof endings)[number]["value"]>("released")
  const [evidence, setEvidence] = useState("")
  return (
    <ReasonButton
      action="End the call"
      title="End a call of unknown outcome"
      effect="Only where its rail cannot find out any more. Otherwise this is refused and the gateway ends the call by itself. It cannot be undone."
      isDangerous
      run={(reason) => post("/v1/operator/calls/:id/end", { as, evidence: evidence.trim(), reason }, { params: { id } })}
    >
      <Select label="Outcome" value={as} options={endings} onChange={setAs} />
      <TextField
        label="Evidence"
        hint="What shows it, for instance a transaction hash."
        required
        maxLength={400}
        value={evidence}
        onChange={setEvidence}
      />
    </ReasonButton>
  )
}
