import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Predicate, Queue, Scope } from "effect"
import { Origins } from "../../../layers/origin/Origins.ts"
import { answering, client, exchange, failure, knock, ok, testOrigin, to } from "./testOrigin.ts"

const busy = "source_unavailable: The origin has too many callers at once. Retry later."

describe("callers of an origin that leave", () => {
  it.effect("a caller that leaves closes its connection to the origin at once", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(answering("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour"))
      const call = yield* Effect.forkChild(exchange(to(origin)))
      yield* Queue.take(origin.requests)
      yield* Fiber.interrupt(call)
      yield* Queue.take(origin.closed)
      assert.strictEqual(origin.open(), 0)
    }).pipe(Effect.provide(client())),
  )

  it.effect("a caller that leaves before it has a connection sends nothing, even if another caller then uses the connection", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(answering(ok))
      let answerQuery: (addresses: ReadonlyArray<string>) => void = () => undefined
      const queries = yield* Queue.unbounded<string>()
      const resolve = (hostname: string) =>
        new Promise<ReadonlyArray<string>>((resolved) => {
          answerQuery = resolved
          Queue.offerUnsafe(queries, hostname)
        })
      const named = { origin: `http://api.example.com:${origin.port}` }
      yield* Effect.gen(function* () {
        const left = yield* Effect.forkChild(exchange(to(named, { method: "POST" })))
        yield* Queue.take(queries)
        yield* Fiber.interrupt(left)
        const next = yield* Effect.forkChild(exchange(to(named)))
        answerQuery(["127.0.0.1"])
        yield* Effect.raceFirst(
          Fiber.join(next),
          Effect.forever(Effect.andThen(Queue.take(queries), () => Effect.sync(() => answerQuery(["127.0.0.1"])))),
        )
        yield* knock(origin.port)
      }).pipe(Effect.provide(client({}, resolve)))
      const requests = yield* Queue.takeAll(origin.requests)
      assert.deepEqual(
        requests.map((request) => request.split(" ")[0]),
        ["GET"],
      )
    }),
  )

  for (const way of ["exchange", "stream"] as const) {
    it.effect(`a caller that leaves while it waits for a connection is forgotten (${way})`, () =>
      Effect.gen(function* () {
        const made = yield* madeRequests
        const held: Array<() => void> = []
        const origin = yield* testOrigin((socket) => void held.push(() => socket.write(ok)))
        const origins = yield* Origins
        const first = yield* Effect.forkChild(exchange(to(origin)))
        yield* Queue.take(origin.requests)
        const request = to(origin, { path: "/left" })
        const call = way === "stream" ? Effect.scoped(Effect.asVoid(origins.stream(request))) : Effect.asVoid(origins.exchange(request))
        const left = yield* Effect.forkChild(call)
        // Time enough to get in line.
        yield* Effect.replicateEffect(knock(origin.port), 20)
        yield* Fiber.interrupt(left)
        held[0]?.()
        yield* Fiber.join(first)
        const last = yield* Effect.forkChild(exchange(to(origin, { path: "/last" })))
        yield* Queue.take(origin.requests)
        held[1]?.()
        yield* Fiber.join(last)
        assert.deepEqual(made, ["/", "/last"])
      }).pipe(Effect.provide(client({ connectionsPerOrigin: 1 }))),
    )
  }
})

/** The paths of the requests that the HTTP client has made, waiting ones too. */
const madeRequests = Effect.acquireRelease(
  Effect.sync(() => {
    const paths: Array<string> = []
    const hear = (message: unknown) => {
      if (Predicate.hasProperty(message, "request") && Predicate.hasProperty(message.request, "path"))
        paths.push(String(message.request.path))
    }
    subscribe("undici:request:create", hear)
    return { paths, hear }
  }),
  ({ hear }) => Effect.sync(() => unsubscribe("undici:request:create", hear)),
).pipe(Effect.map(({ paths }) => paths))

describe("requests on kept connections", () => {
  for (const method of ["POST", "GET"]) {
    it.effect(`a ${method} request is sent at most once, even if its kept connection closes under it`, () =>
      Effect.gen(function* () {
        // Every second request of a connection is answered by a reset, or by an end, before any byte.
        const served = new Map<object, number>()
        let requests = 0
        const origin = yield* testOrigin((socket) => {
          requests++
          const nth = (served.get(socket) ?? 0) + 1
          served.set(socket, nth)
          if (nth === 1) return void socket.write(ok)
          return requests % 3 === 0 ? void socket.end() : void socket.resetAndDestroy()
        })
        const request = to(origin, { method, body: method === "POST" ? Buffer.from("pay") : undefined })
        const outcomes: Array<string> = []
        for (let i = 0; i < 40; i++) {
          outcomes.push(yield* Effect.match(exchange(request), { onFailure: ({ message }) => message, onSuccess: () => "ok" }))
          // What closes, closes before the next request, as in life.
          yield* knock(origin.port)
        }
        assert.strictEqual(requests, 40)
        assert.includeMembers([...new Set(outcomes)], ["ok", "The origin closed the connection without an answer."])
        // The breaker stays out of it: half of the answers are good.
      }).pipe(Effect.provide(client({ circuitOpenMs: 0 }))),
    )
  }
})

describe("connections to origins", () => {
  it.effect("a connection to an origin is kept and used again", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(answering(ok))
      for (let i = 0; i < 20; i++) {
        yield* exchange(to(origin))
        yield* knock(origin.port)
      }
      // Twenty are the knocks.
      assert.strictEqual(origin.connections() - 20, 1)
    }).pipe(Effect.provide(client({ keepAliveMs: 300_000 }))),
  )

  it.effect("the connections to one origin and the callers waiting for them are limited", () =>
    Effect.gen(function* () {
      const held: Array<() => void> = []
      const arrived = yield* Queue.unbounded<void>()
      const origin = yield* testOrigin((socket) => {
        held.push(() => socket.write(ok))
        Queue.offerUnsafe(arrived, undefined)
      })
      const calls = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 5 }, () => exchange(to(origin))),
          { concurrency: 5 },
        ),
      )
      yield* Effect.replicateEffect(Queue.take(arrived), 2)
      assert.deepEqual([yield* failure(exchange(to(origin))), held.length], [busy, 2])
      for (let answered = 0; answered < 5; answered++) {
        if (answered >= 2) yield* Queue.take(arrived)
        held[answered]?.()
      }
      assert.deepEqual(
        (yield* Fiber.join(calls)).map(({ status }) => status),
        [200, 200, 200, 200, 200],
      )
      assert.isAtMost(origin.connections(), 2)
    }).pipe(Effect.provide(client({ connectionsPerOrigin: 2, maxWaitingPerOrigin: 3 }))),
  )

  it.effect("the origin that was idle longest loses its connections first, and a busy one keeps its own", () =>
    Effect.gen(function* () {
      const [first, second, third] = yield* Effect.all([testOrigin(answering(ok)), testOrigin(() => undefined), testOrigin(answering(ok))])
      yield* exchange(to(first))
      const pending = yield* Effect.forkChild(exchange(to(second)))
      yield* Queue.take(second.requests)
      yield* exchange(to(third))
      yield* Queue.take(first.closed)
      assert.deepEqual([first.open(), second.open(), third.open()], [0, 1, 1])

      const also = yield* testOrigin(() => undefined)
      const alsoPending = yield* Effect.forkChild(exchange(to(also)))
      yield* Queue.take(also.requests)
      const refused = yield* failure(exchange(to(first)))
      assert.strictEqual(refused, "source_unavailable: The gateway's relay has too many callers at once. Retry later.")
      yield* Fiber.interruptAll([pending, alsoPending])
      assert.strictEqual((yield* exchange(to(first))).status, 200)
    }).pipe(Effect.provide(client({ maxOrigins: 2, keepAliveMs: 60_000 }))),
  )

  it.effect("the origin that was used last keeps its connections, even if it was connected first", () =>
    Effect.gen(function* () {
      const [first, second, third] = yield* Effect.all([testOrigin(answering(ok)), testOrigin(answering(ok)), testOrigin(answering(ok))])
      for (const origin of [first, second, first, third]) yield* exchange(to(origin))
      yield* Queue.take(second.closed)
      assert.isAtLeast(first.open(), 1)
    }).pipe(Effect.provide(client({ maxOrigins: 2, keepAliveMs: 60_000 }))),
  )

  it.effect("connections to origins end with the client", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(answering(ok))
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(Origins.layer({ keepAliveMs: 60_000 }), scope)
      yield* Effect.provide(exchange(to(origin)), context)
      assert.strictEqual(origin.open(), 1)
      yield* Scope.close(scope, Exit.void)
      yield* Queue.take(origin.closed)
      assert.strictEqual(origin.open(), 0)
    }),
  )

  it.effect("connections do not accumulate over many requests that end badly", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin((socket, _request, nth) => {
        if (nth % 4 === 0) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour")
        else if (nth % 4 === 1) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n")
        else if (nth % 4 === 2) socket.write("nonsense\r\n\r\n")
        else socket.write(ok)
      })
      for (let i = 0; i < 200; i++) {
        const call = yield* Effect.forkChild(Effect.exit(exchange(to(origin))))
        yield* Queue.take(origin.requests)
        if (i % 4 === 0) yield* Fiber.interrupt(call)
        yield* Fiber.await(call)
      }
      while (origin.open() > 1) yield* Queue.take(origin.closed)
    }).pipe(Effect.provide(client())),
  )
})
