import { formatTime } from "../../format/time.ts"
import { Badge } from "../../ui/Badge.tsx"
import { eventText } from "./paymentText.ts"
import type { PaymentJson } from "./queries.ts"

/** Which rails were tried and why, then what happened, in order. */
export const Timeline = ({ payment: { attempts, events } }: { readonly payment: PaymentJson }) => (
  <>
    {attempts.length > 0 && (
      <ul aria-label="Rails that were considered" className="mb-4 flex flex-col gap-2 rounded-md bg-sunken p-3">
        {attempts.map(({ outcome, rail, reason }, i) => (
          <li key={i} className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{rail}</span>
            <Badge tone={outcome === "selected" ? "ok" : "neutral"}>{outcome.replaceAll("_", " ")}</Badge>
            <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    )}
    <ol aria-label="Events" className="ml-1 border-l border-line">
      {events.map(({ at, data, type }, i) => (
        <li key={i} className="relative pb-4 pl-5 last:pb-0">
          <span aria-hidden="true" className="absolute top-1.5 -left-1 size-2 rounded-full bg-accent" />
          <p className="font-medium">{type.replaceAll(/[._]/g, " ")}</p>
          {at !== null && <p className="text-xs text-muted">{formatTime(at)}</p>}
          {Object.keys(data).length > 0 && <p className="mt-0.5 text-muted [overflow-wrap:anywhere]">{eventText(data)}</p>}
        </li>
      ))}
    </ol>
  </>
)
