import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Layer, Schema } from "effect"
import * as HttpServer from "effect/http/HttpServer"
import { defineOperation } from "../../domain/catalogue/defineOperation.ts"
import { type Source, Sources } from "../../domain/catalogue/Source.ts"
import { microUsd } from "../../domain/Money.ts"
import { Database, type DatabaseLocation } from "../../layers/postgres/Database.ts"
import { Origins } from "../../layers/origin/Origins.ts"
import { layer as builtinSources } from "../../layers/sources/builtin.ts"
import { OpenApiCompiler } from "../../layers/sources/openapi/OpenApiCompiler.ts"
import { railsLayer } from "../../rails/registry.ts"
import { gatewayNoStorage, storage } from "../../src/Gateway.ts"
import { Settings } from "../../src/Settings.ts"
import { ledgerLeftOut } from "./ledgerLeftOut.ts"

/** A source that answers at once, so that what is measured is the gateway. */
const instant: Source = {
  id: "bench",
  name: "Bench",
  provider: "Bench",
  description: "",
  category: "bench",
  tags: [],
  sectors: [],
  capabilities: [],
  jurisdiction: "",
  attribution: "",
  sourceUrl: "",
  logoUrl: "",
  operations: [
    defineOperation({
      id: "bench.call",
      name: "Call",
      description: "",
      fields: { "bench.value": Schema.String },
      output: ["bench.value"],
      pricing: { model: "per_call", price: microUsd(1000n) },
      freshnessSeconds: 0,
      examples: [],
      run: (input) => Effect.succeed({ data: { bench: { value: input["bench.value"] } }, documents: 1 }),
    }),
  ],
}

const location = JSON.parse(process.env["BENCH_DATABASE"]!) as DatabaseLocation
const sources = Layer.effect(
  Sources,
  Effect.map(Sources, (builtin) => [...builtin, instant]),
).pipe(Layer.provide(builtinSources))

/** Tells the parent where it listens, and its memory whenever it is asked, after a collection. */
const answering = Layer.effectDiscard(
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    process.on("message", () => {
      globalThis.gc?.()
      const { heapUsed, rss } = process.memoryUsage()
      process.send!({ memory: { heapUsed, rss } })
    })
    process.send!({ url: HttpServer.formatAddress(address) })
  }),
)

const whole = gatewayNoStorage.pipe(
  Layer.provideMerge(process.env["BENCH_LEDGER"] === "left out" ? Layer.merge(storage, ledgerLeftOut) : storage),
)
answering.pipe(
  Layer.provide(whole),
  Layer.provide(
    Layer.mergeAll(
      railsLayer,
      sources,
      OpenApiCompiler({ deadlineMs: 60_000, maxBytes: 1024 * 1024 }).pipe(Layer.provide(Origins.layer())),
    ).pipe(Layer.provideMerge(Database.layer(location))),
  ),
  Layer.provide(
    Layer.effect(
      Settings,
      Effect.map(Settings, (settings) => ({ ...settings, port: 0 })),
    ).pipe(Layer.provide(Settings.layer)),
  ),
  Layer.launch,
  NodeRuntime.runMain,
)
