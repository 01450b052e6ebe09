import { assert, describe, it } from "@effect/vitest"
import { gzipSync } from "node:zlib"
import { Effect, Queue } from "effect"
import { answering, client, exchange, failure, ok, testOrigin, to } from "./testOrigin.ts"

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1")

describe("answers of an origin", () => {
  it.effect("an answer is delivered unchanged: any status, and the order, case and duplicates of its headers", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(
        answering("HTTP/1.1 418 I'm a teapot\r\nX-B: 1\r\nSet-Cookie: a=1\r\nx-b: \xe9\r\nSet-Cookie: b=2\r\nContent-Length: 2\r\n\r\nok"),
      )
      const answer = yield* exchange(to(origin))
      const headers = [
        ["X-B", "1"],
        ["Set-Cookie", "a=1"],
        ["x-b", "\xe9"],
        ["Set-Cookie", "b=2"],
        ["Content-Length", "2"],
      ]
      assert.deepEqual([answer.status, answer.headers, text(answer.body)], [418, headers, "ok"])
    }).pipe(Effect.provide(client())),
  )

  it.effect("a compressed answer is not unpacked", () =>
    Effect.gen(function* () {
      const packed = gzipSync("a".repeat(5_000))
      const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`
      const origin = yield* testOrigin(answering(head, packed.toString("latin1")))
      assert.deepEqual(Buffer.from((yield* exchange(to(origin))).body), packed)
    }).pipe(Effect.provide(client())),
  )

  it.effect("a redirect of an origin is not followed", () =>
    Effect.gen(function* () {
      const canary = yield* testOrigin(answering(ok))
      const origin = yield* testOrigin(answering(`HTTP/1.1 307 Go\r\nLocation: ${canary.origin}/\r\nContent-Length: 0\r\n\r\n`))
      const answer = yield* exchange(to(origin))
      assert.deepEqual([answer.status, answer.headers[0], canary.connections()], [307, ["Location", `${canary.origin}/`], 0])
    }).pipe(Effect.provide(client())),
  )

  const bodies: ReadonlyArray<readonly [name: string, method: string, said: string, status: number, body: string]> = [
    ["to HEAD with a length and no body", "HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n", 200, ""],
    ["of status 204", "GET", "HTTP/1.1 204 No Content\r\n\r\n", 204, ""],
    ["of status 304 with a length and no body", "GET", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5000\r\n\r\n", 304, ""],
    ["of length 0", "GET", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 200, ""],
    ["in chunks", "GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\nX-T: 1\r\n\r\n", 200, "abc"],
    ["after 1xx responses", "GET", `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Wait\r\n\r\n${ok}`, 200, "ok"],
    ["of exactly the maximum length", "GET", `HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${"a".repeat(1_000)}`, 200, "a".repeat(1_000)],
    ["to a method of the origin's own", "PURGE", ok, 200, "ok"],
  ]
  for (const [name, method, reply, status, body] of bodies) {
    it.effect(`an answer ${name} is delivered whole`, () =>
      Effect.gen(function* () {
        const origin = yield* testOrigin(answering(reply))
        const answer = yield* exchange(to(origin, { method }))
        assert.deepEqual([answer.status, text(answer.body)], [status, body])
      }).pipe(Effect.provide(client())),
    )
  }

  it.effect("an answer that ends with its connection is delivered whole", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nall of it"))
      assert.strictEqual(text((yield* exchange(to(origin))).body), "all of it")
    }).pipe(Effect.provide(client())),
  )

  it.effect("an answer in 50,000 chunks is put together in order", () =>
    Effect.gen(function* () {
      const whole = Array.from({ length: 50_000 }, (_, index) => String.fromCodePoint(97 + (index % 26))).join("")
      const chunks = [...whole].map((character) => `1\r\n${character}\r\n`).join("")
      const origin = yield* testOrigin(answering(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`))
      assert.strictEqual(text((yield* exchange(to(origin, { maxBytes: 50_000 }))).body), whole)
    }).pipe(Effect.provide(client())),
  )
})

describe("requests to an origin", () => {
  it.effect("a request is sent byte for byte, with the framing headers of this connection only", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(answering(ok))
      const request = to(origin, {
        method: "POST",
        path: "/a%2Fb/../\xe9?q=%20'[]|&&x=%",
        headers: [
          ["X-B", "1"],
          ["x-b", "\xe9"],
          ...["Host", "Connection", "Transfer-Encoding", "Content-Length", "Upgrade", "Expect", "Keep-Alive", "Proxy-Connection"].map(
            (name) => [name, "canary"] as const,
          ),
          ["X-B", "3"],
        ],
        body: Buffer.from("\0\xff body", "latin1"),
      })
      yield* exchange(request)
      const host = origin.origin.slice("http://".length)
      const head = `POST /a%2Fb/../\xe9?q=%20'[]|&&x=% HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\nX-B: 1\r\nx-b: \xe9\r\nX-B: 3\r\n`
      assert.strictEqual(yield* Queue.take(origin.requests), `${head}content-length: 7\r\n\r\n\0\xff body`)
    }).pipe(Effect.provide(client())),
  )

  it.effect("a request that is not valid HTTP is not sent", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(answering(ok))
      const wrong = [
        to(origin, { method: "CONNECT" }),
        to(origin, { method: "connect" }),
        to(origin, { method: "GET / HTTP/1.1\r\nX: y" }),
        to(origin, { method: "" }),
        to(origin, { path: "http://example.com/" }),
        to(origin, { path: "" }),
        to(origin, { path: "/a b" }),
        to(origin, { path: "/a\r\nX: y" }),
        to(origin, { path: "/\u{1f600}" }),
        to(origin, { headers: [["X-A", "b\r\nX-C: d"]] }),
        to(origin, { headers: [["X A", "b"]] }),
        to(origin, { headers: [["", "b"]] }),
        to(origin, { headers: [["X-A", "\u{1f600}"]] }),
      ]
      for (const request of wrong) {
        assert.match(yield* failure(exchange(request)), /^source_error: The request cannot be relayed: [^\r\n]+\.$/)
      }
      assert.strictEqual(origin.connections(), 0)
    }).pipe(Effect.provide(client())),
  )

  it.effect("a request is only sent to an origin without a path", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(answering(ok))
      const request = to({ origin: `${origin.origin}/v1` })
      assert.strictEqual(yield* failure(exchange(request)), "source_unavailable: The origin's address must not have a path.")
    }).pipe(Effect.provide(client())),
  )
})
