import { Effect, Layer, Redacted } from "effect"
import { InvalidDocument, SourceCompiler } from "../../domain/catalogue/ImportedSource.ts"
import { Sources } from "../../domain/catalogue/Source.ts"
import { Rails } from "../../domain/rail/Rail.ts"
import { Database, RailDatabase } from "../../layers/postgres/Database.ts"
import type { DatabaseLocation } from "../../layers/postgres/connection.ts"
import { PgLedger } from "../../layers/postgres/PgLedger.ts"
import { PgLedgerQueries } from "../../layers/postgres/PgLedgerQueries.ts"
import { readSettings } from "../../rails/x402/readSettings.ts"
import { credits } from "../../rails/credits/rail.ts"
import { makeParts } from "../../rails/x402/parts.ts"
import { gateway } from "../../src/Gateway.ts"
import { instantSource, launchGateway } from "./benchGateway.ts"

const location = JSON.parse(process.env["BENCH_DATABASE"]!) as DatabaseLocation
const database = Database.layer(location)
const urls = Effect.succeed([Redacted.make(process.env["BENCH_CHAIN"]!)])

const rails = Layer.effect(
  Rails,
  Effect.gen(function* () {
    const settings = yield* readSettings("sandbox")
    if (settings === undefined) return yield* Effect.die(new Error("a sandbox has an x402 rail"))
    const gasKeys = (JSON.parse(process.env["BENCH_GAS_KEYS"]!) as ReadonlyArray<`0x${string}`>).map((key) => Redacted.make(key))
    const { jobs, rail } = yield* makeParts({ ...settings, gasKeys, maxWeiPerDay: 10n ** 21n, maxWeiPerTransaction: 10n ** 18n }, { urls })
    yield* jobs
    return new Map([
      ["credits", credits],
      ["x402", rail],
    ])
  }),
).pipe(
  // The ledger that the gateway has too: a second one would write the same rows, and each would decide over rows that the other has changed.
  Layer.provide(Layer.mergeAll(PgLedger, PgLedgerQueries, RailDatabase)),
)

launchGateway(
  gateway.pipe(
    Layer.provide([
      rails,
      Layer.succeed(Sources, [instantSource]),
      Layer.succeed(SourceCompiler, { compile: () => new InvalidDocument({ message: "nothing joins a benchmark" }) }),
    ]),
    Layer.provide(database),
  ),
)
