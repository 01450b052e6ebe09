import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { newBuyer } from "../../support/gateway.ts"
import { sendBytes } from "../../support/hostile/wire.ts"
import { expectRefusal } from "../../support/refusals/envelope.ts"
import { request, bodyOf, bytesOf, tableDigests, plain, RefusalFixture, refusalFixture } from "../../support/refusals/fixture.ts"

const nowhere = [
  "/v1",
  "/v2/",
  "/v3/balance",
  "/v2/balance/x",
  "/v1/execute/market",
  "/v1/execute/market/goods.plain/x",
  "/v2/sources/a/b/c",
  "/.git/config",
  "/v2/../v2/balance",
  "/v2/sources/../balance",
  "/v2%2fbalance",
  "/v2/balance%00",
  "*",
  `/${"x".repeat(12_000)}`,
  "/<script>alert(1)</script>",
] as const

/** Each route, the methods it takes, and whether it can move money. */
const documented = [
  [plain, "POST", true],
  [plain.replace("/v1", "/v2"), "POST", true],
  ["/v2/sources/market/run", "POST", true],
  ["/v2/runs/x", "GET", true],
  ["/v2/runs/x/cancel", "POST", true],
  ["/v2/sources", "GET"],
  ["/v2/sources/market", "GET"],
  ["/v2/balance", "GET"],
  ["/v2/usage", "GET"],
  ["/v1/payments/x", "GET"],
  ["/", "GET"],
  ["/status", "GET"],
  ["/healthz", "GET"],
  ["/readyz", "GET"],
  ["/openapi.json", "GET"],
  ["/docs", "GET"],
] as const
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"] as const
const free = { headers: [["Idempotency-Key", "never"]] } as const

layer(refusalFixture(), { excludeTestServices: true })("routes", (it) => {
  it.effect.each(nowhere)("there is nothing at %s, with a key or without", (path) =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const before = yield* tableDigests
      for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) {
        for (const who of [secret, null]) {
          const answer = yield* request({ method, path, secret: who, ...free })
          expectRefusal(answer, { status: 404, code: "route_not_found", paid: false })
          expect(answer.text.length).toBeLessThan(400)
        }
      }
      expect(yield* tableDigests).toEqual(before)
    }),
  )

  it.effect("no answer of a Connect route may be cached, also of a method that it does not take", () =>
    Effect.gen(function* () {
      for (const [method, path] of [
        ["GET", "/v1/checkout"],
        ["POST", "/v1/marketplaces/me"],
        ["POST", "/v1/session/x"],
      ] as const) {
        const answer = yield* request({ method, path, secret: null, body: "" })
        expect([path, answer.status, answer.header("cache-control")]).toEqual([path, 405, "no-store"])
      }
    }),
  )

  it.effect.each(documented)(
    "%s takes %s and answers 405 to every other method, with X-Money-Moved: none where the route is paid",
    ([path, takes, paid = false]) =>
      Effect.gen(function* () {
        const { secret } = yield* newBuyer()
        const before = yield* tableDigests
        for (const method of methods.filter((method) => method !== takes)) {
          for (const who of [secret, null]) {
            const answer = yield* request({ method, path, secret: who, ...free })
            expectRefusal(answer, { status: 405, code: "method_not_allowed", paid, names: takes })
            expect(answer.header("allow")).toBe(takes)
          }
        }
        expect(yield* tableDigests).toEqual(before)
      }),
  )

  const aliases = [
    "//v2/sources",
    "/v2//sources",
    "/V2/Sources",
    "/v2/sources;x=1",
    "/v2/%73ources",
    "/v2/sources?",
    "http://gateway.test/v2/sources",
  ]
  it.effect.each(aliases)("%s is the directory with all its rules, or nothing", (path) =>
    Effect.gen(function* () {
      const keyless = yield* request({ method: "GET", path })
      const nothing = keyless.status === 404
      if (!nothing) expect([keyless.status, Object.keys(bodyOf(keyless))]).toEqual([401, ["protocol_version", "errors"]])
      const wrong = yield* request({ method: "DELETE", path })
      expect([wrong.status, wrong.header("allow")]).toEqual(nothing ? [404, null] : [405, "GET"])
    }),
  )

  it.effect("a HEAD request is answered as GET without the body, and buys nothing", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const { port } = yield* RefusalFixture
      const before = yield* tableDigests
      for (const [path, status] of [
        ["/healthz", 200],
        ["/v2/balance", 200],
        ["/nothing", 404],
        [plain, 405],
      ] as const) {
        const { closed, rest } = yield* sendBytes(port, {
          bytes: bytesOf({ method: "HEAD", path, secret, headers: [["Connection", "close"]] }),
        })
        expect([closed, rest.slice(0, 13), rest.indexOf("\r\n\r\n") + 4]).toEqual([true, `HTTP/1.1 ${status} `, rest.length])
      }
      expect(yield* tableDigests).toEqual(before)
    }),
  )
})
