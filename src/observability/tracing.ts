import { Effect, Layer, Redacted, References, Tracer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { SpanNameGenerator, TracerDisabledWhen } from "effect/http/HttpMiddleware"
import { OtlpExporter, OtlpSerialization, OtlpTracer } from "effect/observability"
import { Node } from "../../domain/Node.ts"
import { routeOf } from "../http/routes.ts"
import { Settings } from "../Settings.ts"
import { version } from "../version.ts"
import { discreet } from "./discreetTracer.ts"

/**
 * Traces over OTLP where an endpoint is configured. The exporter works beside the requests: what it cannot deliver it
 * drops, and it tries again a minute later. Elsewhere no span is made at all.
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
      return discreet(tracer)
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
