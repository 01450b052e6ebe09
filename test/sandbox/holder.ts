/** A process that holds components as a gateway does: `node holder.ts <configuration as JSON>`. It prints the address of the first one and stops at SIGTERM. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Layer, Logger } from "effect"
import { Database } from "../../layers/postgres/Database.ts"
import { Components } from "../../domain/sandbox/Component.ts"
import { sandboxComponents } from "../../src/sandbox/supervisor/sandboxComponents.ts"
import type { Holding } from "./harness.ts"

const { location, ...options } = JSON.parse(process.argv[2]!) as Holding

const announce = Layer.effectDiscard(
  Effect.gen(function* () {
    const { url } = yield* Components
    yield* Console.log(`ready ${yield* url(options.components[0]!.name)}`)
  }),
)

NodeRuntime.runMain(
  Layer.launch(
    announce.pipe(
      Layer.provide(sandboxComponents(options)),
      Layer.provide(Database.layer(location)),
      Layer.provide(Logger.layer([Logger.withConsoleError(Logger.formatJson)])),
    ),
  ),
)
