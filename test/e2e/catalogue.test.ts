import { expect, layer } from "@effect/vitest"
import * as Reactivity from "effect/reactivity/Reactivity"
import { inject } from "vitest"
import { Context, Deferred, Effect, Fiber, Layer, Schema } from "effect"
import { defineOperation, defineVariant } from "../../domain/catalogue/defineOperation.ts"
import { PriceList } from "../../domain/catalogue/PriceList.ts"
import type { Source } from "../../domain/catalogue/Source.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { connect } from "../../layers/postgres/connection.ts"
import { freshDatabase } from "../support/database.ts"
import { baseUrl, newBuyer, testGateway } from "../support/gateway.ts"
import { send } from "../support/cluster/client.ts"

/** Lets a call of `rain.slow` wait until a test has changed its price. */
const gate = { started: Deferred.makeUnsafe<void>(), go: Deferred.makeUnsafe<void>() }

const operation = (id: `rain.${string}`, price: bigint, more: Partial<Parameters<typeof defineOperation>[0]> = {}) =>
  defineOperation({
    id,
    name: `${id} by place`,
    description: "How much it rained.",
    fields: { "place.name": Schema.String },
    output: ["rain.mm"],
    pricing: { model: "per_call", price: microUsd(price) },
    freshnessSeconds: 60,
    examples: ["How wet was Bergen?"],
    run: () => Effect.succeed({ data: { rain: { mm: 3 } }, documents: 1 }),
    ...more,
  })

const source = (id: string, operations: Source["operations"], grouped = true): Source => ({
  id,
  name: `${id} service`,
  provider: "Test",
  description: "Measures precipitation",
  category: "weather",
  tags: [id],
  sectors: ["farming"],
  capabilities: ["lookup"],
  jurisdiction: "worldwide",
  attribution: "",
  sourceUrl: "https://example.com",
  logoUrl: "https://example.com/logo.svg",
  operations,
  ...(grouped && { group: { id: "rain", name: "Rain", description: "Who knows when it rains" } }),
})

const slow = Effect.gen(function* () {
  yield* Deferred.succeed(gate.started, undefined)
  yield* Deferred.await(gate.go)
  return { data: { rain: { mm: 4 } }, documents: 1 }
})

const sources = [
  source("gauge", [
    operation("rain.today", 2_000n),
    operation("rain.slow", 1_000n, { run: () => slow }),
    operation("rain.history", 100n, {
      pricing: { model: "per_result", price: microUsd(100n) },
      run: (_, limit) => Effect.succeed({ data: { rain: { mm: [1, 2, 3].slice(0, limit) } }, documents: 3 }),
    }),
  ]),
  source("radar", [
    operation("rain.today", 500n),
    operation("rain.soon", 700n, {
      variants: [
        defineVariant({
          fields: { "geo.latitude": Schema.Finite, "geo.longitude": Schema.Finite },
          pricing: { model: "per_call", price: microUsd(900n) },
          run: () => Effect.succeed({ data: { rain: { mm: 9 } }, documents: 1 }),
        }),
      ],
    }),
  ]),
  source("almanach", [], false),
]

class Where extends Context.Service<Where, { readonly a: string; readonly b: string; readonly database: string }>()("test/Where") {}

/** Two gateways on one database; the second has room for one reader of the directory. */
const two = Layer.effectContext(
  Effect.gen(function* () {
    const location = yield* freshDatabase
    const first = yield* Layer.build(testGateway(location, { sources }))
    const second = yield* Layer.build(testGateway(location, { sources, settings: { directoryConcurrency: 1 } }))
    const at = (context: typeof first) => Effect.provideContext(baseUrl, context)
    return Context.add(first, Where, { a: yield* at(first), b: yield* at(second), database: location.database })
  }),
)

// oxlint-disable-next-line typescript/no-explicit-any -- whatever the answer holds
const json = (text: string): any => JSON.parse(text)

layer(two, { excludeTestServices: true })("the catalogue over HTTP", (it) => {
  const asking = Effect.gen(function* () {
    const { a, b } = yield* Where
    const { secret } = yield* newBuyer()
    const get = (path: string, from = a) =>
      Effect.map(send({ baseUrl: from, secret, path }), (reply) => ({ ...reply, json: json(reply.text) }))
    const buy = (path: string, body: unknown, from = a) =>
      Effect.map(send({ baseUrl: from, secret, path: `/v1/execute/${path}`, method: "POST", body }), (reply) => ({
        ...reply,
        json: json(reply.text),
        price: reply.header("x-payment-price"),
      }))
    return { a, b, get, buy, secret }
  })

  it.effect("the search matches stems, beginnings and parts of names in sources, operations and example questions", () =>
    Effect.gen(function* () {
      const { get } = yield* asking
      const matches = (search: string) =>
        Effect.map(get(`/v2/sources?search=${encodeURIComponent(search)}`), (reply) =>
          reply.json.sources.map(({ slug }: { slug: string }) => slug).sort(),
        )
      expect(yield* matches("measuring precipitation")).toEqual(["almanach", "gauge", "radar", "rain"])
      expect(yield* matches("soon")).toEqual(["radar", "rain"])
      expect(yield* matches("RADAR serv")).toEqual(["radar", "rain"])
      expect(yield* matches("bergen")).toEqual(["gauge", "radar", "rain"])
      expect(yield* matches("rain.history")).toEqual(["gauge", "rain"])
      expect(yield* matches("bergen submarine")).toEqual([])
      for (const hostile of ["'); drop table price; --", "x & | ! :* <-> q", "\u0000", "((((", "!!!", "\\", "🌧"])
        expect(yield* matches(hostile)).toEqual([])
      const page = (yield* get("/v2/sources?search=precipitation&limit=2&offset=1")).json
      expect([page.total, page.catalog_total, page.offset, page.next_offset]).toEqual([4, 4, 1, 3])
    }),
  )

  it.effect("a group lists its members and their operations, and an operation of two members is bought from one of them by its id", () =>
    Effect.gen(function* () {
      const { buy, get } = yield* asking
      const rain = (yield* get("/v2/sources/RAIN")).json
      expect(rain.sources).toEqual(["gauge", "radar"])
      expect(rain.operations.map((o: { source_id: string; id: string }) => `${o.source_id}/${o.id}`)).toHaveLength(5)
      const refused = yield* buy("rain/rain.today", { name: "Bergen" })
      expect(refused.status).toBe(409)
      expect(refused.json.error).toEqual({
        code: "ambiguous_operation",
        message: expect.stringContaining("gauge, radar"),
        sources: ["gauge", "radar"],
      })
      expect(refused.header("x-money-moved")).toBe("none")
      const soon = yield* buy("rain/soon", { name: "Bergen" })
      expect([soon.status, soon.price, soon.json.metadata.source_id]).toEqual([200, "0.0007", "radar"])
      expect((yield* buy("radar service/rain.today", { name: "Bergen" })).price).toBe("0.0005")
    }),
  )

  it.effect("a call runs the variant whose inputs it gives, at the price of that variant", () =>
    Effect.gen(function* () {
      const { buy, get } = yield* asking
      const soon = (yield* get("/v2/sources/radar")).json.operations.find((o: { id: string }) => o.id === "rain.soon")
      expect(soon.variants.map((v: { pricing: { price: { amount: number } } }) => v.pricing.price.amount)).toEqual([0.0009])
      const bought = yield* buy("radar/rain.soon", { latitude: 60.4, longitude: 5.3 })
      expect([bought.status, bought.price, bought.json.data.rain.mm]).toEqual([200, "0.0009", 9])
    }),
  )

  it.effect("a per_result operation is quoted for the limit and charged for the returned results", () =>
    Effect.gen(function* () {
      const { buy } = yield* asking
      const three = yield* buy("gauge/rain.history", { name: "Bergen" })
      expect([three.price, three.json.usage.cost.amount]).toEqual(["0.0003", 0.0003])
      expect((yield* buy("gauge/rain.history?limit=2", { name: "Bergen" })).price).toBe("0.0002")
      const capped = yield* buy("gauge/rain.history?limit=10&max_spend=0.0009", { name: "Bergen" })
      expect([capped.status, capped.json.error.limit, capped.json.error.required.amount]).toEqual([402, "max_spend", 0.001])
    }),
  )

  it.effect("a discovery-only source is listed, and can neither be bought nor read", () =>
    Effect.gen(function* () {
      const { buy, get } = yield* asking
      const listed = (yield* get("/v2/sources")).json.sources.find(({ slug }: { slug: string }) => slug === "almanach")
      expect(listed).toMatchObject({ available_in_v2: false, endpoint_count: 0 })
      for (const path of ["/v2/sources/almanach", "/v2/sources/almanach/endpoints"]) {
        expect((yield* get(path)).json.error.code).toBe("source_not_found")
      }
      expect((yield* buy("almanach/rain.today", {})).json.error.code).toBe("source_not_found")
    }),
  )

  it.effect("the endpoint index of one source can be paged and searched, and refuses an unknown filter", () =>
    Effect.gen(function* () {
      const { get } = yield* asking
      const all = (yield* get("/v2/sources/gauge/endpoints?limit=2")).json
      expect(all).toMatchObject({ protocol_version: "2.0.0", source_id: "gauge", total: 3, offset: 0, next_offset: 2 })
      expect(all.endpoints[0]).toMatchObject({
        id: "rain.today",
        endpoint_id: "today",
        source_id: "gauge",
        examples: ["How wet was Bergen?"],
      })
      const matches = (yield* get("/v2/sources/rain/endpoints?search=soon")).json
      expect(matches.endpoints.map((e: { id: string }) => e.id)).toEqual(["rain.soon"])
      for (const bad of ["limit=0", "limit=51", "offset=-1", "offset=x", "nothing=1", `search=${"x".repeat(201)}`]) {
        const reply = yield* get(`/v2/sources/gauge/endpoints?${bad}`)
        expect([bad, reply.status, reply.json.error?.code]).toEqual([bad, 400, "invalid_query"])
      }
    }),
  )

  it.effect("a changed price appears on every node, and calls that were quoted before pay the old price", () =>
    Effect.gen(function* () {
      const { a, b, buy, get } = yield* asking
      const merchandise = yield* PriceList
      const quoted = yield* Effect.forkChild(buy("gauge/rain.slow", { name: "Bergen" }))
      yield* Deferred.await(gate.started)
      const before = yield* merchandise.setPrice(
        { source: "gauge", operation: "rain.slow", variant: 0 },
        { model: "per_call", price: microUsd(5_000n) },
      )
      expect(before.price).toBe(1_000n)
      const changedAt = Date.now()
      for (const node of [a, b]) {
        const shown = Effect.map(
          get("/v2/sources/gauge", node),
          (reply) => reply.json.operations.find((o: { id: string }) => o.id === "rain.slow").pricing.price.amount,
        )
        yield* Effect.repeat(shown, { until: (amount: number) => amount === 0.005 })
      }
      // A node reads the prices twice a second; a busy machine needs longer.
      expect(Date.now() - changedAt).toBeLessThan(30_000)
      yield* Deferred.succeed(gate.go, undefined)
      expect((yield* Fiber.join(quoted)).price).toBe("0.001")
      expect((yield* buy("gauge/rain.slow", { name: "Bergen" })).price).toBe("0.005")
      const missing = yield* Effect.flip(
        merchandise.setPrice({ source: "gauge", operation: "rain.never", variant: 0 }, { model: "per_call", price: microUsd(1n) }),
      )
      expect(missing).toMatchObject({ code: "operation_not_found", operations: expect.arrayContaining(["rain.today"]) })
    }),
  )

  it.effect("a directory search without its database answers 503, and works again when the database is back", () =>
    Effect.gen(function* () {
      const { get } = yield* asking
      const { database } = yield* Where
      const { socketDirectory, port, superuser } = inject("postgres")
      const owner = { _tag: "Socket", directory: socketDirectory, port, username: superuser, database } as const
      const asOwner = (statement: string) =>
        Effect.scoped(Effect.flatMap(connect(owner, { maxConnections: 1 }), (sql) => sql.unsafe(statement))).pipe(
          Effect.provide(Reactivity.layer),
        )
      yield* asOwner("alter table catalogue_entry rename to mislaid")
      for (const path of ["/v2/sources?search=rain", "/v2/sources/gauge/endpoints?search=rain"]) {
        const reply = yield* get(path)
        expect([reply.status, reply.json.error]).toEqual([503, { code: "catalog_unavailable", message: expect.stringContaining("Retry") }])
        expect(reply.header("retry-after")).toBe("1")
      }
      expect((yield* get("/v2/sources")).status).toBe(200)
      yield* asOwner("alter table mislaid rename to catalogue_entry")
      expect((yield* get("/v2/sources?search=rain")).status).toBe(200)
    }),
  )

  it.effect("the directory answers 429 above its own concurrency bound, and recovers", () =>
    Effect.gen(function* () {
      const { b, get } = yield* asking
      const replies = yield* Effect.all(
        Array.from({ length: 60 }, () => get("/v2/sources?search=precipitation", b)),
        { concurrency: "unbounded" },
      )
      const busy = replies.filter(({ status }) => status === 429)
      expect(busy.length).toBeGreaterThan(0)
      expect(replies.length - busy.length).toBeGreaterThan(0)
      for (const reply of busy) {
        expect(reply.json.error).toEqual({ code: "busy", message: expect.stringContaining("Retry") })
        expect(reply.header("retry-after")).toBe("1")
      }
      expect((yield* get("/v2/sources", b)).status).toBe(200)
    }),
  )
})
