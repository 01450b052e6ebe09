import { describe, expect, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { join } from "node:path"
import { LoopSuccesses } from "../../domain/backgroundLoop.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { type Rail, Unavailable } from "../../domain/rail/Rail.ts"
import type { DatabaseLocation } from "../../layers/postgres/connection.ts"
import { credits } from "../../rails/credits/rail.ts"
import { healthOf, loopsAreAlive } from "../../src/observability/status.ts"
import { freshDatabase } from "../support/database.ts"
import { FakeRail } from "../support/fakeRail.ts"
import { baseUrl, newBuyer, testGateway } from "../support/gateway.ts"
import { call } from "../support/cluster/client.ts"
import { temporaryDirectory } from "../support/cluster/Cluster.ts"
import { spawnGateway } from "../support/cluster/gatewayProcess.ts"
import { Nodes, twoNodes } from "../support/cluster/gatewaysInProcess.ts"
import { scriptedSource } from "../support/sources.ts"
import { until } from "../support/until.ts"
import { valueOf } from "./prometheus.ts"
import { get, scrape, statusOf } from "./scrape.ts"

const all = { concurrency: "unbounded" } as const

layer(twoNodes(), { excludeTestServices: true })("seven days of traffic", (it) => {
  it.effect("every ended call is counted once, over both nodes and all lanes, and refused calls are not", () =>
    Effect.gen(function* () {
      const { a, b } = yield* Nodes
      const buyers = yield* Effect.all(Array.from({ length: 4 }, () => newBuyer()))
      const poor = yield* newBuyer({ dollars: 0 })
      const burst = (secret: string, count: number, script: "fast" | "failing" | "free") =>
        Array.from({ length: count }, (_, i) => call({ baseUrl: i % 2 === 0 ? a : b, secret, token: "traffic", script }))
      const requests = [
        ...buyers.flatMap(({ secret }) => [...burst(secret, 20, "fast"), ...burst(secret, 3, "failing"), ...burst(secret, 2, "free")]),
        ...burst(poor.secret, 7, "fast"),
      ]
      yield* Effect.all(requests, all)
      for (const node of [a, b]) {
        const { traffic_7d } = yield* statusOf(node)
        expect(traffic_7d).toMatchObject({ calls: 100, paid_calls: 80, success_rate: 0.88 })
        expect(traffic_7d.p95_ms).toBeGreaterThan(0)
      }
    }),
  )
})

class Place extends Context.Service<Place, DatabaseLocation>()("farthing/test/observability/Place") {}

/** The one that lives has these too: to it, another that beats so seldom would be dead, and its open calls its own. */
const settings = { beatMs: 20_000, silentMs: 60_000 }
const alone = Layer.unwrap(
  Effect.map(freshDatabase, (location) =>
    Layer.merge(testGateway(location, { sources: [scriptedSource(() => undefined)], settings }), Layer.succeed(Place, location)),
  ),
)

layer(alone, { excludeTestServices: true })("a gateway that is killed", (it) => {
  it.effect("a gateway that is killed had counted every answered call", () =>
    Effect.gen(function* () {
      const location = yield* Place
      const { secret } = yield* newBuyer()
      const dispatchLog = join(yield* temporaryDirectory, "dispatches")
      const node = yield* spawnGateway({ location, dispatchLog, settings })
      for (let i = 0; i < 5; i++) expect((yield* call({ baseUrl: node.baseUrl, secret, token: "killed" })).status).toBe(200)
      node.signal("SIGKILL")
      yield* node.ended
      expect((yield* statusOf(yield* baseUrl)).traffic_7d).toMatchObject({ calls: 5, paid_calls: 5, success_rate: 1 })
    }),
  )
})

const shaky = new FakeRail({ settles: "later", id: "shaky", opens: microUsd(1n) })
let shakyIsThere = true
let creditsAreThere = true
const checked = (rail: Rail, there: () => boolean): Rail => ({
  ...rail,
  check: Effect.suspend(() => (there() ? Effect.void : Effect.fail(new Unavailable({ message: "postgres://secret@nowhere" })))),
})
const rails = { credits: checked(credits, () => creditsAreThere), shaky: checked(shaky.rail, () => shakyIsThere) }
const withRails = Layer.unwrap(Effect.map(freshDatabase, (location) => testGateway(location, { sources: [], rails })))

layer(withRails, { excludeTestServices: true })("the health of a gateway", (it) => {
  it.effect("the health is pass, warn while one rail is down, and fail while all are, and readiness depends on the database alone", () =>
    Effect.gen(function* () {
      const url = yield* baseUrl
      const look = Effect.map(statusOf(url), ({ rails, reasons, status }) => ({ status, reasons, rails: rails.map((rail) => rail.status) }))
      expect(yield* look).toEqual({ status: "pass", reasons: [], rails: ["pass", "pass"] })
      shakyIsThere = false
      expect(yield* look).toEqual({ status: "warn", reasons: ["The rail shaky cannot be used."], rails: ["pass", "fail"] })
      expect((yield* get(`${url}/status`)).status).toBe(200)
      creditsAreThere = false
      expect((yield* look).status).toBe("fail")
      expect((yield* get(`${url}/status`)).status).toBe(503)
      expect((yield* get(`${url}/readyz`)).status).toBe(200)
      shakyIsThere = true
      creditsAreThere = true
      expect((yield* look).status).toBe("pass")
    }),
  )

  it.effect(
    "/readyz fails while the heartbeat or the reconciler is older than its bound, and the metrics have the last success of each",
    () =>
      Effect.gen(function* () {
        const url = yield* baseUrl
        const successes = yield* LoopSuccesses
        const ready = Effect.map(get(`${url}/readyz`), ({ status }) => status)
        for (const loop of ["heartbeat", "reconciler"]) {
          const at = valueOf(yield* scrape(url), "farthing_loop_last_success_timestamp_seconds", { loop })
          expect(Date.now() / 1000 - at!).toBeLessThan(60)
          expect(yield* ready).toBe(200)
          // Until the loop's next round, which records its success again.
          yield* until(
            Effect.suspend(() => {
              successes.set(loop, Date.now() - 1_000_000)
              return Effect.map(ready, (status) => status === 503)
            }),
          )
          yield* until(Effect.map(ready, (status) => status === 200))
        }
      }),
  )
})

describe("loopsAreAlive", () => {
  it("a node is ready while its heartbeat is younger than the silence limit and its reconciler younger than 30 s", () => {
    const at = (heartbeat: number, reconciler: number) =>
      new Map([
        ["heartbeat", heartbeat],
        ["reconciler", reconciler],
      ])
    const now = 1_000_000
    const ready = [at(now - 10_000, now - 30_000), at(now, now), new Map<string, number>()]
    expect(ready.map((successes) => loopsAreAlive(successes, now, 10_000))).toEqual([true, true, true])
    const notReady = [at(now - 10_001, now), at(now, now - 30_001)]
    expect(notReady.map((successes) => loopsAreAlive(successes, now, 10_000))).toEqual([false, false])
  })
})

describe("healthOf", () => {
  const fine = {
    holds: [],
    ages: new Map(),
    rails: [{ rail: "credits", available: true }],
    catalogueReadable: true,
    testMoney: false,
    warnings: [],
  }
  const hold = { rail: "credits", calls: 1, microUsd: 1n }

  it("healthOf warns about calls that the reconciler should have ended, not about payments with an unknown outcome", () => {
    const late = (settlement: string, overdueSeconds: number) => healthOf({ ...fine, holds: [{ ...hold, settlement, overdueSeconds }] })
    expect(late("none", 31.5)).toEqual({ status: "warn", reasons: ["A call is 31 seconds past its deadline and not ended yet."] })
    expect(late("none", 29).status).toBe("pass")
    expect(late("unknown", 4_000).status).toBe("pass")
  })

  it("healthOf fails without a catalogue, warns about an old one, and includes the other warnings", () => {
    expect(healthOf({ ...fine, catalogueReadable: false }).status).toBe("fail")
    expect(healthOf({ ...fine, ages: new Map([["the catalogue", 15.5]]) }).reasons).toEqual([
      "The gateway's copy of the catalogue is 15 seconds old.",
    ])
    expect(healthOf({ ...fine, ages: new Map([["the catalogue", 14]]) }).status).toBe("pass")
    expect(healthOf({ ...fine, testMoney: true })).toEqual({
      status: "warn",
      reasons: ["Test money is accepted (FARTHING_TEST_MONEY=allowed): payments of this gateway may be worth nothing."],
    })
    expect(healthOf({ ...fine, warnings: ["The catalogue is old."] })).toEqual({ status: "warn", reasons: ["The catalogue is old."] })
  })
})
