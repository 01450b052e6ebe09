import { NodeRuntime } from "@effect/platform-node"
import { Layer } from "effect"
import { appendFileSync } from "node:fs"
import { Sources } from "../../../domain/catalogue/Source.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import type { DatabaseLocation } from "../../../layers/postgres/connection.ts"
import { prepaidAlone } from "../../../rails/credits/rail.ts"
import { gateway } from "../../../src/Gateway.ts"
import { logging } from "../../../src/observability/logging.ts"
import { Settings } from "../../../src/Settings.ts"
import type { SettingsShape } from "../../../src/SettingsShape.ts"
import { noCompiler, testSettings } from "../../support/gateway.ts"
import { killAt } from "../../support/cluster/failpoints.ts"
import { type AskFailpoint, watchedAsks } from "./askFailpoints.ts"
import { mill, scriptedPlanner } from "./scripts.ts"
import { announceReady } from "../../support/cluster/announceReady.ts"

/** What a gateway process is started with, as JSON. */
export interface AskConfig {
  readonly location: DatabaseLocation
  /** As JSON: amounts of money and keys are those of `testSettings`. */
  readonly settings: Partial<SettingsShape>
  /** `tool word` is appended to this file at the start of every dispatch. */
  readonly dispatchLog: string
  readonly failpoint?: { readonly at: AskFailpoint; readonly nth: number } | undefined
}

const { dispatchLog, failpoint, location, settings } = JSON.parse(process.argv[2]!) as AskConfig

const pass = killAt(failpoint?.at, failpoint?.nth ?? 1)

const source = mill((moment, tool, word) => {
  if (moment === "started") appendFileSync(dispatchLog, `${tool} ${word}\n`)
  pass(`dispatch:${moment}`)
})

const live = announceReady.pipe(
  Layer.provide(gateway),
  Layer.provide([
    failpoint === undefined ? Database.layer(location) : watchedAsks(location, pass),
    prepaidAlone,
    Layer.succeed(Sources, [source]),
    scriptedPlanner,
    noCompiler,
    Layer.succeed(Settings, { ...testSettings, ...settings }),
  ]),
  Layer.provide(logging),
)

// The parent process has ended without stopping this one.
process.stdin.resume().on("end", () => process.kill(process.pid, "SIGKILL"))

NodeRuntime.runMain(Layer.launch(live))
