import { expect, layer } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer } from "effect"
import { microUsd } from "../../domain/money/Money.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { credits } from "../../rails/credits/rail.ts"
import { freshDatabase } from "../support/database.ts"
import { FakeRail } from "../support/fakeRail.ts"
import { baseUrl, newBuyer, testGateway } from "../support/gateway.ts"
import { call, send } from "../support/cluster/client.ts"
import { prices, scriptedSource } from "../support/sources.ts"
import { until } from "../support/until.ts"
import { valueOf } from "./prometheus.ts"
import { get, scrape } from "./scrape.ts"

const doubtful = new FakeRail({ settles: "before_answer", id: "doubtful", opens: microUsd(1_000_000_000n) })
const rails = { credits, doubtful: doubtful.rail }

const opened = Latch.makeUnsafe(false)
const dispatched = new Set<string>()
const source = scriptedSource(
  (_, token) => dispatched.add(token),
  (token) => (token === "open" ? opened.await : Effect.void),
)
const gateway = Layer.unwrap(Effect.map(freshDatabase, (location) => testGateway(location, { sources: [source], rails })))

const ledgerSays = Effect.gen(function* () {
  const { reads: sql } = yield* Database
  return yield* sql<{ state: string; calls: number; money: number; held: number }>`
    select state, count(*)::float8 as calls, sum(amount)::float8 as money, sum(max)::float8 as held from call where rail = 'credits' group by state`
})

layer(gateway, { excludeTestServices: true })("metrics", (it) => {
  it.effect("after a known load the counters agree with the requests and with the ledger", () =>
    Effect.gen(function* () {
      const url = yield* baseUrl
      const { secret } = yield* newBuyer()
      const poor = yield* newBuyer({ dollars: 0 })
      const credits = { headers: { "x-payment-rail": "credits" } }
      for (let i = 0; i < 20; i++) yield* call({ baseUrl: url, secret, token: `charged-${i}`, ...credits })
      for (let i = 0; i < 3; i++) yield* call({ baseUrl: url, secret: poor.secret, token: `refused-${i}`, ...credits })
      for (let i = 0; i < 2; i++) yield* call({ baseUrl: url, secret, token: `failed-${i}`, script: "failing", ...credits })
      for (let i = 0; i < 4; i++) yield* get(`${url}/nothing/${i}?at=all`)
      const samples = yield* scrape(url)

      const requests = (labels: Record<string, string>) => valueOf(samples, "farthing_http_requests_total", labels)
      const route = "/v1/execute/:source/:operation"
      expect(requests({ route, method: "POST", status: "2xx" })).toBe(20)
      expect(requests({ route, method: "POST", status: "4xx" })).toBe(3)
      expect(requests({ route, method: "POST", status: "5xx" })).toBe(2)
      expect(requests({ route: "unmatched", method: "GET", status: "4xx" })).toBe(4)
      expect(valueOf(samples, "farthing_http_request_duration_seconds_count", { route_class: "paid" })).toBe(25)
      expect(valueOf(samples, "farthing_refusals_total", { code: "insufficient_balance" })).toBe(3)
      expect(valueOf(samples, "farthing_refusals_total", { code: "route_not_found" })).toBe(4)

      const calls = (outcome: string) => valueOf(samples, "farthing_calls_total", { rail: "credits", outcome })
      const money = (outcome: string) => valueOf(samples, "farthing_money_micro_usd_total", { rail: "credits", outcome })
      expect([calls("held"), calls("charged"), calls("released"), calls("refunded")]).toEqual([22, 20, 2, 0])
      expect([money("charged"), money("released")]).toEqual([20 * prices.fast, 2 * prices.failing])
      const books = new Map((yield* ledgerSays).map((row) => [row.state, row]))
      expect([calls("charged"), money("charged")]).toEqual([books.get("captured")!.calls, books.get("captured")!.money])
      expect([calls("released"), money("released")]).toEqual([books.get("released")!.calls, books.get("released")!.held])
      expect(valueOf(samples, "farthing_batch_items_sum", { batcher: "gate" })).toBe(25)
      expect(valueOf(samples, "farthing_batch_wait_seconds_count", { batcher: "gate" })).toBe(25)
      const passed = (stage: string) => valueOf(samples, "farthing_call_stage_duration_seconds_count", { stage })
      expect(["authenticate", "reserve", "dispatch", "capture", "release", "settle"].map(passed)).toEqual([25, 25, 22, 20, 2, 0])
    }),
  )

  it.effect("open calls are counted on their rail while they are open, and not afterwards", () =>
    Effect.gen(function* () {
      const url = yield* baseUrl
      const { secret } = yield* newBuyer()
      yield* Effect.sleep(3_100)
      const request = { baseUrl: url, secret, script: "slow", token: "open" } as const
      const running = yield* Effect.forkChild(call({ ...request, headers: { "x-payment-rail": "credits" } }))
      yield* until(Effect.sync(() => dispatched.has("open")))
      const during = yield* scrape(url)
      expect(valueOf(during, "farthing_holds_open", { rail: "credits" })).toBe(1)
      expect(valueOf(during, "farthing_holds_micro_usd", { rail: "credits" })).toBe(prices.slow)
      expect(valueOf(during, "farthing_http_requests_executing")).toBe(1)
      expect(valueOf(during, "farthing_database_up")).toBe(1)
      expect(valueOf(during, "farthing_snapshot_age_seconds", { snapshot: "the catalogue" })).toBeLessThan(15)
      yield* opened.open
      yield* Fiber.join(running)
      yield* Effect.sleep(3_100)
      const after = yield* scrape(url)
      expect(valueOf(after, "farthing_holds_open", { rail: "credits" })).toBe(0)
      expect(valueOf(after, "farthing_holds_micro_usd", { rail: "credits" })).toBe(0)
      expect(valueOf(after, "farthing_http_requests_executing")).toBe(0)
    }),
  )

  it.effect("a payment with an unknown outcome is counted once, held, and then counted with its outcome", () =>
    Effect.gen(function* () {
      const url = yield* baseUrl
      const { secret } = yield* newBuyer({ dollars: 0 })
      doubtful.fates.push("pays unanswered", "refuses")
      const buy = (token: string) => call({ baseUrl: url, secret, token, headers: { "x-payment-rail": "doubtful" } })
      expect((yield* buy("doubt")).header("x-money-moved")).toBe("unknown")
      expect((yield* buy("no")).status).toBe(402)
      const outcomes = Effect.map(scrape(url), (samples) => {
        const of = (outcome: string) => valueOf(samples, "farthing_calls_total", { rail: "doubtful", outcome })
        return { held: of("held"), unknown: of("unknown"), charged: of("charged"), declined: of("declined") }
      })
      expect(yield* outcomes).toEqual({ held: 2, unknown: 1, charged: 0, declined: 1 })
      doubtful.reveal()
      // Past its deadline (10 s for the source, 5 s to close it) the reconciler asks again.
      const { money: sql } = yield* Database
      yield* sql`update open_call set deadline = farthing_now() - interval '1 minute'`
      yield* until(Effect.map(outcomes, ({ charged }) => charged > 0))
      expect(yield* outcomes).toEqual({ held: 2, unknown: 1, charged: 1, declined: 1 })
      const samples = yield* scrape(url)
      expect(valueOf(samples, "farthing_reconciler_calls_total")).toBeGreaterThan(0)
      expect(Date.now() / 1000 - valueOf(samples, "farthing_reconciler_last_pass_timestamp_seconds")).toBeLessThan(30)
    }),
  )

  it.effect("the metrics have the content type of Prometheus, and no client can create a series", () =>
    Effect.gen(function* () {
      const url = yield* baseUrl
      const before = (yield* scrape(url)).filter(({ name }) => name === "farthing_http_requests_total").length
      for (let i = 0; i < 20; i++) {
        yield* send({ baseUrl: url, secret: "x", path: `/v2/sources/invented-${i}?q="${i}"` })
        yield* Effect.promise(() => fetch(`${url}/v2/runs/${i}`, { method: `INVENTED${i % 2 === 0 ? "A" : "B"}` }).catch(() => undefined))
      }
      const { contentType } = yield* get(`${url}/metrics`)
      expect(contentType).toBe("text/plain; version=0.0.4; charset=utf-8")
      const after = (yield* scrape(url)).filter(({ name }) => name === "farthing_http_requests_total").length
      expect(after - before).toBeLessThanOrEqual(4)
    }),
  )
})
