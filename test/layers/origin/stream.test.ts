import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { OriginRequest } from "../../../layers/origin/OriginRequest.ts"
import { Origins } from "../../../layers/origin/Origins.ts"
import { answering, client, failure, knock, ok, testOrigin, to } from "./testOrigin.ts"

const stream = (request: OriginRequest) => Effect.flatMap(Origins, (origins) => origins.stream(request))
const text = <E>(body: Stream.Stream<Uint8Array, E>) =>
  Effect.map(Stream.runCollect(body), (pieces) => Buffer.concat([...pieces]).toString("latin1"))

describe("streamed answers of an origin", () => {
  it.effect("a streamed answer has status and headers while its body is still on the way", () =>
    Effect.gen(function* () {
      let finish = () => {}
      const origin = yield* testOrigin((socket) => {
        socket.write("HTTP/1.1 203 X\r\nX-B: 1\r\nSet-Cookie: a\r\nSet-Cookie: b\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n")
        finish = () => socket.write("1\r\nc\r\n0\r\n\r\n")
      })
      const answer = yield* stream(to(origin))
      const names = answer.headers.map(([name]) => name)
      assert.deepEqual([answer.status, names], [203, ["X-B", "Set-Cookie", "Set-Cookie", "Transfer-Encoding"]])
      const pieces = yield* Queue.unbounded<string>()
      const read = yield* Effect.forkChild(
        Stream.runForEach(answer.body, (piece) => Queue.offer(pieces, Buffer.from(piece).toString("latin1"))),
      )
      assert.strictEqual(yield* Queue.take(pieces), "ab")
      finish()
      yield* Fiber.join(read)
      assert.strictEqual(yield* Queue.take(pieces), "c")
    }).pipe(Effect.provide(client())),
  )

  it.effect("the gateway reads a streamed answer only as fast as the caller takes it", () =>
    Effect.gen(function* () {
      let sent = 0
      const total = 64 * 1024 * 1024
      const origin = yield* testOrigin((socket) => {
        const piece = "a".repeat(64 * 1024)
        const more = () => {
          while (sent < total && socket.write(piece)) sent += piece.length
          if (sent < total) socket.once("drain", more)
        }
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${total}\r\n\r\n`)
        more()
      })
      const answer = yield* stream(to(origin, { maxBytes: total }))
      const begun = yield* Deferred.make<void>()
      yield* Effect.forkChild(Stream.runForEach(answer.body, () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)))
      yield* Deferred.await(begun)
      // Time enough for all of it to come, were it read.
      yield* Effect.replicateEffect(knock(origin.port), 500)
      // What the system's own buffers hold is less than half of it.
      assert.isBelow(sent, total / 2)
    }).pipe(Effect.provide(client())),
  )

  it.effect("a streamed answer to a slow caller arrives whole", () =>
    Effect.gen(function* () {
      const whole = "0123456789".repeat(100_000)
      const origin = yield* testOrigin(answering(`HTTP/1.1 200 OK\r\nContent-Length: ${whole.length}\r\n\r\n`, whole))
      const answer = yield* stream(to(origin, { maxBytes: whole.length }))
      assert.strictEqual(yield* text(Stream.tap(answer.body, () => Effect.yieldNow)), whole)
    }).pipe(Effect.provide(client())),
  )

  const ends: ReadonlyArray<readonly [name: string, rest: string, then: "end" | "reset" | "stay", hears: string]> = [
    [
      "too large",
      `Transfer-Encoding: chunked\r\n\r\n3e9\r\n${"a".repeat(1_001)}`,
      "stay",
      "source_error: The origin answered with more than 1000 bytes.",
    ],
    ["cut short", "Content-Length: 9\r\n\r\nfour", "end", "source_error: The origin did not complete its answer."],
    ["cut short by a reset", "Connection: close\r\n\r\nfour", "reset", "source_error: The origin did not complete its answer."],
    ["silent for too long", "Content-Length: 9\r\n\r\nfour", "stay", "source_timeout: The origin stopped in the middle of its answer."],
  ]
  for (const [name, rest, then, hears] of ends) {
    it.effect(`a streamed answer that is ${name} ends with a failure and closes its connection`, () =>
      Effect.gen(function* () {
        const origin = yield* testOrigin((socket) => {
          socket.write(`HTTP/1.1 200 OK\r\n${rest}`, "latin1", () => {
            if (then === "end") socket.end()
            if (then === "reset") setTimeout(() => socket.resetAndDestroy(), 50)
          })
        })
        const answer = yield* stream(to(origin))
        assert.strictEqual(yield* failure(text(answer.body)), hears)
        yield* Queue.take(origin.closed)
        // Only the silence is waited for: a slow machine must not take another end for one.
      }).pipe(Effect.provide(client(name === "silent for too long" ? { idleMs: 200 } : {}))),
    )
  }

  it.effect("a streamed answer that arrives drop by drop is cut at the deadline", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin((socket) => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n")
        const drip = setInterval(() => socket.write("a"), 5)
        socket.on("close", () => clearInterval(drip))
      })
      const answer = yield* stream(to(origin))
      const read = yield* Effect.forkChild(failure(text(answer.body)))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* Fiber.join(read), "source_timeout: The origin did not answer within 5 s.")
      yield* Queue.take(origin.closed)
    }).pipe(Effect.provide(client())),
  )

  it.effect("a streamed answer that never begins is cancelled at the deadline", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(() => undefined)
      const call = Effect.scoped(failure(stream(to(origin, { deadlineMs: 300 }))))
      assert.strictEqual(yield* call, "source_timeout: The origin did not answer within 0.3 s.")
      yield* Queue.take(origin.closed)
    }).pipe(Effect.provide(client())),
  )

  it.effect("a streamed answer that no caller reads ends with its scope and frees its connection", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin((socket, _request, nth) =>
        socket.write(nth < 3 ? "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour" : ok),
      )
      for (let i = 0; i < 3; i++) {
        yield* Effect.scoped(stream(to(origin)))
        yield* Queue.take(origin.closed)
      }
      assert.strictEqual(yield* Effect.scoped(Effect.flatMap(stream(to(origin)), ({ body }) => text(body))), "ok")
    }).pipe(Effect.provide(client({ connectionsPerOrigin: 1, maxWaitingPerOrigin: 0 }))),
  )

  it.effect("a streamed answer that fails unread does not end the process", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour"))
      const answer = yield* stream(to(origin))
      yield* Queue.take(origin.closed)
      assert.strictEqual(yield* failure(text(answer.body)), "source_error: The origin did not complete its answer.")
    }).pipe(Effect.provide(client())),
  )

  it.effect("a streamed answer begins after its 1xx responses", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(answering(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${ok}`))
      const answer = yield* stream(to(origin))
      assert.deepEqual([answer.status, yield* text(answer.body)], [200, "ok"])
    }).pipe(Effect.provide(client())),
  )

  it.effect("a streamed answer to HEAD, or without a body, is empty", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin((socket, request) =>
        socket.write(request.startsWith("HEAD") ? "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n" : "HTTP/1.1 204 No Content\r\n\r\n"),
      )
      for (const method of ["HEAD", "GET"]) assert.strictEqual(yield* text((yield* stream(to(origin, { method }))).body), "")
    }).pipe(Effect.provide(client())),
  )

  it.effect("a stream from an origin that is not allowed is refused", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(answering(ok))
      assert.match(yield* failure(stream(to(origin, { allowed: false }))), /^source_unavailable: /)
      assert.strictEqual(origin.connections(), 0)
    }).pipe(Effect.provide(client())),
  )
})
