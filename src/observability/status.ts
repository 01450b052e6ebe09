import { latencyBoundsMs } from "../../domain/ledger/status.ts"
import type { Holds, Traffic } from "../../layers/postgres/PgHealth.ts"
import { lagOf } from "./reconcilerLag.ts"

export type Health = "pass" | "warn" | "fail"

/** What was found when somebody looked. */
export interface Findings {
  readonly holds: ReadonlyArray<Holds>
  readonly rails: ReadonlyArray<{ readonly rail: string; readonly available: boolean }>
  /** How long ago each snapshot in memory was known to be current, in seconds, by what it is of. */
  readonly ages: ReadonlyMap<string, number>
  readonly catalogueReadable: boolean
  /** Anything else that an operator should look at, in sentences that anybody may read. */
  readonly concerns: ReadonlyArray<string>
}

/** An end that is this late is no matter of a busy moment: the reconciler looks every second. */
const tolerableLagSeconds = 30
/** Snapshots are looked after twice a second. */
const tolerableAgeSeconds = 15

/** `fail` where nothing can be sold, `warn` where something is not as it should be; the reasons are for the public. */
export const healthOf = ({
  ages,
  catalogueReadable,
  concerns,
  holds,
  rails,
}: Findings): { readonly status: Health; readonly reasons: ReadonlyArray<string> } => {
  const down = rails.filter(({ available }) => !available)
  const fatal = [
    ...(catalogueReadable ? [] : ["The catalogue cannot be read."]),
    ...(rails.length > 0 && down.length === rails.length ? ["No rail can be used."] : []),
  ]
  const lag = lagOf(holds)
  const lagging = lag > tolerableLagSeconds ? [`A call is ${Math.floor(lag)} seconds past its deadline and not ended yet.`] : []
  const old = [...ages].filter(([, age]) => age > tolerableAgeSeconds)
  const stale = old.map(([what, age]) => `The gateway's copy of ${what} is ${Math.floor(age)} seconds old.`)
  const reasons = [...fatal, ...down.map(({ rail }) => `The rail ${rail} cannot be used.`), ...lagging, ...stale, ...concerns]
  return { status: fatal.length > 0 ? "fail" : reasons.length > 0 ? "warn" : "pass", reasons }
}

/** Calls that ended in seven days. A call succeeded where its source delivered; what was refused before it began is no call. */
export const trafficView = ({ calls, delivered, latency, paidCalls }: Traffic) => ({
  calls,
  paid_calls: paidCalls,
  success_rate: calls === 0 ? null : Math.round((delivered / calls) * 10_000) / 10_000,
  p95_ms: percentile(latency, 0.95),
})

/** The upper bound of the bucket that holds the percentile, in milliseconds; null without traffic. */
const percentile = (counts: ReadonlyArray<number>, share: number): number | null => {
  const total = counts.reduce((sum, n) => sum + n, 0)
  let seen = 0
  for (const [i, n] of counts.entries()) {
    seen += n
    if (total > 0 && seen >= total * share) return latencyBoundsMs[i] ?? latencyBoundsMs.at(-1)!
  }
  return null
}
