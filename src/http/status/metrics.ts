import { Effect, Layer, Option, Redacted } from "effect"
import { HttpServerError, RouteNotFound } from "effect/http/HttpServerError"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { PrometheusMetrics } from "effect/observability"
import { createHash, timingSafeEqual } from "node:crypto"
import { InvalidApiKey } from "../../../domain/identity/errors.ts"
import { metricsOfAll, offerMetrics } from "../../observability/processMetrics.ts"
import { measureDatabase, measureProcess } from "../../observability/scrapedMetrics.ts"
import { Settings } from "../../Settings.ts"
import { answerUndeclared } from "../../../rails/http/respond.ts"

/**
 * `GET /metrics` in Prometheus' text format. If the settings have a token, a request from any address needs it: behind a reverse
 * proxy every peer is loopback, so a local address proves nothing. Without a token a sandbox serves this machine only. Other clients get
 * 404 and not 401, because no credential would help.
 */
export const MetricsRoute = Layer.unwrap(
  Effect.gen(function* () {
    const { metricsToken, mode } = yield* Settings
    const sampleProcess = yield* measureProcess
    const sampleDatabase = yield* measureDatabase
    const context = yield* Effect.context<never>()
    const own = () => {
      sampleProcess()
      return PrometheusMetrics.formatUnsafe(context)
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => offerMetrics(own)),
      (stop) => Effect.sync(stop),
    )
    const scrape = Effect.gen(function* () {
      yield* sampleDatabase
      const text = yield* Effect.promise(() => metricsOfAll(own))
      return HttpServerResponse.text(text, {
        contentType: "text/plain; version=0.0.4; charset=utf-8",
        headers: { "cache-control": "no-store" },
      })
    })
    const guarded = Effect.gen(function* () {
      const request = yield* HttpServerRequest
      if (metricsToken !== undefined) return yield* answerUndeclared(Effect.andThen(checkToken(request, metricsToken), scrape))
      return yield* mode === "sandbox" && isLocal(request) ? scrape : new HttpServerError({ reason: new RouteNotFound({ request }) })
    })
    return HttpRouter.add("GET", "/metrics", guarded)
  }),
)

const checkToken = (request: HttpServerRequest, token: Redacted.Redacted): Effect.Effect<void, InvalidApiKey> => {
  const presented = /^bearer +(\S+)$/i.exec(request.headers["authorization"] ?? "")?.[1]
  if (presented !== undefined && timingSafeEqual(digest(presented), digest(Redacted.value(token)))) return Effect.void
  return Effect.fail(
    new InvalidApiKey({ message: "Send `Authorization: Bearer <FARTHING_METRICS_TOKEN>`, the token of this gateway's settings." }),
  )
}

/** A connection from this machine that no proxy forwarded. */
const isLocal = ({ headers, remoteAddress }: HttpServerRequest) =>
  forwarding.every((name) => headers[name] === undefined) && loopback.test(Option.getOrElse(remoteAddress, () => ""))

const forwarding = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"]
const loopback = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/

const digest = (text: string) => createHash("sha256").update(text).digest()
