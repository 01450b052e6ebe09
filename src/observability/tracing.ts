import { Cause, Effect, Exit, Layer, Redacted, References, Tracer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { SpanNameGenerator, TracerDisabledWhen } from "effect/http/HttpMiddleware"
import { OtlpExporter, OtlpSerialization, OtlpTracer } from "effect/observability"
import { Node } from "../../domain/Node.ts"
import { routeOf } from "../http/routes.ts"
import { Settings } from "../Settings.ts"
import { version } from "../version.ts"
import { safeError, type SafeError } from "./safeError.ts"
import { RunningCalls } from "../../domain/RunningCalls.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { type Rail, Rails } from "../../domain/rail/Rail.ts"

/**
 * Traces over OTLP, if an endpoint is configured; otherwise no span is made at all. The exporter runs beside the requests: it drops the spans
 * that it cannot deliver, and tries again a minute later.
 */
export const tracing = Layer.unwrap(
  Effect.map(Settings, ({ otlpEndpoint, otlpHeaders }) =>
    otlpEndpoint === undefined ? Layer.succeed(References.TracerEnabled, false) : exporting(otlpEndpoint, otlpHeaders),
  ),
)

const exporting = (endpoint: string, headers: Redacted.Redacted | undefined) =>
  Layer.effect(
    Tracer.Tracer,
    Effect.gen(function* () {
      const { id } = yield* Node
      const tracer = yield* OtlpTracer.make({
        url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
        resource: { serviceName: "farthing", serviceVersion: version, attributes: { "service.instance.id": id } },
        headers: headers === undefined ? undefined : headersOf(Redacted.value(headers)),
        exportInterval: "1 second",
        shutdownTimeout: "2 seconds",
      })
      return redactingTracer(tracer)
    }),
  ).pipe(
    Layer.provide([OtlpExporter.layerFlusher, OtlpSerialization.layerJson, FetchHttpClient.layer]),
    Layer.merge(Layer.succeed(SpanNameGenerator, (request) => `${request.method} ${routeOf(request).route}`)),
    Layer.merge(Layer.succeed(TracerDisabledWhen, (request) => routeOf(request).routeClass === "public")),
  )

const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(",").map((pair) => {
      const [name = "", ...value] = pair.split("=")
      return [name.trim(), decodeURIComponent(value.join("=").trim())]
    }),
  )

/**
 * The tracer without customer data: a failed span shows its error as `safeError` does, and no span shows a URL, because path and query are
 * the buyer's data (the route's template replaces them). Only requests begin traces: a batch or a worker serves many requests, and would be
 * a trace of its own.
 */
const redactingTracer = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    ...(tracer.context === undefined ? {} : { context: tracer.context }),
    span: (options) => {
      const isRoot = options.parent._tag === "None" || options.parent.value._tag === "ExternalSpan"
      const span = tracer.span({ ...options, sampled: options.sampled && (!isRoot || options.kind === "server") })
      const attribute = span.attribute.bind(span)
      const end = span.end.bind(span)
      span.attribute = (key, value) => {
        if (!hiddenAttributes.test(key)) attribute(key, value)
      }
      span.end = (at, exit) => end(at, Exit.isSuccess(exit) ? exit : Exit.failCause(redactedCause(exit.cause)))
      return span
    },
  })

const hiddenAttributes = /^(url\.|user_agent\.|client\.)/

const redactedCause = (cause: Cause.Cause<unknown>): Cause.Cause<unknown> => {
  const first = cause.reasons.find((reason) => !Cause.isInterruptReason(reason))
  if (first === undefined) return cause
  return Cause.fail(errorOf(safeError(Cause.isFailReason(first) ? first.error : first.defect)))
}

const errorOf = ({ cause, code, message, stack, type }: SafeError): Error => {
  const caused = cause === undefined ? [] : [`caused by ${errorOf(cause).message}`]
  const error = new Error([type, code, message, ...caused].filter((part) => part !== undefined).join(" "))
  error.name = type
  error.stack = [`${type}: ${error.message}`, ...(stack ?? []).map((frame) => `    ${frame}`)].join("\n")
  return error
}

/** The ledger and the rails with a span for each step of a paid call; unchanged if tracing is off. */
export const tracedPorts = Layer.mergeAll(
  Layer.effect(
    Ledger,
    ifTraced(Ledger, (ledger) =>
      Ledger.of({ ...ledger, execute: (command) => Effect.withSpan(ledger.execute(command), `ledger.${command._tag.toLowerCase()}`) }),
    ),
  ),
  Layer.effect(
    Rails,
    ifTraced(Rails, (rails) => new Map([...rails].map(([id, rail]) => [id, tracedRail(rail)]))),
  ),
)

/** The paid calls with a span for the request to the source; unchanged if tracing is off. */
export const tracedCalls = Layer.effect(
  RunningCalls,
  ifTraced(RunningCalls, (calls) =>
    RunningCalls.of({
      ...calls,
      start: (order) => {
        const attributes = { "farthing.call_id": order.call, "farthing.source": order.source, "farthing.operation": order.operation }
        return calls.start({ ...order, dispatch: Effect.withSpan(order.dispatch, "dispatch", { attributes }) })
      },
    }),
  ),
)

function ifTraced<S, R>(port: Effect.Effect<S, never, R>, traced: (service: S) => S): Effect.Effect<S, never, R | Settings> {
  return Effect.flatMap(Settings, ({ otlpEndpoint }) => (otlpEndpoint === undefined ? port : Effect.map(port, traced)))
}

const tracedRail = (rail: Rail): Rail => {
  const attributes = { "farthing.rail": rail.id }
  return {
    ...rail,
    offer: (buyer, quote, proof) => Effect.withSpan(rail.offer(buyer, quote, proof), "rail.fund", { attributes }),
    settle: (call, amount) => Effect.withSpan(rail.settle(call, amount), "rail.settle", { attributes }),
    lookup: (call) => Effect.withSpan(rail.lookup(call), "rail.lookup", { attributes }),
  }
}
