import { Badge, type Tone } from "../../ui/Badge.tsx"
import { useIsPast } from "../../ui/useIsPast.ts"

const tones: Readonly<Record<string, Tone>> = { completed: "ok", partial: "warn", failed: "danger", running: "accent" }

/** Whether a plan can no longer be approved: its prices are past their time. */
export const useIsExpired = (status: string, expiresAt: string | null): boolean => {
  const isPast = useIsPast(expiresAt)
  return isPast && status === "requires_approval"
}

export const RunStatus = ({ expiresAt, status }: { readonly status: string; readonly expiresAt: string | null }) => (
  <Badge tone={tones[status] ?? "neutral"}>{useIsExpired(status, expiresAt) ? "prices expired" : status.replaceAll("_", " ")}</Badge>
)
