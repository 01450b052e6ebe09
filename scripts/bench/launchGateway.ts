import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Layer } from "effect"
import * as HttpServer from "effect/http/HttpServer"
import { Settings } from "../../src/Settings.ts"

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

const settings = Layer.effect(
  Settings,
  Effect.map(Settings, (read) => ({ ...read, port: 0 })),
).pipe(Layer.provide(Settings.layer))

/** Runs a gateway of a benchmark on a port that is free, until it is killed. */
export const launchGateway = <E>(gateway: Layer.Layer<HttpServer.HttpServer, E, Settings>) =>
  answering.pipe(Layer.provide(gateway), Layer.provide(settings), Layer.launch, NodeRuntime.runMain)
