import { Clock, Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Listings } from "../../../domain/listing/Listing.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { ping, trafficOfWeek } from "../../../layers/postgres/PgHealth.ts"
import { Api } from "../api/Api.ts"
import type { StatusView } from "../api/public.ts"
import { json } from "../respond.ts"
import { latencyBounds } from "../Traffic.ts"
import { version } from "../../version.ts"

/** `/healthz`: the process answers; `/readyz`: it can serve; `/status`: how the gateway is doing. */
export const PublicHandlers = HttpApiBuilder.group(
  Api,
  "public",
  Effect.fnUntraced(function* (handlers) {
    const database = yield* Database
    const rails = yield* Rails
    const listings = yield* Listings
    const startedAt = yield* Clock.currentTimeMillis
    const gateway = Effect.map(Clock.currentTimeMillis, (now) => ({ version, uptime_seconds: Math.floor((now - startedAt) / 1000) }))
    const checkedAt = Effect.map(Clock.currentTimeMillis, (now) => new Date(now).toISOString())

    const look = Effect.gen(function* () {
      const [elapsed, week, listed] = yield* Effect.all([ping, trafficOfWeek, listings.current])
      return {
        status: "pass",
        gateway: { available: true, ...(yield* gateway) },
        database: { ping_ms: Math.round(Duration.toMillis(elapsed) * 1000) / 1000 },
        traffic_7d: {
          calls: week.calls,
          paid_calls: week.paidCalls,
          success_rate: week.calls === 0 ? null : Math.round((week.succeeded / week.calls) * 10_000) / 10_000,
          p95_ms: percentile(week.latency, 0.95),
        },
        listings: { active: [...listed.values()].filter(({ status }) => status === "active").length },
        rails: [...rails.keys()].map((rail) => ({ rail, status: "pass" })),
        checked_at: yield* checkedAt,
      } satisfies typeof StatusView.Type
    }).pipe(Effect.timeout("3 seconds"), Effect.provideService(Database, database))
    const status = yield* Effect.cachedWithTTL(Effect.result(look), "1 second")
    const lost = Effect.gen(function* () {
      return {
        status: "fail",
        gateway: { available: false, ...(yield* gateway) },
        database: { ping_ms: null },
        traffic_7d: null,
        listings: { active: 0 },
        rails: [],
        checked_at: yield* checkedAt,
      } satisfies typeof StatusView.Type
    })

    return handlers
      .handleRaw("healthz", () => Effect.succeed(json({ status: "pass" })))
      .handleRaw("readyz", () =>
        Effect.map(status, ({ _tag }) => (_tag === "Success" ? json({ status: "pass" }) : json({ status: "fail" }, notReady))),
      )
      .handleRaw("status", () =>
        Effect.flatMap(status, (found) =>
          found._tag === "Success"
            ? Effect.succeed(json(found.success, { headers: { "cache-control": "no-store" } }))
            : Effect.map(lost, (body) => json(body, notReady)),
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
