import { formatMoney, maxPlacesOf } from "../../format/money.ts"
import { personText } from "../../format/personText.ts"
import { railName } from "../../format/rails.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { FixLink } from "../../ui/States.tsx"
import type { Preflight } from "./queries.ts"

interface VerdictProps {
  readonly preflight: Preflight | undefined
  readonly error: Error | null
}

/** What the call would cost at most, and for each rail whether it could pay. It is a forecast: nothing was charged for it. */
export const Verdict = ({ error, preflight }: VerdictProps) => (
  <section aria-label="Forecast" aria-live="polite" className="min-h-32 rounded-md bg-sunken p-3">
    {error !== null && <p className="text-danger">{personText(error.message)}</p>}
    {error === null && preflight === undefined && <p className="text-muted">Asking for the price …</p>}
    {error === null && preflight !== undefined && <Forecast preflight={preflight} />}
  </section>
)

const Forecast = ({
  preflight: { rail: payer, rails, reason_if_not: reason, total, would_succeed: isPaid },
}: {
  readonly preflight: Preflight
}) => {
  // What keeps all rails from paying is shown once. That none has the money is shown by each of them.
  const shared = reason === null || reason.code === "insufficient_balance" ? null : reason
  const places = maxPlacesOf(rails.flatMap(({ cost }) => cost ?? []))
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span>
          Costs at most <strong className="font-semibold">{formatMoney(total)}</strong>
        </span>
        <Badge tone={isPaid ? "ok" : "warn"}>
          {isPaid ? (payer === null ? "free" : `${railName(payer)} would pay`) : "would be refused"}
        </Badge>
      </p>
      {shared !== null && (
        <p className="mt-2 flex flex-wrap items-center justify-between gap-2 text-warn">
          {personText(shared.message)} <FixLink code={shared.code} />
        </p>
      )}
      <ul aria-label="Rails" className="mt-2 flex flex-col divide-y divide-line">
        {rails.map(({ cost, gaps: all, rail, viable }) => {
          const gaps = all.filter(({ message }) => message !== shared?.message)
          return (
            <li key={rail} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5">
              <span className="min-w-0 flex-1 basis-48">
                <span className="font-medium">{railName(rail)}</span>{" "}
                <span className="text-muted">{viable ? "can pay" : gaps.length === 0 ? "cannot pay" : gaps.map(gapText).join(" ")}</span>
              </span>
              {viable && cost !== null && <Amount value={cost} places={places} className="text-muted" />}
              {!viable && gaps[0] !== undefined && <FixLink code={gaps[0].code} />}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** The refusal of one rail repeats the price and the rail: the money that is there is enough. */
const gapText = ({ code, message }: Preflight["rails"][number]["gaps"][number]) => {
  const available = code === "insufficient_balance" ? /: (\S+) USD available/.exec(message)?.[1] : undefined
  return available === undefined ? personText(message) : `has only ${formatMoney(BigInt(Math.round(Number(available) * 1e6)))}.`
}
