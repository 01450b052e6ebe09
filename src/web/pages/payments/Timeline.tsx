import { railName } from "../../format/rails.ts"
import { formatTime } from "../../format/time.ts"
import { Badge } from "../../ui/Badge.tsx"
import { eventText, hasNoProof, outcomeText } from "./paymentText.ts"
import type { PaymentJson } from "./queries.ts"

/** Which rails were tried and why, then what happened, in order. */
export const Timeline = ({ payment }: { readonly payment: PaymentJson }) => (
  <>
    {payment.attempts.length > 0 && (
      <ul aria-label="Rails that were considered" className="mb-4 flex flex-col gap-2 rounded-md bg-sunken p-3">
        {payment.attempts.map(({ outcome, rail, reason }, i) => (
          <li key={i} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            <span className="font-medium">{railName(rail)}</span>
            <Badge tone={outcome === "selected" && !hasNoProof(payment) ? "ok" : "neutral"}>{outcomeText(outcome, payment)}</Badge>
            <span className="min-w-0 flex-1 basis-48 text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    )}
    <ol aria-label="Events" className="ml-1 border-l border-line">
      {payment.events.map(({ at, data, type }, i) => {
        const [title, detail] = eventText(type, data, payment)
        return (
          <li key={i} className="relative pb-4 pl-5 last:pb-0">
            <span aria-hidden="true" className="absolute top-1.5 -left-1 size-2 rounded-full bg-accent" />
            <p className="font-medium">{title}</p>
            {detail !== undefined && <p className="text-muted [overflow-wrap:anywhere]">{detail}</p>}
            {at !== null && <p className="text-xs text-muted">{formatTime(at)}</p>}
          </li>
        )
      })}
    </ol>
  </>
)
