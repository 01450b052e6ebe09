import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { describe } from "../../../rails/http/describe.ts"
import { routeErrors } from "../../../rails/http/errors.ts"
import { version } from "../../version.ts"

const Verdict = Schema.Literals(["pass", "warn", "fail"])

export const StatusView = Schema.Struct({
  status: Verdict,
  reasons: Schema.Array(Schema.String),
  gateway: Schema.Struct({ available: Schema.Boolean, version: Schema.String, uptime_seconds: Schema.Int }),
  database: Schema.Struct({ ping_ms: Schema.NullOr(Schema.Finite) }),
  traffic_7d: Schema.NullOr(
    Schema.Struct({
      calls: Schema.Int,
      paid_calls: Schema.Int,
      success_rate: Schema.NullOr(Schema.Finite),
      p95_ms: Schema.NullOr(Schema.Finite),
    }),
  ),
  listings: Schema.Struct({ active: Schema.Int }),
  rails: Schema.Array(Schema.Struct({ rail: Schema.String, status: Verdict })),
  checked_at: Schema.String,
}).annotate({ identifier: "Status" })

export const Health = Schema.Struct({ status: Verdict }).annotate({ identifier: "Health" })

const IndexView = Schema.Struct({
  name: Schema.String,
  version: Schema.String,
  documentation: Schema.String,
  openapi: Schema.String,
  status: Schema.String,
  directory: Schema.String,
}).annotate({ identifier: "Index" })

export const index = {
  name: "Farthing",
  version,
  documentation: "/docs",
  openapi: "/openapi.json",
  status: "/status",
  directory: "/v2/sources",
} satisfies typeof IndexView.Encoded

const redirect = HttpApiSchema.Empty(302).annotate({ description: "A browser is sent to the documentation." })
const pass = { 200: { status: "pass" } }

/** Public and free: how the gateway is doing, for people and for monitoring. */
export class PublicGroup extends HttpApiGroup.make("public").add(
  HttpApiEndpoint.get("index", "/", { success: [IndexView, redirect], error: routeErrors }).annotateMerge(
    describe({
      summary: "Where the documentation, the status and the directory are",
      responses: { 200: index },
      headers: { 302: { Location: "The documentation." } },
    }),
  ),
  HttpApiEndpoint.get("status", "/status", {
    success: [StatusView, StatusView.pipe(HttpApiSchema.status(503))],
    error: routeErrors,
  }).annotateMerge(
    describe({
      summary: "How the gateway is doing",
      responses: {
        200: {
          status: "pass",
          reasons: [],
          gateway: { available: true, version: "2.0.0", uptime_seconds: 86_400 },
          database: { ping_ms: 0.4 },
          traffic_7d: { calls: 120_000, paid_calls: 118_400, success_rate: 0.9991, p95_ms: 20 },
          listings: { active: 2 },
          rails: [{ rail: "credits", status: "pass" }],
          checked_at: "2026-11-21T12:00:00.000Z",
        },
      },
    }),
  ),
  HttpApiEndpoint.get("healthz", "/healthz", { success: Health, error: routeErrors }).annotateMerge(
    describe({ summary: "Whether the process lives", responses: pass }),
  ),
  HttpApiEndpoint.get("readyz", "/readyz", { success: [Health, Health.pipe(HttpApiSchema.status(503))], error: routeErrors }).annotateMerge(
    describe({ summary: "Whether it can serve", responses: pass }),
  ),
) {}
