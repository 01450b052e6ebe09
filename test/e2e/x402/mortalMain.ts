import { NodeRuntime } from "@effect/platform-node"
import { Effect, Layer, Redacted } from "effect"
import { Sources } from "../../../domain/catalogue/Source.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { Database, RailDatabase } from "../../../layers/postgres/Database.ts"
import type { DatabaseLocation } from "../../../layers/postgres/connection.ts"
import { PgLedger } from "../../../layers/postgres/PgLedger.ts"
import { PgLedgerQueries } from "../../../layers/postgres/PgLedgerQueries.ts"
import { credits } from "../../../rails/credits/rail.ts"
import { makeParts } from "../../../rails/x402/parts.ts"
import { AfterStep } from "../../../rails/x402/settlement/SettlementQueue.ts"
import { gateway } from "../../../src/Gateway.ts"
import { Settings } from "../../../src/Settings.ts"
import { settingsOf } from "../../rails/x402/rail/fixture.ts"
import { noCompiler, testSettings } from "../../support/gateway.ts"
import { databaseWithFailpoints, type Failpoint } from "../../support/cluster/failpoints.ts"
import { scriptedSource } from "../../support/sources.ts"
import { answerWithinMs, gatewaySettings } from "./settings.ts"
import { announceReady } from "../../support/cluster/announceReady.ts"

export interface MortalConfig {
  readonly location: DatabaseLocation
  readonly chain: string
  /** Of the money path, or of the settlement queue. */
  readonly at: string
}

/** A gateway with the x402 rail as a process of its own, which kills itself at one point: `node mortalMain.ts <configuration as JSON>`. */
const { at, chain, location } = JSON.parse(process.argv[2]!) as MortalConfig

// Not before its own call has begun: it may find work of others.
let begun = false
const pass = (point: string) => {
  begun ||= point === "reserve:written"
  if (begun && point === at) process.kill(process.pid, "SIGKILL")
}
const testTiming = {
  pollMs: 20,
  healthCacheMs: 0,
  intervals: { settleMs: 50, depositsMs: 50, compareMs: 60_000, sweepMs: 100, sweepAfterMs: 500 },
}
const dying = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideService(effect, AfterStep, (step) => Effect.sync(() => pass(step)))

const rails = Layer.effect(
  Rails,
  Effect.gen(function* () {
    const { jobs, rail } = yield* makeParts(settingsOf({ answerWithinMs }), { urls: Effect.succeed([Redacted.make(chain)]), testTiming })
    yield* dying(jobs)
    const mortal = { ...rail, settle: (...parameters: Parameters<typeof rail.settle>) => dying(rail.settle(...parameters)) }
    return new Map([
      ["credits", credits],
      ["x402", mortal],
    ])
  }),
).pipe(
  // A fresh layer: only the ledger that the gateway itself uses passes failpoints.
  Layer.provide(
    Layer.fresh(Layer.mergeAll(PgLedger, PgLedgerQueries, RailDatabase).pipe(Layer.provide(Layer.fresh(Database.layer(location))))),
  ),
)

const source = scriptedSource((moment) => pass(`dispatch:${moment}`))
const database = databaseWithFailpoints(location, (point: Failpoint) => pass(point))

// The end of standard input means that the test process has ended without stopping this one.
process.stdin.resume().on("end", () => process.kill(process.pid, "SIGKILL"))

announceReady.pipe(
  Layer.provide(gateway),
  Layer.provide([
    database,
    rails,
    Layer.succeed(Sources, [source]),
    noCompiler,
    Layer.succeed(Settings, { ...testSettings, ...gatewaySettings }),
  ]),
  Layer.launch,
  NodeRuntime.runMain,
)
