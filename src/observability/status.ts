import { latencyBoundsMs } from "../../domain/ledger/status.ts"
import type { RailHolds, WeekStatistics } from "../../layers/postgres/PgHealth.ts"

export type Health = "pass" | "warn" | "fail"

/** What `/status` is computed from. */
export interface StatusInputs {
  readonly holds: ReadonlyArray<RailHolds>
  readonly rails: ReadonlyArray<{ readonly rail: string; readonly available: boolean }>
  /** Seconds since each snapshot in memory was last confirmed to be current, by the name of what it holds. */
  readonly ages: ReadonlyMap<string, number>
  readonly catalogueReadable: boolean
  /** A live gateway accepts test money (`FARTHING_TEST_MONEY=allowed`). */
  readonly testMoney: boolean
  /** Sentences about anything else that the operator should look at. They are public. */
  readonly warnings: ReadonlyArray<string>
}

/** The reconciler runs every second, so a call that is this late is not explained by a busy moment. */
const maxLagSeconds = 30
/** Snapshots are refreshed twice a second. */
const maxAgeSeconds = 15

/** For `/status` and the log of each start. */
export const noProxiesWarning =
  "FARTHING_PROXIES is 0, and FARTHING_PUBLIC_URL is https, which a proxy serves: requests without an organisation key share the limit of its address. Set the number of proxies."

export const testMoneyWarning = "Test money is accepted (FARTHING_TEST_MONEY=allowed): payments of this gateway may be worth nothing."

/** `fail` if nothing can be sold, `warn` if anything is not as it should be. The reasons are public. */
export const healthOf = ({
  ages,
  catalogueReadable,
  holds,
  rails,
  testMoney,
  warnings,
}: StatusInputs): { readonly status: Health; readonly reasons: ReadonlyArray<string> } => {
  const down = rails.filter(({ available }) => !available)
  const fatal = [
    ...(catalogueReadable ? [] : ["The catalogue cannot be read."]),
    ...(rails.length > 0 && down.length === rails.length ? ["No rail can be used."] : []),
  ]
  const lag = lagOf(holds)
  const lagging = lag > maxLagSeconds ? [`A call is ${Math.floor(lag)} seconds past its deadline and not ended yet.`] : []
  const old = [...ages].filter(([, age]) => age > maxAgeSeconds)
  const stale = old.map(([what, age]) => `The gateway's copy of ${what} is ${Math.floor(age)} seconds old.`)
  const staging = testMoney ? [testMoneyWarning] : []
  const reasons = [...fatal, ...down.map(({ rail }) => `The rail ${rail} cannot be used.`), ...lagging, ...stale, ...staging, ...warnings]
  return { status: fatal.length > 0 ? "fail" : reasons.length > 0 ? "warn" : "pass", reasons }
}

/**
 * A node whose heartbeat is older than the time after which others take over its calls, or that has not looked for open calls for 30 s, must
 * get no new requests.
 */
export const loopsAreAlive = (successes: ReadonlyMap<string, number>, now: number, silentMs: number): boolean => {
  const isFresh = (loop: string, maxAgeMs: number) => now - (successes.get(loop) ?? now) <= maxAgeMs
  return isFresh("heartbeat", silentMs) && isFresh("reconciler", Math.max(silentMs, maxLagSeconds * 1000))
}

/** Calls that ended in the last seven days. A call succeeded if its source delivered; a request that was refused before it began is not a call. */
export const trafficView = ({ calls, delivered, latency, paidCalls }: WeekStatistics) => ({
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

const oldest = (holds: ReadonlyArray<RailHolds>) => Math.max(0, ...holds.map(({ overdueSeconds }) => overdueSeconds))

/** Seconds since the deadline of the oldest call that only has to be closed. */
export const lagOf = (holds: ReadonlyArray<RailHolds>): number => oldest(holds.filter(({ settlement }) => settlement !== "unknown"))

/** Seconds since the deadline of the oldest call with an unknown payment outcome. Such a call stays open until the outcome is known, however long that takes. */
export const unknownAgeOf = (holds: ReadonlyArray<RailHolds>): number => oldest(holds.filter(({ settlement }) => settlement === "unknown"))
