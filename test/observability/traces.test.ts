import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { freshDatabase } from "../support/database.ts"
import { baseUrl, newBuyer, testGateway } from "../support/gateway.ts"
import { call, type Reply, send } from "../support/cluster/client.ts"
import { scriptedSource } from "../support/sources.ts"
import { until } from "../support/until.ts"
import { attributesOf, collector, type SpanSeen } from "./collector.ts"
import { get } from "./scrape.ts"

class Collector extends Context.Service<Collector, Effect.Success<typeof collector>>()("farthing/test/observability/Collector") {}

const sources = [scriptedSource(() => undefined)]
const traced = Layer.unwrap(
  Effect.gen(function* () {
    const [location, seen] = [yield* freshDatabase, yield* collector]
    const settings = { otlpEndpoint: `${seen.url}/`, otlpHeaders: Redacted.make("x-tenant=farthing, authorization=Bearer%20abc") }
    return Layer.merge(testGateway(location, { sources, settings }), Layer.succeed(Collector, seen))
  }),
)

/** The spans of the trace that this answer belongs to, once they have been sent. */
const traceOf = Effect.fnUntraced(function* ({ header }: Reply) {
  const { spans } = yield* Collector
  const find = () => spans.find((span) => attributesOf(span)["farthing.request_id"] === header("x-request-id"))
  // It ends last, so that all beneath it is there with it.
  yield* until(Effect.sync(() => find() !== undefined))
  const root = find()
  return { root, all: spans.filter(({ traceId }) => traceId === root?.traceId) }
})

const named = (spans: ReadonlyArray<SpanSeen>, name: string) => spans.filter((span) => span.name === name)

layer(traced, { excludeTestServices: true })("traces", (it) => {
  it.effect("the trace of a paid call has the request, and beneath it the steps of its money path", () =>
    Effect.gen(function* () {
      const { requests } = yield* Collector
      const { key, organisation, secret } = yield* newBuyer()
      const reply = yield* call({ baseUrl: yield* baseUrl, secret, token: "secret-token", idempotencyKey: "secret-idempotency" })
      const { all, root } = yield* traceOf(reply)
      expect(root).toMatchObject({ name: "POST /v1/execute/:source/:operation", kind: 2, status: { code: 1 } })
      expect(root?.parentSpanId).toBeUndefined()
      expect(attributesOf(root!)).toMatchObject({
        "http.route": "/v1/execute/:source/:operation",
        "http.request.method": "POST",
        "http.response.status_code": 200,
        "farthing.organisation_id": organisation,
        "farthing.key_id": key.id,
        "farthing.money_moved": "charged",
      })
      const [paid] = named(all, "paidCall")
      expect(paid?.parentSpanId).toBe(root?.spanId)
      for (const step of ["rail.fund", "ledger.reserve", "dispatch", "ledger.capture"]) {
        expect(
          named(all, step).map(({ parentSpanId }) => parentSpanId),
          step,
        ).toEqual([paid?.spanId])
      }
      expect(attributesOf(named(all, "dispatch")[0]!)).toMatchObject({ "farthing.source": "script", "farthing.operation": "script.fast" })
      expect(requests[0]?.url).toBe("/v1/traces")
      expect(requests[0]?.headers).toMatchObject({ "x-tenant": "farthing", authorization: "Bearer abc" })
    }),
  )

  it.effect("a request's trace is continued, and a failed call is a failed span without the call's data", () =>
    Effect.gen(function* () {
      const { bodies } = yield* Collector
      const { secret } = yield* newBuyer()
      const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
      const inputs = { fails_with: "source_error", message: "the source failed with secret-message" }
      const reply = yield* call({
        baseUrl: yield* baseUrl,
        secret,
        token: "secret-token",
        inputs,
        idempotencyKey: "secret-idempotency",
        headers: { traceparent, "user-agent": "secret-agent" },
        query: "?max_spend=0.0123456",
      })
      const later = yield* call({ baseUrl: yield* baseUrl, secret, token: "secret-token", inputs, headers: { traceparent } })
      expect([reply.status, later.status]).toEqual([400, 502])
      const { all, root } = yield* traceOf(later)
      expect([root?.traceId, root?.parentSpanId]).toEqual(["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"])
      expect([root?.status.code, named(all, "dispatch")[0]?.status.code]).toEqual([2, 2])
      expect(named(all, "ledger.release").length).toBe(1)
      const sent = bodies.join("\n")
      for (const text of ["secret-token", "secret-message", "secret-idempotency", "secret-agent", "0.0123456", secret]) {
        expect(sent.includes(text), text).toBe(false)
      }
    }),
  )

  it.effect("only requests begin traces, and requests to /status and /metrics do not", () =>
    Effect.gen(function* () {
      const { spans } = yield* Collector
      yield* get(`${yield* baseUrl}/status`)
      yield* get(`${yield* baseUrl}/metrics`)
      yield* Effect.sleep(1_500)
      const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined)
      expect(roots.filter(({ kind }) => kind !== 2)).toEqual([])
      expect(roots.filter(({ name }) => /status|metrics|sql/.test(name))).toEqual([])
    }),
  )

  it.effect("requests succeed although the trace collector refuses, hangs or is gone", () =>
    Effect.gen(function* () {
      const { mood } = yield* Collector
      mood.status = 500
      const { secret } = yield* newBuyer()
      const buy = call({ baseUrl: yield* baseUrl, secret, token: "t" })
      expect((yield* Effect.all([buy, buy])).map(({ status }) => status)).toEqual([200, 200])
      yield* Effect.sleep(1_500)
      expect((yield* buy).status).toBe(200)
      const gone = yield* Layer.build(
        Layer.fresh(testGateway(yield* freshDatabase, { sources, settings: { otlpEndpoint: "http://127.0.0.1:1" } })),
      )
      const other = yield* Effect.provide(Effect.all({ url: baseUrl, buyer: newBuyer() }), gone)
      const replies = Array.from({ length: 20 }, (_, i) => call({ baseUrl: other.url, secret: other.buyer.secret, token: `gone-${i}` }))
      expect((yield* Effect.all(replies, { concurrency: 5 })).every(({ status }) => status === 200)).toBe(true)
      yield* Effect.sleep(1_500)
      expect((yield* send({ baseUrl: other.url, secret: other.buyer.secret, path: "/v2/balance" })).status).toBe(200)
    }),
  )
})
