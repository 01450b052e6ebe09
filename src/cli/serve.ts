import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
import * as HttpServer from "effect/http/HttpServer"
import { onFirstStart } from "../../layers/postgres/firstStart.ts"
import { Origins } from "../../layers/origin/Origins.ts"
import { layer as builtinSources } from "../../layers/sources/builtin.ts"
import { OpenApiCompiler } from "../../layers/sources/openapi/OpenApiCompiler.ts"
import { railsLayer } from "../../rails/registry.ts"
import { database, gateway } from "../Gateway.ts"
import { sandboxComponents } from "../sandbox/components/sandboxComponents.ts"
import { demo } from "../sandbox/demo.ts"
import { listDemoOrigins } from "../sandbox/origins/listDemoOrigins.ts"
import { demoOrigins } from "../sandbox/origins/demoOrigins.ts"
import { Settings } from "../Settings.ts"
import { jsonFlag, print } from "./output.ts"
import { withServices } from "./services.ts"

/** Says where the gateway listens, once it does. */
const announce = Layer.effectDiscard(
  Effect.gen(function* () {
    const { mode } = yield* Settings
    const { address } = yield* HttpServer.HttpServer
    const baseUrl = HttpServer.formatAddress(address)
    if (mode === "sandbox") yield* demo(baseUrl)
    else yield* Effect.andThen(onFirstStart("live", listDemoOrigins("paused")), Effect.logInfo(`Farthing is ready at ${baseUrl}`))
  }),
)

const compiler = Layer.unwrap(
  Effect.map(Settings, ({ sourceTimeoutMs }) => OpenApiCompiler({ deadlineMs: sourceTimeoutMs, maxBytes: 1024 * 1024 })),
).pipe(Layer.provide(Origins.layer()))

/** What runs beside the gateways of a sandbox. */
const components = Layer.unwrap(
  Effect.map(Settings, ({ dataDirectory, mode }) =>
    sandboxComponents({ dataDirectory, components: mode === "sandbox" ? demoOrigins.map(({ component }) => component) : [] }),
  ),
)

/** The gateway on the rails and sources it ships with. */
const live = announce.pipe(
  Layer.provide(gateway),
  Layer.provide(components),
  Layer.provide(Layer.mergeAll(railsLayer, builtinSources, compiler)),
  Layer.provide(database),
  Layer.provide(Settings.layer),
)

export const serve = Command.make("serve", {}, () => Layer.launch(live)).pipe(Command.withDescription("Run the gateway"))

export const migrate = Command.make(
  "migrate",
  { json: jsonFlag },
  Effect.fn(function* ({ json }) {
    yield* print(json, { ok: true }, "The database is up to date.")
  }, withServices),
).pipe(Command.withDescription("Bring the database's schema up to date"))
