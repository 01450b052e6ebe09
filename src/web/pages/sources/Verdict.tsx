import { formatMoney } from "../../format/money.ts"
import { Badge } from "../../ui/Badge.tsx"
import type { Preflight } from "./queries.ts"

interface VerdictProps {
  readonly preflight: Preflight | undefined
  readonly error: Error | null
}

/** What the call would cost at most, and for each rail whether it could pay. It is a forecast: nothing was charged for it. */
export const Verdict = ({ error, preflight }: VerdictProps) => (
  <section aria-label="Forecast" aria-live="polite" className="rounded-md bg-sunken p-3">
    {error !== null && <p className="text-danger">{error.message}</p>}
    {error === null && preflight === undefined && <p className="text-muted">Asking for the price …</p>}
    {error === null && preflight !== undefined && (
      <>
        <p className="flex flex-wrap items-center justify-between gap-2">
          <span>
            Costs at most <strong className="font-semibold">{formatMoney(preflight.total)}</strong>
          </span>
          <Badge tone={preflight.would_succeed ? "ok" : "warn"}>
            {preflight.would_succeed ? (preflight.rail === null ? "free" : `${preflight.rail} would pay`) : "would be refused"}
          </Badge>
        </p>
        {preflight.reason_if_not !== null && <p className="mt-2 text-warn">{preflight.reason_if_not.message}</p>}
        <ul aria-label="Rails" className="mt-2 flex flex-col gap-1 text-xs">
          {preflight.rails.map(({ cost, gaps, rail, viable }) => (
            <li key={rail} className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span>
                <span className="font-medium">{rail}</span>{" "}
                <span className="text-muted">{viable ? "can pay" : gapText(gaps, preflight.reason_if_not?.message)}</span>
              </span>
              {cost !== null && <span className="text-muted">{formatMoney(cost)}</span>}
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
)

/** The sentence above is not repeated. */
const gapText = (gaps: Preflight["rails"][number]["gaps"], shown: string | undefined) =>
  gaps.every(({ message }) => message === shown) ? "cannot pay" : gaps.map(({ message }) => message).join(" ")
