import { expect, layer } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber } from "effect"
import { Database } from "../../layers/postgres/Database.ts"
import { expectWithinDeadline } from "../support/deadline.ts"
import { newBuyer } from "../support/gateway.ts"
import { call, readRun, send, stateOf } from "../support/cluster/client.ts"
import { expectCleanAudit, positionAfter, creditsPosition } from "../support/ledger/assertions.ts"
import { sharedDatabase, SharedDatabase, gatewayBehindProxy, gatewayBehindProxyWith } from "../support/cluster/gatewaysInProcess.ts"
import { until } from "../support/until.ts"

layer(sharedDatabase, { excludeTestServices: true })("while the database is away", (it) => {
  it.effect.each([1, 2])("a database connection that is lost in the middle of a money step costs only time (round %i)", () =>
    Effect.gen(function* () {
      const { dispatches } = yield* SharedDatabase
      const a = yield* gatewayBehindProxy
      const { money: sql } = yield* Database
      const { organisation, secret } = yield* newBuyer()
      const token = `lost-${organisation}`
      const [locked, lost] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
      const lock = Effect.gen(function* () {
        // It is left idle for as long as the other one takes to wait for it.
        yield* sql`set local idle_in_transaction_session_timeout = 0`
        yield* sql`select 1 from account where org = ${organisation} for update`
        yield* Deferred.succeed(locked, undefined)
        yield* Deferred.await(lost)
      })
      yield* Effect.forkChild(sql.withTransaction(lock))
      yield* Deferred.await(locked)
      const buying = yield* Effect.forkChild(call({ baseUrl: a.url, secret, token }))
      const ended = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database() and backend_type = 'client backend'`
      yield* until(Effect.map(ended, ({ length }) => length === 1))
      yield* Deferred.succeed(lost, undefined)
      expect(stateOf(yield* Fiber.join(buying))).toEqual([200, "completed", "charged"])
      expect(stateOf(yield* call({ baseUrl: a.url, secret, token }))).toEqual([200, "completed", "charged"])
      expect(dispatches(token)).toBe(2)
      expect(yield* creditsPosition(organisation)).toEqual(positionAfter(["fast", "fast"]))
    }),
  )

  it.effect("a call that runs during a short database outage is charged once when the database is back", () =>
    Effect.gen(function* () {
      const { dispatches } = yield* SharedDatabase
      const a = yield* gatewayBehindProxy
      const { organisation, secret } = yield* newBuyer()
      const request = { baseUrl: a.url, secret, script: "slow", token: "moment", inputs: { delay_ms: 400 } } as const
      const buying = yield* Effect.forkChild(call(request))
      yield* until(Effect.sync(() => dispatches("moment") === 1))
      yield* a.proxy.cut
      yield* Effect.sleep(600)
      yield* a.proxy.restore
      expect(stateOf(yield* Fiber.join(buying))).toEqual([200, "completed", "charged"])
      expect(dispatches("moment")).toBe(1)
      expect(yield* creditsPosition(organisation)).toEqual(positionAfter(["slow"]))
    }),
  )

  it.effect("a node that was cut off waits for the heartbeats of other nodes before it takes over their calls", () =>
    Effect.gen(function* () {
      const patient = gatewayBehindProxyWith({ silentMs: 30_000 })
      const [a, b] = [yield* patient, yield* patient]
      const { money: sql } = yield* Database
      const { organisation, secret } = yield* newBuyer()
      const request = {
        baseUrl: a.url,
        secret,
        script: "slow",
        token: "both",
        inputs: { delay_ms: 5_000 },
        query: "?wait_seconds=0",
      } as const
      const begun = yield* call(request)
      yield* Effect.all([a.proxy.cut, b.proxy.cut])
      const sessions = sql`select from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and state = 'active'`
      yield* until(Effect.map(sessions, ({ length }) => length === 1))
      // They have been away for an hour: the silence of both is longer than either may be silent.
      yield* sql`update node set seen_at = seen_at - interval '1 hour', steady_since = steady_since - interval '1 hour'`
      yield* b.proxy.restore
      const beating = sql`select from node where id = ${b.node} and seen_at > clock_timestamp() - interval '1 minute'`
      yield* until(Effect.map(beating, ({ length }) => length === 1))
      // Once a second it looks for calls of the dead.
      yield* Effect.sleep(2_000)
      yield* a.proxy.restore
      expect(stateOf(yield* readRun({ baseUrl: a.url, secret }, begun.body.id!, 55))).toEqual([200, "completed", "charged"])
      expect(yield* creditsPosition(organisation)).toEqual(positionAfter(["slow"]))
    }),
  )

  it.effect("a gateway without its database answers 503 at once, and serves again when the database is back", () =>
    Effect.gen(function* () {
      const a = yield* gatewayBehindProxy
      const { organisation, secret } = yield* newBuyer()
      yield* a.proxy.cut
      const ready = Effect.map(send({ baseUrl: a.url, secret, path: "/readyz" }), ({ status }) => status === 200)
      yield* until(Effect.map(ready, (is) => !is))
      const [took, reply] = yield* Effect.timed(call({ baseUrl: a.url, secret, token: "away" }))
      expect([reply.status, reply.body.error?.code, reply.header("retry-after")]).toEqual([503, "service_unavailable", "2"])
      expect(Duration.toMillis(took)).toBeLessThan(10_000)
      const health = ["/healthz", "/readyz", "/status"].map((path) => send({ baseUrl: a.url, secret, path }))
      expect((yield* Effect.all(health)).map((answer) => [answer.status, answer.body.status])).toEqual([
        [200, "pass"],
        [503, "fail"],
        [503, "fail"],
      ])
      yield* a.proxy.restore
      yield* until(ready)
      expect(stateOf(yield* call({ baseUrl: a.url, secret, token: "away" }))).toEqual([200, "completed", "charged"])
      expect(yield* creditsPosition(organisation)).toEqual(positionAfter(["fast"]))
    }),
  )

  it.effect("a request to a gateway whose database hangs is answered 503 within 3 s", () =>
    Effect.gen(function* () {
      const a = yield* gatewayBehindProxy
      const { secret } = yield* newBuyer()
      const warm = Array.from({ length: 8 }, (_, i) => call({ baseUrl: a.url, secret, token: `warm-${i}` }))
      yield* Effect.all(warm, { concurrency: 8 })
      yield* Effect.acquireRelease(
        Effect.sync(() => a.proxy.freeze(true)),
        () => Effect.sync(() => a.proxy.freeze(false)),
      )
      const requests = [call({ baseUrl: a.url, secret, token: "hangs" }), send({ baseUrl: a.url, secret, path: "/v2/balance" })]
      const replies = yield* Effect.forEach(requests, Effect.timed, { concurrency: 2 })
      expect(replies.map(([, { status }]) => status)).toEqual([503, 503])
      for (const [took] of replies) expectWithinDeadline(took)
    }),
  )

  it.effect("a database that hangs in the middle of a paid call is answered 503 within 3 s, and the call continues to its end", () =>
    Effect.gen(function* () {
      const { dispatches } = yield* SharedDatabase
      const a = yield* gatewayBehindProxy
      const { money: sql } = yield* Database
      const [first, second] = [yield* newBuyer(), yield* newBuyer()]
      const [locked, hung] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
      const lock = Effect.gen(function* () {
        yield* sql`set local idle_in_transaction_session_timeout = 0`
        yield* sql`select 1 from account where org in ${sql.in([first.organisation, second.organisation])} for update`
        yield* Deferred.succeed(locked, undefined)
        yield* Deferred.await(hung)
      })
      const begun = { baseUrl: a.url, secret: second.secret, token: "capture", script: "slow", inputs: { delay_ms: 800 } } as const
      const capturing = yield* Effect.forkChild(call({ ...begun, idempotencyKey: "hangs" }))
      yield* until(Effect.sync(() => dispatches("capture") === 1))
      yield* Effect.forkChild(sql.withTransaction(lock))
      yield* Deferred.await(locked)
      const reserving = { baseUrl: a.url, secret: first.secret, token: "reserve", idempotencyKey: "hangs" }
      const [took, reserve] = yield* Effect.timed(call(reserving))
      const capture = yield* Fiber.join(capturing)
      for (const reply of [reserve, capture]) {
        expect([reply.status, reply.body.error?.code, reply.header("x-money-moved")]).toEqual([503, "service_unavailable", "unknown"])
        expect(reply.body.error?.message).toContain("nothing is paid twice")
      }
      expectWithinDeadline(took)
      yield* Deferred.succeed(hung, undefined)
      for (const request of [reserving, { ...begun, idempotencyKey: "hangs" }]) {
        yield* until(Effect.map(call(request), ({ status }) => status === 200))
        expect(dispatches(request.token)).toBe(1)
      }
      expect(yield* creditsPosition(first.organisation)).toEqual(positionAfter(["fast"]))
      expect(yield* creditsPosition(second.organisation)).toEqual(positionAfter(["slow"]))
    }),
  )

  it.effect("the audit finds no violation after all outages", () => expectCleanAudit)
})
