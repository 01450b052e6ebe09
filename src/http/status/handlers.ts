import { Clock, Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { isoTime } from "../../../domain/time.ts"
import { Catalogue } from "../../../domain/catalogue/Catalogue.ts"
import { Listings } from "../../../domain/listing/Listing.ts"
import { LoopSuccesses } from "../../../domain/backgroundLoop.ts"
import { RailPauses } from "../../../domain/operating/RailPauses.ts"
import { type Rail, Rails } from "../../../domain/rail/Rail.ts"
import { RailWarnings } from "../../../rails/RailModule.ts"
import { SnapshotAges } from "../../../layers/postgres/catalogueSnapshot.ts"
import { cancelledInBackground, Database } from "../../../layers/postgres/Database.ts"
import { openHolds, ping, weekStatistics } from "../../../layers/postgres/PgHealth.ts"
import { healthOf, loopsAreAlive, trafficView } from "../../observability/status.ts"
import { Settings } from "../../Settings.ts"
import { version } from "../../version.ts"
import { respond } from "../../../rails/http/respond.ts"
import { Api } from "../Api.ts"
import { Health, index, StatusView } from "./api.ts"

/** `/`: where to go next; `/healthz`: the process answers; `/readyz`: it can serve; `/status`: how the gateway is doing. */
export const PublicHandlers = HttpApiBuilder.group(
  Api,
  "public",
  Effect.fnUntraced(function* (handlers) {
    const startedAt = yield* Clock.currentTimeMillis
    const context = yield* Effect.context<Catalogue | Database | Listings | Rails | Settings>()
    const checking = checkGateway(startedAt).pipe(cancelledInBackground, Effect.timeout("2500 millis"), Effect.provide(context))
    const status = yield* Effect.cachedWithTTL(Effect.result(checking), "1 second")
    // On a connection of its own: a slow read of others does not take a node out of service.
    const reachable = yield* Effect.cachedWithTTL(
      Effect.result(Effect.timeout(cancelledInBackground(Effect.provide(ping, context)), "2 seconds")),
      "1 second",
    )

    return handlers
      .handle("index", ({ request }) =>
        Effect.succeed(prefersHtml(request.headers["accept"]) ? HttpServerResponse.redirect(index.documentation) : index),
      )
      .handle("healthz", () => Effect.succeed({ status: "pass" } as const))
      .handle("readyz", () =>
        Effect.map(Effect.all([reachable, Effect.provide(ownLoopsAreAlive, context)]), ([{ _tag }, alive]) =>
          _tag === "Success" && alive ? ({ status: "pass" } as const) : respond(Health, { status: "fail" }, notReady),
        ),
      )
      .handle("status", () =>
        Effect.flatMap(status, (result) =>
          result._tag === "Success"
            ? Effect.succeed(respond(StatusView, result.success, result.success.status === "fail" ? notReady : fresh))
            : Effect.map(databaseLost(startedAt), (body) => respond(StatusView, body, notReady)),
        ),
      )
  }),
)

const ownLoopsAreAlive = Effect.gen(function* () {
  return loopsAreAlive(yield* LoopSuccesses, yield* Clock.currentTimeMillis, (yield* Settings).silentMs)
})

const checkGateway = Effect.fnUntraced(function* (startedAt: number) {
  const [elapsed, week, holds] = yield* Effect.all([ping, weekStatistics, openHolds])
  const rails = yield* Effect.forEach((yield* Rails).values(), checkRail, { concurrency: "unbounded" })
  const catalogue = yield* Effect.result(Effect.flatMap(Catalogue, ({ current }) => current))
  const listings = yield* Effect.flatMap(Listings, ({ current }) => current)
  const warnings = yield* Effect.all(yield* RailWarnings, { concurrency: "unbounded" })
  const paused = yield* Effect.flatMap(RailPauses, ({ current }) => current)
  const { reasons, status } = healthOf({
    holds,
    rails,
    ages: new Map([...(yield* SnapshotAges)].map(([name, ageMs]) => [name, ageMs() / 1000])),
    testMoney: (yield* Settings).testMoney,
    catalogueReadable: catalogue._tag === "Success",
    warnings: [
      ...rails.flatMap(({ rail }) => (paused.has(rail) ? [`An operator has paused the rail ${rail}.`] : [])),
      ...warnings.filter((warning) => warning !== undefined),
    ],
  })
  const gateway = yield* gatewaySince(startedAt)
  return {
    status,
    reasons,
    gateway: { available: status !== "fail", ...gateway },
    database: { ping_ms: Math.round(Duration.toMillis(elapsed) * 1000) / 1000 },
    traffic_7d: trafficView(week),
    listings: { active: [...listings.values()].filter((listing) => listing.status === "active").length },
    rails: rails.map(({ available, rail }) => ({
      rail,
      status: !available ? ("fail" as const) : paused.has(rail) ? ("warn" as const) : ("pass" as const),
    })),
    checked_at: yield* checkedAt,
  } satisfies typeof StatusView.Type
})

/** The rail's own check, if it has one. A rail that breaks or does not answer is not available. */
const checkRail = ({ check, id: rail }: Rail) =>
  (check ?? Effect.void).pipe(
    Effect.timeout("2 seconds"),
    Effect.matchCause({ onSuccess: () => ({ rail, available: true }), onFailure: () => ({ rail, available: false }) }),
  )

const databaseLost = Effect.fnUntraced(function* (startedAt: number) {
  return {
    status: "fail",
    reasons: ["The database cannot be reached."],
    gateway: { available: false, ...(yield* gatewaySince(startedAt)) },
    database: { ping_ms: null },
    traffic_7d: null,
    listings: { active: 0 },
    rails: [],
    checked_at: yield* checkedAt,
  } satisfies typeof StatusView.Type
})

const gatewaySince = (startedAt: number) =>
  Effect.map(Clock.currentTimeMillis, (now) => ({ version, uptime_seconds: Math.floor((now - startedAt) / 1000) }))
const checkedAt = Effect.map(Clock.currentTimeMillis, (now) => isoTime(now))

/** A browser names HTML; an API client names JSON, or takes anything. */
const prefersHtml = (accept = "") => /\btext\/html\b/i.test(accept) && !/^application\/json\b/i.test(accept)

const fresh = { headers: { "cache-control": "no-store" } }
const notReady = { status: 503, headers: { "retry-after": "2" } }
