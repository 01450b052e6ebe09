import { Clock, Duration, Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { Rails } from "../../../domain/rail/Rail.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { ping, trafficOfWeek } from "../../../layers/postgres/PgHealth.ts"
import { json } from "../respond.ts"
import { latencyBounds } from "../Traffic.ts"
import { version } from "../../version.ts"

/** Public and free: `/healthz` (the process answers), `/readyz` (it can serve), `/status` (how the gateway is doing). */
export const HealthRoutes = Layer.unwrap(
  Effect.gen(function* () {
    const database = yield* Database
    const rails = yield* Rails
    const startedAt = yield* Clock.currentTimeMillis
    const look = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const [elapsed, week] = yield* Effect.all([ping, trafficOfWeek])
      return {
        status: "pass",
        gateway: { available: true, version, uptime_seconds: Math.floor((now - startedAt) / 1000) },
        database: { ping_ms: Math.round(Duration.toMillis(elapsed) * 1000) / 1000 },
        traffic_7d: {
          calls: week.calls,
          paid_calls: week.paidCalls,
          success_rate: week.calls === 0 ? null : Math.round((week.succeeded / week.calls) * 10_000) / 10_000,
          p95_ms: percentile(week.latency, 0.95),
        },
        listings: { active: 0 },
        rails: [...rails.keys()].map((rail) => ({ rail, status: "pass" })),
        checked_at: new Date(now).toISOString(),
      }
    }).pipe(Effect.timeout("3 seconds"), Effect.provideService(Database, database))
    const status = yield* Effect.cachedWithTTL(Effect.result(look), "1 second")
    const now = Effect.map(Clock.currentTimeMillis, (at) => new Date(at).toISOString())

    return Layer.mergeAll(
      HttpRouter.add("GET", "/healthz", json({ status: "pass" })),
      HttpRouter.add(
        "GET",
        "/readyz",
        Effect.map(status, ({ _tag }) =>
          _tag === "Success" ? json({ status: "pass" }) : json({ status: "fail", database: "unreachable" }, notReady),
        ),
      ),
      HttpRouter.add(
        "GET",
        "/status",
        Effect.gen(function* () {
          const found = yield* status
          if (found._tag === "Success") return json(found.success, { headers: { "cache-control": "no-store" } })
          return json(
            { status: "fail", gateway: { available: false, version }, database: { ping_ms: null }, checked_at: yield* now },
            notReady,
          )
        }),
      ),
    )
  }),
)

const notReady = { status: 503, headers: { "retry-after": "2" } }

/** The upper bound of the bucket that holds the percentile, in milliseconds; null without traffic. */
const percentile = (counts: ReadonlyArray<number>, share: number): number | null => {
  const total = counts.reduce((sum, n) => sum + n, 0)
  let seen = 0
  for (const [i, n] of counts.entries()) {
    seen += n
    if (total > 0 && seen >= total * share) return latencyBounds[i] ?? latencyBounds.at(-1)!
  }
  return null
}
