import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Layer, Schema } from "effect"
import * as HttpServer from "effect/http/HttpServer"
import cluster from "node:cluster"
import { defineOperation } from "../../domain/catalogue/defineOperation.ts"
import type { Source } from "../../domain/catalogue/Source.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { runProcesses } from "../../src/cli/processes.ts"
import { releaseStartMemory } from "../../src/startMemory.ts"
import { Settings } from "../../src/Settings.ts"

/** Runs a gateway of a benchmark on a free port, until it is killed. */
export const launchGateway = <E>(gateway: Layer.Layer<HttpServer.HttpServer, E, Settings>) =>
  reporting.pipe(Layer.provide(gateway), Layer.provide(settings), Layer.launch, NodeRuntime.runMain)

/** Runs it in several processes on one port, until it is killed. The address is sent to the parent once all of them listen. */
export const launchProcesses = (count: number) => {
  let listening = 0
  cluster.on("message", (_, message) => {
    if (isAddress(message) && ++listening === count) process.send!(message)
  })
  return runProcesses(count).pipe(Effect.scoped, NodeRuntime.runMain)
}

const isAddress = (message: unknown): message is { readonly url: string } =>
  typeof message === "object" && message !== null && "url" in message

/** Sends the parent process the gateway's address, and at each message of the parent its processor time, or its memory after a garbage collection. */
const reporting = Layer.effectDiscard(
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    process.on("message", (wanted) => {
      if (wanted === "processorTime") return void process.send!({ processorTime: process.cpuUsage() })
      globalThis.gc?.()
      const { heapUsed, rss } = process.memoryUsage()
      process.send!({ memory: { heapUsed, rss } })
    })
    yield* releaseStartMemory
    process.send!({ url: HttpServer.formatAddress(address) })
  }),
)

const settings = Layer.effect(
  Settings,
  Effect.map(Settings, (read) => ({ ...read, port: 0 })),
).pipe(Layer.provide(Settings.layer))

/** A source that answers at once, so that only the gateway is measured. */
export const instantSource: Source = {
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
    {
      ...defineOperation({
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
      computed: true,
    },
  ],
}
