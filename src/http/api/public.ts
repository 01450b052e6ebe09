import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { onEveryRoute } from "./refusals.ts"

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

const Health = Schema.Struct({ status: Verdict }).annotate({ identifier: "Health" })

/** Public and free: how the gateway is doing, for people and for whatever watches it. */
export class PublicGroup extends HttpApiGroup.make("public").add(
  HttpApiEndpoint.get("status", "/status", {
    success: [StatusView, StatusView.pipe(HttpApiSchema.status(503))],
    error: onEveryRoute,
  }),
  HttpApiEndpoint.get("healthz", "/healthz", { success: Health, error: onEveryRoute }),
  HttpApiEndpoint.get("readyz", "/readyz", { success: [Health, Health.pipe(HttpApiSchema.status(503))], error: onEveryRoute }),
) {}
