import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Random } from "effect"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { newBuyer } from "../support/gateway.ts"
import { Cluster, cluster } from "../support/cluster/Cluster.ts"
import { call } from "../support/cluster/client.ts"
import { type Failpoint, failpoints } from "../support/cluster/failpoints.ts"
import { keepBuying, type Load } from "../support/cluster/load.ts"
import { expectCleanAudit, creditsPosition } from "../support/ledger/assertions.ts"
import { prices } from "../support/sources.ts"
import { until } from "../support/until.ts"

const settings = { beatMs: 200, silentMs: 1_500, sourceTimeoutMs: 2_000, closingMs: 2_000, drainMs: 1_000 }
const dollars = 1_000

class Buying extends Context.Service<Buying, { readonly organisation: OrganisationId; readonly load: Load }>()(
  "farthing/test/e2e/Buying",
) {}

/** Two nodes, and clients that buy from both as long as the tests run. */
const buying = Layer.effect(
  Buying,
  Effect.gen(function* () {
    const { up, urls } = yield* Cluster
    yield* up("a")
    yield* up("b")
    const { organisation, secret } = yield* newBuyer({ dollars })
    const load = yield* keepBuying({ nodes: urls, secret, clients: 10, pauseMs: 60 })
    return { organisation, load }
  }),
).pipe(Layer.provideMerge(cluster(settings)))

/** Some purchases come to their end, so that a gateway is known to serve. */
const someBought = Effect.gen(function* () {
  const { load } = yield* Buying
  const before = load.purchases.length
  for (let waitedMs = 0; load.purchases.length < before + 20; waitedMs += 50) {
    if (waitedMs > 120_000) throw new Error(`nothing is sold any more: ${load.violations.join("\n")}`)
    yield* Effect.sleep(50)
  }
})

const atRandom = (fromMs: number, toMs: number) => Effect.flatMap(Random.nextIntBetween(fromMs, toMs), Effect.sleep)

layer(buying, { excludeTestServices: true })("killed without a farewell, under load", (it) => {
  it.effect.each(failpoints)("a gateway dies at %s", (at: Failpoint) =>
    Effect.gen(function* () {
      const { kill, up } = yield* Cluster
      yield* kill("a")
      const nth = yield* Random.nextIntBetween(1, 6)
      const node = yield* up("a", { at, nth })
      const end = yield* Effect.timeout(node.ended, "2 minutes")
      expect(end.signal).toBe("SIGKILL")
      yield* someBought
    }),
  )

  it.effect.each(["takeover:written", "takeover:committed"] as const)(
    "a gateway is killed at %s while it ends the calls of a dead gateway",
    (at) =>
      Effect.gen(function* () {
        const { kill, node, up } = yield* Cluster
        // No third gateway that could take the call over instead.
        yield* kill("a")
        yield* up("a", { at, nth: 1 })
        const { organisation, secret } = yield* newBuyer()
        const inputs = { delay_ms: 1_900 }
        const leave = Effect.gen(function* () {
          yield* call({ baseUrl: node("b").baseUrl, secret, script: "slow", token: `left at ${at}`, inputs, query: "?wait_seconds=0" })
          yield* kill("b")
          return (yield* creditsPosition(organisation)).open > 0 || node("a").hasEnded()
        })
        // Where the call had ended before its gateway was killed, there was nothing to take over.
        while (!(yield* leave)) yield* up("b")
        const end = yield* Effect.timeout(node("a").ended, "2 minutes")
        expect(end.signal).toBe("SIGKILL")
        yield* Effect.all([up("a"), up("b")], { concurrency: 2 })
        yield* someBought
      }),
  )

  it.effect.each([1, 2, 3, 4, 5, 6])("a gateway is killed at a random moment under load (round %i)", (round) =>
    Effect.gen(function* () {
      const { kill, up } = yield* Cluster
      const name = round % 2 === 0 ? "a" : "b"
      yield* atRandom(100, 1_500)
      yield* kill(name)
      yield* up(name)
      yield* someBought
    }),
  )

  it.effect.each([1, 2])("both gateways are killed at once under load (round %i)", () =>
    Effect.gen(function* () {
      const { kill, up } = yield* Cluster
      yield* atRandom(100, 1_000)
      yield* Effect.all([kill("a"), kill("b"), Effect.sleep(1_000)], { concurrency: 3 })
      yield* Effect.all([up("a"), up("b")], { concurrency: 2 })
      yield* someBought
    }),
  )

  it.effect.each([1, 2, 3, 4, 5, 6])("PostgreSQL is killed at a random moment under load (round %i)", () =>
    Effect.gen(function* () {
      const { killPostgres } = yield* Cluster
      yield* atRandom(100, 1_500)
      yield* killPostgres
      yield* someBought
    }),
  )

  it.effect.each([1, 2])("PostgreSQL and a gateway are killed at the same time under load (round %i)", () =>
    Effect.gen(function* () {
      const { kill, killPostgres, up } = yield* Cluster
      yield* atRandom(100, 1_000)
      yield* Effect.all([killPostgres, kill("b")], { concurrency: 2 })
      yield* up("b")
      yield* someBought
    }),
  )

  it.effect("after all kills every client has its answer, no hold is left and every charge is correct", () =>
    Effect.gen(function* () {
      const { dispatches } = yield* Cluster
      const { load, organisation } = yield* Buying
      yield* Effect.timeout(load.stop, "3 minutes")
      expect(load.violations).toEqual([])
      yield* allEnded(organisation)

      const calls = yield* callsByToken(organisation)
      const bought = load.purchases.filter((purchase) => purchase.run !== undefined)
      for (const { run, script, token } of bought) {
        const captured = calls.get(token)!.filter((call) => call.state === "captured")
        expect(captured.map((call) => [token, call.run, call.amount])).toEqual([[token, run, prices[script]]])
      }
      const failed = load.purchases.filter((purchase) => purchase.run === undefined)
      for (const { token } of failed) expect(calls.get(token)!.filter((call) => call.state !== "released")).toEqual([])
      expect(new Set(calls.keys())).toEqual(new Set(load.purchases.map((purchase) => purchase.token)))

      const ours = dispatches().filter((dispatch) => dispatch.token.startsWith("client-"))
      const computed = new Set(load.purchases.flatMap(({ script, token }) => (script === "computed" ? [token] : [])))
      const dispatchesByToken = Map.groupBy(ours, (dispatch) => dispatch.token)
      for (const [token, times] of dispatchesByToken) {
        const ofToken = calls.get(token)!
        // What only computes is computed before it is reserved: a node that dies in between leaves no call.
        if (!computed.has(token)) expect([token, times.length <= ofToken.length]).toEqual([token, true])
        const paidAt = ofToken.find((call) => call.state === "captured")?.closedAt ?? Infinity
        // A node follows the clock of the database to 200 ms.
        expect(times.filter((dispatch) => dispatch.at > paidAt + 250)).toEqual([])
      }
      const spent = bought.reduce((sum, { script }) => sum + prices[script], 0)
      const { captured, held, open, posted } = yield* creditsPosition(organisation)
      expect({ captured, held, open, posted }).toEqual({ captured: bought.length, held: 0, open: 0, posted: dollars * 1e6 - spent })
      yield* expectCleanAudit
      yield* Effect.log(`${bought.length} bought, ${failed.length} refused by the source, ${[...calls.values()].flat().length} calls`)
    }),
  )
})

/** The reconcilers leave nothing open. */
const allEnded = (organisation: OrganisationId) => until(Effect.map(creditsPosition(organisation), ({ open }) => open === 0))

interface CallRow {
  readonly token: string
  readonly run: string
  readonly state: string
  readonly amount: number
  readonly closedAt: number | null
}

const callsByToken = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const { money: sql } = yield* Database
  const rows = yield* sql<CallRow>`select r.request::json->'input'->>'token' as token, c.run, c.state, c.amount::float8 as amount,
      extract(epoch from c.closed_at)::float8 * 1000 as "closedAt"
    from call c join run r on r.org = c.org and r.id = c.run where c.org = ${organisation}`
  return Map.groupBy(rows, (row) => row.token)
})
