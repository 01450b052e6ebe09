import { assert, describe, it } from "@effect/vitest"
import { Effect, Queue } from "effect"
import { answerHeaders, forwardableHeaders } from "../../../layers/origin/headers.ts"
import type { RawHeaders } from "../../../layers/origin/OriginRequest.ts"
import { answering, client, exchange, ok, testOrigin, to } from "./testOrigin.ts"
import { words } from "./words.ts"

const canary = "canary-7f3a"

/** As callers write them, and as servers that take `_` for `-` would read them. */
const disguises = (name: string): ReadonlyArray<string> => [
  name,
  name.toUpperCase(),
  name.toLowerCase(),
  name.replaceAll("-", "_"),
  name.replace("-", "_").toUpperCase(),
]

const withCanary = (names: ReadonlyArray<string>): RawHeaders => names.flatMap(disguises).map((name) => [name, canary] as const)

const neverForwarded = words(`
  Authorization Cookie Cookie2 Idempotency-Key X-Workspace-Id Payment-Signature PAYMENT-REQUIRED X-Payment X-Payment-Rail X-Payment-Dry-Run
  X-Payment-Anything Proxy-Authorization Proxy-Connection Host Content-Length Expect Connection Keep-Alive TE Trailer Transfer-Encoding Upgrade
  HTTP2-Settings X-Gateway-Signature X-Gateway-Key-Id X-Gateway-Request-Id X-Request-Id X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto
  Forwarded Via X-Real-IP X-HTTP-Method-Override X-Method-Override X-HTTP-Method X-Original-URL X-Rewrite-URL X-Host
`)

const neverAnswered = words(`
  X-Money-Moved X-Payment X-Payment-Id X-Payment-Price X-Payment-Rail-Used X-Payment-Response PAYMENT-REQUIRED PAYMENT-RESPONSE X-Request-Id
  X-Idempotent-Replay RateLimit RateLimit-Policy RateLimit-Remaining X-RateLimit-Limit Set-Cookie Set-Cookie2 Strict-Transport-Security
  Access-Control-Allow-Origin Access-Control-Allow-Credentials Access-Control-Expose-Headers Alt-Svc Clear-Site-Data Service-Worker-Allowed
  Public-Key-Pins Expect-CT NEL Report-To Reporting-Endpoints Accept-CH Origin-Agent-Cluster WWW-Authenticate Proxy-Authenticate
  X-Gateway-Signature X-Accel-Redirect X-Accel-Buffering X-Sendfile Connection Keep-Alive Trailer Transfer-Encoding Upgrade
`)

describe("request headers of a caller", () => {
  it("credentials of a caller and headers of the gateway are never forwarded to an origin", () => {
    assert.deepEqual(forwardableHeaders(withCanary(neverForwarded)), [])
  })

  it("a key of this gateway is forwarded in no header", () => {
    const keys = ["frt_org_abc123", "Bearer frt_pbl_abc123", "key=frt_mk_abc123"]
    assert.deepEqual(forwardableHeaders(keys.flatMap((key) => [["X-API-Key", key] as const, ["X-Note", key] as const])), [])
    assert.deepEqual(forwardableHeaders([["X-Note", "frt_ is a prefix"]]), [["X-Note", "frt_ is a prefix"]])
  })

  it("forwarded request headers keep their order, case and duplicates", () => {
    const passing = [
      ["Accept", "a"],
      ["ACCEPT", "b"],
      ["Content-Type", "text/x"],
      ["X-Custom", "\xe9"],
      ["accept-Encoding", "gzip"],
      ["Range", "bytes=0-1"],
      ["If-None-Match", '"x"'],
      ["X-Custom", ""],
      ["User-Agent", "x"],
      ["Traceparent", "00"],
    ] as const
    assert.deepEqual(forwardableHeaders(passing), passing)
  })

  it("headers that the Connection header names are removed from requests and answers", () => {
    const headers: RawHeaders = [
      ["Connection", "close, X-Secret"],
      ["X-Secret", canary],
      ["x_secret", canary],
      ["connection", " x-other ,"],
      ["X-Other", canary],
      ["X-Third", "stays"],
    ]
    assert.deepEqual([forwardableHeaders(headers), answerHeaders(headers)], [[["X-Third", "stays"]], [["X-Third", "stays"]]])
  })

  it("invalid headers are removed from requests and answers", () => {
    const headers: RawHeaders = [
      ["X A", canary],
      ["", canary],
      ["X-A:", canary],
      ["Cookie ", canary],
      ["X-A", "a\r\nCookie: b"],
      ["X-B", "a\0b"],
      ["X-C", "\u{1f600}"],
      ["X-D", "a\x7fb"],
      ["X-É", "a"],
    ]
    assert.deepEqual([forwardableHeaders(headers), answerHeaders(headers)], [[], []])
  })

  it.effect("a request on the wire to an origin carries no credential", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(answering(ok))
      const headers = forwardableHeaders([...withCanary(neverForwarded), ["X-Custom", "passes"]])
      yield* exchange(to(origin, { method: "POST", headers, body: Buffer.from("{}") }))
      const request = yield* Queue.take(origin.requests)
      assert.include(request, "X-Custom: passes")
      assert.notInclude(request, canary)
    }).pipe(Effect.provide(client())),
  )
})

describe("answer headers of an origin", () => {
  it("an origin cannot set a header that belongs to the gateway", () => {
    assert.deepEqual(answerHeaders(withCanary(neverAnswered)), [])
  })

  it("relayed answer headers keep their order, case and duplicates", () => {
    const passing = [
      ["Content-Type", "text/x"],
      ["Content-Length", "3"],
      ["Content-Encoding", "gzip"],
      ["ETag", '"x"'],
      ["Location", "/x"],
      ["Retry-After", "1"],
      ["Cache-Control", "no-store"],
      ["Link", "</a>"],
      ["link", "</b>"],
      ["X-Custom", "\xe9"],
      ["Vary", "Accept"],
    ] as const
    assert.deepEqual(answerHeaders(passing), passing)
  })
})
