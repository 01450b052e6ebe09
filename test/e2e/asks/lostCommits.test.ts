import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { baseUrl, newBuyer, testGateway } from "../../support/gateway.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { sharedDatabase, SharedDatabase } from "../../support/cluster/gatewaysInProcess.ts"
import { proxyTo } from "../../support/cluster/databaseProxy.ts"
import { until } from "../../support/until.ts"
import { ask, buy, proceed, readAsk, runPlan } from "./fixture.ts"
import { chain, mill, prices, scriptedPlanner } from "./scripts.ts"

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

  it.effect("the audit finds no violation after all lost commits of asks", () => expectCleanAudit)
})
