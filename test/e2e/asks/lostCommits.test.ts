import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { Database } from "../../../layers/postgres/Database.ts"
import { expectWithinDeadline } from "../../support/deadline.ts"
import { baseUrl, newBuyer, testGateway } from "../../support/gateway.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { sharedDatabase, SharedDatabase } from "../../support/cluster/gatewaysInProcess.ts"
import { proxyTo } from "../../support/cluster/databaseProxy.ts"
import { until } from "../../support/until.ts"
import { ask, buy, proceed, readAsk, runPlan } from "./fixture.ts"
import { chain, mill, prices, type Script, scriptedPlanner } from "./scripts.ts"

const total = prices.find + prices.grind + prices.press
const settings = { beatMs: 100, silentMs: 1_000, sourceTimeoutMs: 8_000, closingMs: 3_000 }

/** A gateway of this process with a line of its own to the database. */
const nodeOnALine = Effect.gen(function* () {
  const { location } = yield* SharedDatabase
  const proxy = yield* proxyTo(location)
  const gateway = testGateway(proxy.location, { sources: [mill(() => undefined)], settings }).pipe(Layer.provide(scriptedPlanner))
  return { node: yield* Effect.provide(baseUrl, yield* Layer.build(Layer.fresh(gateway))), proxy }
})

layer(sharedDatabase, { excludeTestServices: true })("asks whose commit was lost", (it) => {
  it.effect("a retried ask, approval and continuation whose answer was lost is recognised and done once", () =>
    Effect.gen(function* () {
      const { node, proxy } = yield* nodeOnALine
      const { organisation, secret } = yield* newBuyer()
      proxy.loseCommit(1)
      const planned = yield* ask({ node, secret, key: "p" }, { steps: chain("lost") })
      expect([planned.summary, planned.header("x-idempotent-replay")]).toEqual([[200, "requires_approval", "none"], null])
      proxy.loseCommit(1)
      const ran = yield* runPlan({ node, secret, key: "r" }, planned.body.id)
      expect([ran.summary, ran.header("x-idempotent-replay")]).toEqual([[200, "completed", "charged"], null])
      const lacking = yield* ask({ node, secret }, { steps: chain("x"), needs: ["word"] })
      proxy.loseCommit(1)
      const given = yield* proceed({ node, secret, key: "c" }, lacking.body, { value: "given" })
      expect([given.summary, given.header("x-idempotent-replay")]).toEqual([[200, "requires_approval", "none"], null])
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - total, captured: 3, held: 0 })
    }),
  )

  it.effect.each([1, 2, 3, 4, 5, 6, 7])("an automatic ask is bought once if its commit number %i is lost", (nth) =>
    Effect.gen(function* () {
      const { node, proxy } = yield* nodeOnALine
      const { organisation, secret } = yield* newBuyer()
      proxy.loseCommit(nth)
      const done = yield* buy({ node, secret, key: "auto" }, { steps: chain(`lost-${nth}`) })
      expect(done.summary).toEqual([200, "completed", "charged"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - total, captured: 3, held: 0, open: 0 })
    }),
  )

  it.effect("an approval with an unknown commit is answered approval_unconfirmed, and the run shows its outcome", () =>
    Effect.gen(function* () {
      const { node, proxy } = yield* nodeOnALine
      const { organisation, secret } = yield* newBuyer()
      const planned = yield* ask({ node, secret }, { steps: chain("unconfirmed") })
      proxy.crashAtCommit(1)
      const unconfirmed = yield* runPlan({ node, secret }, planned.body.id)
      expect(unconfirmed.summary).toEqual([503, "approval_unconfirmed", "unknown"])
      expect(unconfirmed.header("retry-after")).not.toBeNull()
      proxy.recover()
      yield* until(Effect.map(readAsk({ node, secret }, planned.body.id, "?wait_seconds=2"), ({ body }) => body.status === "completed"))
      expect((yield* readAsk({ node, secret }, planned.body.id)).summary).toEqual([200, "completed", "charged"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - total, captured: 3, held: 0 })
    }),
  )

  it.effect("an ask whose database hangs in the middle is answered 503 within 3 s in every step, and continues to its end", () =>
    Effect.gen(function* () {
      const { node } = yield* nodeOnALine
      const { money: sql } = yield* Database
      const buyers = yield* Effect.all(Array.from({ length: 4 }, () => newBuyer()))
      const sent = buyers.map(({ secret }, i) => ({ node, secret, key: `hangs-${i}` }))
      const planned = yield* ask({ ...sent[1]!, key: "plan" }, { steps: chain("approved") })
      const slow: Script = { steps: chain("slow", { delay_ms: 1_000 }) }
      const running = yield* Effect.forkChild(Effect.timed(buy(sent[3]!, slow)))
      const holding = sql`select from call where org = ${buyers[3]!.organisation}`
      yield* until(Effect.map(holding, ({ length }) => length === 1))
      const [locked, hung] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
      const lock = Effect.gen(function* () {
        yield* sql`set local idle_in_transaction_session_timeout = 0`
        yield* sql`select 1 from organisation where id in ${sql.in(buyers.map(({ organisation }) => organisation))} for update`
        yield* sql`select 1 from account where org in ${sql.in(buyers.map(({ organisation }) => organisation))} for update`
        yield* Deferred.succeed(locked, undefined)
        yield* Deferred.await(hung)
      })
      yield* Effect.forkChild(sql.withTransaction(lock))
      yield* Deferred.await(locked)
      const requests = [
        ask(sent[0]!, { steps: chain("planned") }),
        runPlan(sent[1]!, planned.body.id),
        buy(sent[2]!, { steps: chain("automatic") }),
      ] as const
      const replies = yield* Effect.all(requests.map(Effect.timed), { concurrency: 3 })
      const [tookRunning, cut] = yield* Fiber.join(running)
      expect([...replies.map(([, reply]) => reply.summary), cut.summary]).toEqual([
        // A plan moves no money.
        [503, "service_unavailable", "none"],
        [503, "approval_unconfirmed", "unknown"],
        [503, "service_unavailable", "unknown"],
        [503, "service_unavailable", "unknown"],
      ])
      for (const [took] of replies) expectWithinDeadline(took)
      // It took a second before the lock.
      expectWithinDeadline(tookRunning, 1_000)
      yield* Deferred.succeed(hung, undefined)
      const again = [...requests, buy(sent[3]!, slow)]
      for (const [i, status] of ["requires_approval", "completed", "completed", "completed"].entries())
        yield* until(Effect.map(again[i]!, ({ body }) => body.status === status))
      for (const { organisation } of buyers.slice(1))
        expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - total, captured: 3, held: 0, open: 0 })
      expect(yield* creditsPosition(buyers[0]!.organisation)).toMatchObject({ posted: 25_000_000, captured: 0, held: 0 })
    }),
  )

  it.effect("the audit finds no violation after all lost commits of asks", () => expectCleanAudit)
})
