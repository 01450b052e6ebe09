import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { Database } from "../../layers/postgres/Database.ts"
import { newBuyer } from "../support/gateway.ts"
import { call, readRun, stateOf } from "../support/cluster/client.ts"
import { expectCleanAudit, positionAfter, creditsPosition } from "../support/ledger/assertions.ts"
import { sharedDatabase, SharedDatabase, gatewayBehindProxy, gatewayBehindProxyWith } from "../support/cluster/gatewaysInProcess.ts"
import { until } from "../support/until.ts"

layer(sharedDatabase, { excludeTestServices: true })("commits whose confirmation is lost", (it) => {
  const commits = (["fast", "large", "failing", "computed"] as const).flatMap((script) => [1, 2, 3].map((nth) => ({ script, nth })))
  it.effect.each(commits)("are found and not repeated ($script, commit $nth)", ({ nth, script }) =>
    Effect.gen(function* () {
      const { dispatches } = yield* SharedDatabase
      const { proxy, url } = yield* gatewayBehindProxy
      const { organisation, secret } = yield* newBuyer()
      const token = `commit-${script}-${nth}`
      proxy.loseCommit(nth)
      const reply = yield* call({ baseUrl: url, secret, script, token, idempotencyKey: token, timeoutMs: 60_000 })
      expect(stateOf(reply)).toEqual(script === "failing" ? [502, "failed", "none"] : [200, "completed", "charged"])
      expect(yield* creditsPosition(organisation)).toEqual(script === "failing" ? positionAfter([], 1) : positionAfter([script]))
      expect(dispatches(token)).toBe(1)
    }),
  )

  it.effect("a commit whose confirmation is lost does not make an answer show a wrong balance", () =>
    Effect.gen(function* () {
      const { proxy, url } = yield* gatewayBehindProxy
      const { secret } = yield* newBuyer()
      const request = { baseUrl: url, secret, timeoutMs: 60_000 }
      proxy.loseCommit(1)
      const running = yield* call({ ...request, script: "slow", token: "balance", query: "?wait_seconds=0" })
      proxy.loseCommit(2)
      const failed = yield* call({ ...request, script: "failing", token: "balance" })
      expect([running, failed].map((reply) => [reply.status, reply.body.balance?.remaining?.amount])).toEqual([
        [202, 24.998],
        [502, 24.998],
      ])
    }),
  )

  const crashes = [2, 3, 4].flatMap((nth) => [0, 1, 2, 3, 5].map((refusals) => ({ nth, refusals })))
  it.effect.each(crashes)("hold nothing twice when PostgreSQL recovers (commit $nth, $refusals refusals)", ({ nth, refusals }) =>
    Effect.gen(function* () {
      const { proxy, url } = yield* gatewayBehindProxy
      const { money: sql } = yield* Database
      const { organisation, secret } = yield* newBuyer()
      // The first reservation waits for this lock, and the others gather behind it in one batch.
      const [locked, go] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
      const lock = Effect.gen(function* () {
        yield* sql`set local idle_in_transaction_session_timeout = 0`
        yield* sql`select 1 from account where org = ${organisation} for update`
        yield* Deferred.succeed(locked, undefined)
        yield* Deferred.await(go)
      })
      yield* Effect.forkChild(sql.withTransaction(lock))
      yield* Deferred.await(locked)
      proxy.crashAtCommit(nth, refusals)
      const many = Array.from({ length: 12 }, (_, i) => call({ baseUrl: url, secret, token: `crash-${i}`, timeoutMs: 60_000 }))
      const buying = yield* Effect.forkChild(Effect.all(many, { concurrency: "unbounded" }))
      const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      yield* until(Effect.map(waiting, ({ length }) => length > 0))
      yield* Effect.sleep(100)
      yield* Deferred.succeed(go, undefined)
      const replies = yield* Fiber.join(buying)
      for (const reply of replies) expect([200, 503]).toContain(reply.status)
      const { captured, held, open, posted, reserved } = yield* creditsPosition(organisation)
      expect({ held, open }).toEqual({ held: reserved * 1_000, open: reserved })
      expect(posted).toBe(25_000_000 - captured * 1_000)
      expect(captured).toBeGreaterThanOrEqual(replies.filter((reply) => reply.status === 200).length)
      yield* expectCleanAudit
    }),
  )

  it.effect("a commit whose confirmation is lost is looked up once PostgreSQL has recovered, however long the recovery takes", () =>
    Effect.gen(function* () {
      const { dispatches } = yield* SharedDatabase
      const { proxy, url } = yield* gatewayBehindProxy
      const { organisation, secret } = yield* newBuyer()
      proxy.crashAtCommit(1, 10)
      const reply = yield* call({ baseUrl: url, secret, token: "recovering", timeoutMs: 60_000 })
      expect(stateOf(reply)).toEqual([200, "completed", "charged"])
      expect(dispatches("recovering")).toBe(1)
      expect(yield* creditsPosition(organisation)).toEqual(positionAfter(["fast"]))
    }),
  )

  it.effect("a node whose commit confirmation is lost does not dispatch a call that another node has taken over", () =>
    Effect.gen(function* () {
      const { dispatches } = yield* SharedDatabase
      const mortal = gatewayBehindProxyWith({ silentMs: 1_000, sourceTimeoutMs: 4_000, closingMs: 3_000 })
      const [a] = [yield* mortal, yield* mortal]
      const { organisation, secret } = yield* newBuyer()
      // From its lost commit on it reaches no database, or it might look the call up before another node has it.
      a.proxy.crashAtCommit(1)
      const buying = yield* Effect.forkChild(call({ baseUrl: a.url, secret, token: "taken", timeoutMs: 60_000 }))
      while ((yield* creditsPosition(organisation)).open === 0) yield* Effect.sleep(5)
      yield* a.proxy.cut
      const run = yield* anotherNodeHasIt(organisation, a.node)
      a.proxy.recover()
      yield* a.proxy.restore
      yield* Fiber.join(buying)
      expect(dispatches("taken")).toBe(0)
      const reading = readRun({ baseUrl: a.url, secret }, run, 55)
      const end = yield* Effect.repeat(reading, { until: ({ status }) => status !== 202 })
      expect(stateOf(end)).toEqual([502, "failed", "none"])
      expect(yield* creditsPosition(organisation)).toEqual(positionAfter([], 1))
    }),
  )

  it.effect("the audit finds no violation after all lost confirmations", () => expectCleanAudit)
})

/** The run of the organisation's only call, once it is no longer this node's. */
const anotherNodeHasIt = Effect.fnUntraced(function* (organisation: string, node: string) {
  const { money: sql } = yield* Database
  const taken = sql<{ readonly run: string }>`select run from call where org = ${organisation} and node <> ${node}`
  yield* until(Effect.map(taken, ({ length }) => length === 1))
  return (yield* taken)[0]!.run
})
