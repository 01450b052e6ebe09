import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Queue } from "effect"
import { TestClock } from "effect/testing"
import { answering, client, exchange, failure, unreachable, ok, testOrigin, to } from "./testOrigin.ts"

const restingFor = (seconds: number) =>
  `source_unavailable: The origin failed several times in a row and is not called for a moment. Retry in ${seconds} s.`
const resting = restingFor(10)
const silent = "source_error: The origin closed the connection without an answer."

/** An origin that closes the connection while `ill`, and counts its requests. */
const ailing = Effect.gen(function* () {
  const state = { ill: true, requests: 0 }
  const origin = yield* testOrigin((socket) => {
    state.requests++
    if (state.ill) socket.destroy()
    else socket.write(ok)
  })
  return { origin, state }
})

describe("the circuit breaker of a failing origin", () => {
  it.effect(
    "a failing origin is not called while its circuit is open, Retry-After is the rest of that time, and it is probed once and called again when it answers",
    () =>
      Effect.gen(function* () {
        const { origin, state } = yield* ailing
        const ask = failure(exchange(to(origin)))
        assert.deepEqual(
          yield* Effect.replicateEffect(ask, 5),
          Array.from({ length: 5 }, () => silent),
        )
        assert.deepEqual([yield* ask, yield* ask, state.requests], [resting, resting, 5])

        yield* TestClock.adjust("9 seconds")
        assert.deepEqual([yield* ask, state.requests], [restingFor(1), 5])
        const { retryAfterSeconds } = yield* Effect.flip(exchange(to(origin)))
        assert.strictEqual(retryAfterSeconds, 1)
        yield* TestClock.adjust("1 second")
        assert.deepEqual([yield* ask, yield* ask, state.requests], [silent, resting, 6])

        yield* TestClock.adjust("10 seconds")
        state.ill = false
        const answers = yield* Effect.replicateEffect(exchange(to(origin)), 3)
        assert.deepEqual([answers.map(({ status }) => status), state.requests], [[200, 200, 200], 9])
      }).pipe(Effect.provide(client())),
  )

  it.effect("a failing origin is probed by one request only, while the others are refused at once", () =>
    Effect.gen(function* () {
      let requests = 0
      const origin = yield* testOrigin((socket) => void (requests++ < 5 && socket.destroy()))
      yield* Effect.replicateEffect(failure(exchange(to(origin))), 5)
      yield* TestClock.adjust("10 seconds")
      const probe = yield* Effect.forkChild(failure(exchange(to(origin, { deadlineMs: 2_000 }))))
      yield* Effect.replicateEffect(Queue.take(origin.requests), 6)
      assert.deepEqual(yield* Effect.replicateEffect(failure(exchange(to(origin))), 3), [resting, resting, resting])
      assert.strictEqual(yield* Fiber.join(probe), "source_timeout: The origin did not answer within 2 s.")
      assert.deepEqual([yield* failure(exchange(to(origin))), requests], [resting, 6])
    }).pipe(Effect.provide(client())),
  )

  it.effect("timeouts and refused connections open the circuit of an origin too", () =>
    Effect.gen(function* () {
      const stalled = yield* testOrigin(() => undefined)
      yield* Effect.replicateEffect(failure(exchange(to(stalled, { deadlineMs: 300 }))), 5, { concurrency: 5 })
      assert.strictEqual(yield* failure(exchange(to(stalled))), resting)

      yield* Effect.replicateEffect(failure(exchange(to(unreachable))), 5)
      assert.strictEqual(yield* failure(exchange(to(unreachable))), resting)
    }).pipe(Effect.provide(client())),
  )

  it.effect("a failing origin does not open the circuit of another origin", () =>
    Effect.gen(function* () {
      const { origin } = yield* ailing
      const other = yield* testOrigin(answering(ok))
      yield* Effect.replicateEffect(failure(exchange(to(origin))), 6)
      assert.strictEqual((yield* exchange(to(other))).status, 200)
    }).pipe(Effect.provide(client())),
  )
})

describe("the circuit breaker and the callers of an origin", () => {
  const slow = (origin: Parameters<typeof to>[0], caller: string, endpoint: string) =>
    failure(exchange(to(origin, { path: "/slow", caller, endpoint, deadlineMs: 30 })))

  it.live("the time-outs of one caller's requests to one endpoint open the circuit for that caller and endpoint alone", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin((socket, request) => void (request.startsWith("GET /slow") || socket.write(ok)))
      yield* Effect.replicateEffect(slow(origin, "one", "GET /{id}"), 5, { concurrency: 5 })
      assert.strictEqual(yield* slow(origin, "one", "GET /{id}"), resting)
      assert.strictEqual((yield* exchange(to(origin, { caller: "other", endpoint: "GET /{id}" }))).status, 200)
      assert.strictEqual((yield* exchange(to(origin, { caller: "one", endpoint: "GET /list" }))).status, 200)
    }).pipe(Effect.provide(client())),
  )

  it.effect("an origin that cannot be reached rests for every caller and endpoint", () =>
    Effect.gen(function* () {
      yield* Effect.replicateEffect(failure(exchange(to(unreachable, { caller: "one", endpoint: "GET /a" }))), 5)
      assert.strictEqual(yield* failure(exchange(to(unreachable, { caller: "other", endpoint: "GET /b" }))), resting)
    }).pipe(Effect.provide(client())),
  )

  it.effect("a caller that fills its share of an origin's connections with slow requests delays no other caller", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin((socket, request) => void (request.startsWith("GET /slow") || socket.write(ok)))
      const flood = yield* Effect.forkChild(
        Effect.replicateEffect(failure(exchange(to(origin, { path: "/slow", caller: "one" }))), 10, { concurrency: "unbounded" }),
      )
      yield* Effect.replicateEffect(Queue.take(origin.requests), 3)
      assert.strictEqual((yield* exchange(to(origin, { caller: "other" }))).status, 200)
      assert.strictEqual(origin.open(), 4)
      yield* Fiber.interrupt(flood)
    }).pipe(Effect.provide(client({ connectionsPerOrigin: 4, connectionsPerCaller: 3 }))),
  )
})

describe("the circuit breaker of an answering origin", () => {
  it.effect("an answer of any status keeps the circuit of an origin closed", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin((socket, request) => {
        const status = /^GET \/(\d+)/.exec(request)?.[1] ?? "200"
        socket.write(`HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`)
      })
      for (const status of [500, 502, 503, 429, 400, 500, 500, 500, 500, 500]) {
        assert.strictEqual((yield* exchange(to(origin, { path: `/${status}` }))).status, status)
      }
    }).pipe(Effect.provide(client())),
  )

  it.effect("invalid requests, too large answers and leaving callers do not open the circuit of an origin", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin((socket, request) => void (request.startsWith("GET /stall") || socket.write(ok)))
      for (let i = 0; i < 6; i++) {
        yield* failure(exchange(to(origin, { method: "CONNECT" })))
        yield* failure(exchange(to(origin, { maxBytes: 1 })))
        yield* failure(exchange(to(origin, { headers: [["X A", "b"]] })))
        const left = yield* Effect.forkChild(exchange(to(origin, { path: "/stall" })))
        yield* Effect.repeat(Queue.take(origin.requests), { until: (request) => request.startsWith("GET /stall") })
        yield* Fiber.interrupt(left)
      }
      assert.strictEqual((yield* exchange(to(origin))).status, 200)
    }).pipe(Effect.provide(client())),
  )

  it.effect("one failing path among working ones does not open the circuit of an origin", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin((socket, request) => void (request.startsWith("GET /bad") ? socket.destroy() : socket.write(ok)))
      for (let i = 0; i < 30; i++) {
        yield* exchange(to(origin))
        yield* exchange(to(origin))
        assert.strictEqual(yield* failure(exchange(to(origin, { path: "/bad" }))), silent)
      }
    }).pipe(Effect.provide(client())),
  )
})
