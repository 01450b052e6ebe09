import { NodeRuntime } from "@effect/platform-node"
import { Effect, Layer, Schedule } from "effect"
import { appendFileSync, existsSync } from "node:fs"
import { Sources } from "../../../domain/catalogue/Source.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { prepaidAlone } from "../../../rails/credits/rail.ts"
import { gateway } from "../../../src/Gateway.ts"
import { logging } from "../../../src/observability/logging.ts"
import { Settings } from "../../../src/Settings.ts"
import { noCompiler, testSettings } from "../gateway.ts"
import { killAt, databaseWithFailpoints } from "./failpoints.ts"
import { type GatewayConfig, holdFile } from "./gatewayProcess.ts"
import { scriptedSource } from "../sources.ts"
import { announceReady } from "./announceReady.ts"

/** A gateway as a process of its own, as `gatewayProcess.ts` starts it: `node gatewayMain.ts <configuration as JSON>`. */
const { dispatchLog, failpoint, location, settings } = JSON.parse(process.argv[2]!) as GatewayConfig

const pass = killAt(failpoint?.at, failpoint?.nth ?? 1)
const database = failpoint === undefined ? Database.layer(location) : databaseWithFailpoints(location, pass)

const held = (token: string) =>
  Effect.asVoid(
    Effect.repeat(
      Effect.sync(() => existsSync(holdFile(dispatchLog, token))),
      { while: (there) => there, schedule: Schedule.spaced("20 millis") },
    ),
  )

const source = scriptedSource((moment, token) => {
  if (moment === "started") appendFileSync(dispatchLog, `${JSON.stringify({ at: Date.now(), pid: process.pid, token })}\n`)
  pass(`dispatch:${moment}`)
}, held)

const live = announceReady.pipe(
  Layer.provide(gateway),
  Layer.provide([
    database,
    prepaidAlone,
    Layer.succeed(Sources, [source]),
    noCompiler,
    Layer.succeed(Settings, { ...testSettings, ...settings }),
  ]),
  Layer.provide(logging),
)

// The test that started this process has ended.
process.stdin.resume().on("end", () => process.kill(process.pid, "SIGKILL"))

NodeRuntime.runMain(Layer.launch(live))
