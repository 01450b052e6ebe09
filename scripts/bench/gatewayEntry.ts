import { Effect, Layer } from "effect"
import { Sources } from "../../domain/catalogue/Source.ts"
import { Database } from "../../layers/postgres/Database.ts"
import type { DatabaseLocation } from "../../layers/postgres/connection.ts"
import { Origins } from "../../layers/origin/Origins.ts"
import { layer as builtinSources } from "../../layers/sources/builtin.ts"
import { OpenApiCompiler } from "../../layers/sources/openapi/compileSource.ts"
import { prepaidAlone } from "../../rails/credits/rail.ts"
import { isServerProcess } from "../../src/cli/processes.ts"
import { gatewayNoStorage } from "../../src/Gateway.ts"
import { appUsers, secretCipher, storage } from "../../src/storage.ts"
import { instantSource, launchGateway, launchProcesses } from "./benchGateway.ts"
import { ledgerLeftOut } from "./ledgerLeftOut.ts"

const location = JSON.parse(process.env["BENCH_DATABASE"]!) as DatabaseLocation
const sources = Layer.effect(
  Sources,
  Effect.map(Sources, (builtin) => [...builtin, instantSource]),
).pipe(Layer.provide(builtinSources))

const whole = gatewayNoStorage.pipe(
  Layer.provideMerge(appUsers),
  Layer.provideMerge(process.env["BENCH_LEDGER"] === "left out" ? Layer.merge(storage, ledgerLeftOut) : storage),
  Layer.provide(secretCipher),
)
const served = whole.pipe(
  Layer.provide(
    Layer.mergeAll(
      prepaidAlone,
      sources,
      OpenApiCompiler({ deadlineMs: 60_000, maxBytes: 1024 * 1024 }).pipe(Layer.provide(Origins.layer())),
    ).pipe(Layer.provideMerge(Database.layer(location))),
  ),
)
const processes = Number(process.env["BENCH_PROCESSES"] ?? 1)
if (processes > 1 && !isServerProcess) launchProcesses(processes)
else launchGateway(served)
