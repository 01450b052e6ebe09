import { expect, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { microUsd } from "../../../domain/money/Money.ts"
import { verifySignature } from "../../../layers/origin/signing.ts"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { echoing, endpoint, relayRequest, RelayFixture, relayFixture } from "../../support/relay/fixture.ts"

const untouched = { posted: 25_000_000, held: 0, open: 0, captured: 0 }
const code = (text: string): string => JSON.parse(text).error.code

layer(relayFixture(), { excludeTestServices: true })("a listed API", (it) => {
  it.effect("a relayed call passes path, query and body unchanged, and is charged the endpoint's price", () =>
    Effect.gen(function* () {
      const { received } = yield* RelayFixture
      const { organisation, secret } = yield* newBuyer()
      const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d])
      const path = "/parcels/parcels/a%20b~(c)/track?x=%E9&y=1&y=2"
      const reply = yield* relayRequest(secret, "POST", path, { body, headers: { "content-type": "application/x-odd" } })
      const sent = received.at(-1)!
      expect([sent.method, sent.url, sent.headers["content-type"]]).toEqual(["POST", path.slice("/parcels".length), "application/x-odd"])
      expect([...sent.body]).toEqual([...body])
      expect([reply.status, reply.moved, reply.headers.get("x-origin")]).toEqual([200, "charged", "parcels"])
      expect(reply.headers.get("x-payment-price")).toBe("0.003")
      expect(reply.headers.get("x-payment-rail-used")).toBe("credits")
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - 3_000, held: 0, captured: 1 })
    }),
  )

  it.effect("an answer of status 400 or above is relayed and not charged", () =>
    Effect.gen(function* () {
      const { answerWith } = yield* RelayFixture
      const { organisation, secret } = yield* newBuyer()
      for (const status of [400, 404, 409, 422, 429, 500, 503]) {
        yield* answerWith((_, response) => response.writeHead(status, { "content-type": "text/plain" }).end(`no: ${status}`))
        const reply = yield* relayRequest(secret, "GET", "/parcels/parcels")
        expect([reply.status, reply.text, reply.moved]).toEqual([status, `no: ${status}`, "none"])
      }
      for (const status of [201, 204, 301, 302, 304]) {
        yield* answerWith((_, response) => response.writeHead(status, { location: "/elsewhere" }).end())
        const reply = yield* relayRequest(secret, "GET", "/parcels/parcels")
        expect([reply.status, reply.moved, reply.headers.get("location")]).toEqual([status, "charged", "/elsewhere"])
      }
      yield* answerWith(echoing)
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - 5_000, held: 0, released: 7, captured: 5 })
      yield* expectCleanAudit
    }),
  )

  it.effect("the gateway selects the same endpoint as the origin: literals win in any case and encoding, ambiguous paths are refused", () =>
    Effect.gen(function* () {
      const { received } = yield* RelayFixture
      const { organisation, secret } = yield* newBuyer()
      const before = received.length
      for (const path of ["/parcels/bulk/track", "/parcels/BULK/track", "/parcels/%62ulk/track", "/parcels/bulk;v=1/track"]) {
        expect([path, (yield* relayRequest(secret, "POST", `/parcels${path}`)).headers.get("x-payment-price")]).toEqual([path, "0.05"])
      }
      expect(received.length - before).toBe(4)
      for (const path of [
        "/parcels//track",
        "/parcels/a%2fb/track",
        "/parcels/a%5cb/track",
        "/parcels/%2562ulk/track",
        "/parcels/%00/track",
      ]) {
        const reply = yield* relayRequest(secret, "POST", `/parcels${path}`)
        expect([path, reply.status, code(reply.text), reply.moved]).toEqual([path, 400, "invalid_request", "none"])
      }
      const unlisted = yield* relayRequest(secret, "GET", "/parcels/nothing")
      expect([unlisted.status, JSON.parse(unlisted.text).error]).toEqual([
        404,
        {
          code: "operation_not_found",
          message: expect.any(String),
          operations: expect.arrayContaining(["GET /parcels", "POST /parcels/bulk/track"]),
        },
      ])
      const method = yield* relayRequest(secret, "PUT", "/parcels/parcels/7")
      expect([method.status, code(method.text), method.headers.get("allow")]).toEqual([405, "method_not_allowed", "DELETE, GET, HEAD"])
      for (const path of ["/unknown", "/unknown/parcels", "/v1/nothing", "/v2/parcels"]) {
        expect([path, code((yield* relayRequest(secret, "GET", path)).text)]).toEqual([path, "route_not_found"])
      }
      expect(received.length - before).toBe(4)
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - 200_000, released: 0 })
    }),
  )

  it.effect("a free endpoint moves no money and streams its answer", () =>
    Effect.gen(function* () {
      const { answerWith } = yield* RelayFixture
      const { organisation, secret } = yield* newBuyer({ dollars: 0 })
      yield* answerWith((_, response) => {
        response.writeHead(200, { "content-type": "text/plain" })
        response.write("one ")
        setTimeout(() => response.end("two"), 20)
      })
      const reply = yield* relayRequest(secret, "GET", "/parcels/health")
      expect([reply.status, reply.text, reply.moved, reply.headers.get("x-payment-id")]).toEqual([200, "one two", "none", null])
      yield* answerWith(echoing)
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 0, released: 0 })
    }),
  )

  it.effect("an Idempotency-Key replays the stored headers and bytes, and conflicts with another request", () =>
    Effect.gen(function* () {
      const { answerWith, received } = yield* RelayFixture
      const { organisation, secret } = yield* newBuyer()
      const bytes = Buffer.from([0, 1, 2, 250, 251])
      yield* answerWith((_, response) => response.writeHead(201, { "content-type": "application/x-bin", "x-number": "7" }).end(bytes))
      const once = { body: "{}", headers: { "idempotency-key": "k1", "content-type": "application/json" } }
      const first = yield* relayRequest(secret, "POST", "/parcels/parcels", once)
      const before = received.length
      const again = yield* relayRequest(secret, "POST", "/parcels/parcels", once)
      expect([again.status, [...again.bytes], again.headers.get("x-number"), again.headers.get("content-type")]).toEqual([
        201,
        [...bytes],
        "7",
        "application/x-bin",
      ])
      expect(again.headers.get("x-idempotent-replay")).toBe("true")
      expect(again.headers.get("x-payment-id")).toBe(first.headers.get("x-payment-id"))
      expect(again.moved).toBe("charged")
      expect(received.length).toBe(before)
      const other = yield* relayRequest(secret, "POST", "/parcels/parcels", { ...once, body: "{ }" })
      expect([other.status, code(other.text), other.moved]).toEqual([409, "idempotency_conflict", "none"])
      yield* answerWith((_, response) => response.writeHead(503).end("later"))
      const failing = { ...once, headers: { ...once.headers, "idempotency-key": "k2" } }
      expect((yield* relayRequest(secret, "POST", "/parcels/parcels", failing)).status).toBe(503)
      yield* answerWith(echoing)
      expect((yield* relayRequest(secret, "POST", "/parcels/parcels", failing)).moved).toBe("charged")
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 2, released: 1, held: 0 })
    }),
  )

  it.effect("a listed API answers HEAD as GET, OPTIONS with its methods, and CORS preflights", () =>
    Effect.gen(function* () {
      const { answerWith } = yield* RelayFixture
      const { secret } = yield* newBuyer()
      yield* answerWith((_, response) => response.writeHead(200, { "content-length": "1234", "content-type": "text/plain" }).end())
      const head = yield* relayRequest(secret, "HEAD", "/parcels/parcels/7")
      expect([head.status, head.headers.get("content-length"), head.moved, head.headers.get("x-payment-price")]).toEqual([
        200,
        "1234",
        "charged",
        "0.0015",
      ])
      yield* answerWith(echoing)
      const options = yield* relayRequest(secret, "OPTIONS", "/parcels/parcels/7")
      expect([options.status, options.headers.get("allow")]).toEqual([204, "OPTIONS, DELETE, GET, HEAD"])
      const preflight = yield* relayRequest("", "OPTIONS", "/parcels/parcels/7", {
        headers: { origin: "https://shop.example", "access-control-request-method": "DELETE" },
      })
      expect([
        preflight.status,
        preflight.headers.get("access-control-allow-origin"),
        preflight.headers.get("access-control-allow-methods"),
      ]).toEqual([204, "*", "DELETE, GET, HEAD"])
      expect(preflight.headers.get("access-control-allow-headers")).toContain("Idempotency-Key")
      const page = yield* relayRequest(secret, "GET", "/parcels/parcels/7", { headers: { origin: "https://shop.example" } })
      expect(page.headers.get("access-control-allow-origin")).toBe("*")
      expect(page.headers.get("access-control-expose-headers")).toContain("X-Money-Moved")
    }),
  )

  it.effect("the origin receives the caller's identity and the gateway's signature, and no credential of the caller", () =>
    Effect.gen(function* () {
      const { list, received } = yield* RelayFixture
      const { secret } = yield* newBuyer()
      yield* list({ signing: { keyId: "key-1", secret: Redacted.make("shared secret") } })
      const headers = {
        cookie: "session=canary",
        "idempotency-key": "canary-key",
        "x-payment-rail": "credits",
        "x-payment-note": "canary",
        "x-cost-tag": "canary",
        "payment-signature-note": "canary",
        "x-gateway-signature": "t=1,v1=canary",
        "x-forwarded-for": "203.0.113.9",
        connection: "keep-alive, x-hop",
        "x-hop": "canary",
        "x-kept": "yes",
      }
      const { connection: _, "x-hop": __, ...sendable } = headers
      const reply = yield* relayRequest(secret, "POST", "/parcels/parcels?z=1", { body: "{}", headers: sendable })
      const sent = received.at(-1)!
      const seen = JSON.stringify([sent.rawHeaders, sent.url, sent.body.toString()])
      expect(seen).not.toContain("canary")
      expect(seen).not.toContain(secret)
      expect(sent.headers["x-kept"]).toBe("yes")
      expect(sent.headers["x-forwarded-for"]).toBe("127.0.0.1")
      expect(sent.headers["x-request-id"]).toBe(reply.headers.get("x-request-id"))
      const message = { method: "POST", path: sent.url, body: sent.body }
      const signature = String(sent.headers["x-gateway-signature"])
      const nowSeconds = Math.floor(Date.now() / 1000)
      expect(verifySignature(signature, message, { secret: "shared secret", nowSeconds })).toBe(true)
      expect(verifySignature(signature, message, { secret: "another secret", nowSeconds })).toBe(false)
      expect(sent.headers["x-gateway-key-id"]).toBe("key-1")
      yield* list()
    }),
  )

  it.effect("a listing's daily cap counts holds, and makes the listing unavailable for that organisation alone", () =>
    Effect.gen(function* () {
      const { list } = yield* RelayFixture
      yield* list({ dailyCap: microUsd(4_500n) })
      const { organisation, secret } = yield* newBuyer()
      const replies = yield* Effect.all(
        Array.from({ length: 10 }, () => relayRequest(secret, "GET", "/parcels/parcels")),
        { concurrency: "unbounded" },
      )
      expect(replies.filter(({ status }) => status === 200).length).toBe(4)
      for (const reply of replies.filter(({ status }) => status !== 200)) {
        expect([reply.status, code(reply.text), reply.moved]).toEqual([503, "source_unavailable", "none"])
        expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0)
      }
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 4, held: 0 })
      const other = yield* newBuyer()
      expect((yield* relayRequest(other.secret, "GET", "/parcels/parcels")).status).toBe(200)
      yield* list()
      yield* expectCleanAudit
    }),
  )

  it.effect("a listed API is in the directory with its operations, prices and schemas, is found by a search, and is no source to run", () =>
    Effect.gen(function* () {
      const { list } = yield* RelayFixture
      const { secret } = yield* newBuyer()
      const jsonSchema = { type: "object", properties: { weight_grams: { type: "integer" } } }
      const posting = {
        ...endpoint("POST", "/parcels", 2_000),
        name: "Announce a shipment",
        input: [{ field: "body", required: true, jsonSchema }],
      }
      yield* list({ endpoints: [posting, endpoint("GET", "/health", 0)] })
      const read = (path: string) => Effect.map(relayRequest(secret, "GET", path), ({ text }) => JSON.parse(text))
      const { sources } = yield* read("/v2/sources?search=shipment")
      expect(sources).toEqual([
        expect.objectContaining({ slug: "parcels", name: "Parcels", endpoint_count: 2, input_types: ["body"], available_in_v2: false }),
      ])
      expect((yield* read("/v2/sources")).catalog_total).toBe(1)
      expect((yield* read("/v2/sources/Parcels")).operations).toMatchObject([
        { id: "POST /parcels", name: "Announce a shipment", pricing: { model: "per_call", price: { amount_micro_usd: "2000" } } },
        { id: "GET /health", pricing: { model: "free" }, input: [] },
      ])
      const { endpoints } = yield* read("/v2/sources/parcels/endpoints?search=announce")
      expect(endpoints).toMatchObject([{ endpoint_id: "POST /parcels", input: [{ field: "body", required: true, schema: jsonSchema }] }])
      const run = yield* relayRequest(secret, "POST", "/v2/sources/parcels/run", {
        body: JSON.stringify({ operation: "POST /parcels", input: {} }),
        headers: { "content-type": "application/json" },
      })
      expect([run.status, code(run.text), run.moved]).toEqual([404, "source_not_found", "none"])
      const executed = yield* relayRequest(secret, "POST", "/v1/execute/parcels/health", {
        body: "{}",
        headers: { "content-type": "application/json" },
      })
      for (const [{ text }, example] of [
        [run, "POST /parcels/parcels"],
        [executed, "GET /parcels/health"],
      ] as const) {
        expect(JSON.parse(text).error).toEqual({
          code: "source_not_found",
          message: `Parcels is a listed API, which is not called by this route. Send its own requests under /parcels, for instance ${example}. POST /v1/apis/parcels/preflight answers their price. Nothing was charged.`,
        })
      }
      yield* list({ status: "paused" })
      expect((yield* read("/v2/sources")).catalog_total).toBe(0)
      yield* list()
    }),
  )

  it.effect("key, scope, rate and balance are checked before a request leaves for the origin", () =>
    Effect.gen(function* () {
      const { list, received } = yield* RelayFixture
      const before = received.length
      const poor = yield* newBuyer({ dollars: 0.0005 })
      const reader = yield* newBuyer({ key: { scopes: ["sources:read"] } })
      const refusals = [
        [yield* relayRequest("", "GET", "/parcels/parcels"), 401, "invalid_api_key"],
        [yield* relayRequest(reader.secret, "GET", "/parcels/parcels"), 403, "insufficient_scope"],
        [yield* relayRequest(poor.secret, "GET", "/parcels/parcels"), 402, "insufficient_balance"],
        [yield* relayRequest(poor.secret, "GET", "/parcels/parcels", { headers: { "x-payment-rail": "gold" } }), 400, "invalid_request"],
        [yield* relayRequest(poor.secret, "POST", "/parcels/parcels", { body: "x".repeat(65_537) }), 413, "invalid_request"],
      ] as const
      for (const [reply, status, expected] of refusals)
        expect([reply.status, code(reply.text), reply.moved]).toEqual([status, expected, "none"])
      yield* list({ status: "paused" })
      const paused = yield* relayRequest(poor.secret, "GET", "/parcels/health")
      expect([paused.status, code(paused.text)]).toEqual([503, "source_unavailable"])
      yield* list()
      expect(received.length).toBe(before)
      expect(yield* creditsPosition(poor.organisation)).toMatchObject({ ...untouched, posted: 500 })
    }),
  )
})
