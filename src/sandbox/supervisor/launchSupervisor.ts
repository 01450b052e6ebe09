import { Schema } from "effect"
import { spawn } from "node:child_process"
import { closeSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { openForAppend } from "./LogFile.ts"
import { plainEnvironment } from "./runComponent.ts"

const base = {
  name: Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9-]{0,62}$/)),
  clockPath: Schema.optionalKey(Schema.String),
}
const ModuleSchema = Schema.Struct({ ...base, module: Schema.String })
const CommandSchema = Schema.Struct({
  ...base,
  command: Schema.TupleWithRest(Schema.Tuple([Schema.String]), [Schema.String]),
  env: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  ready: Schema.Union([Schema.Struct({ says: Schema.Literal("ready") }), Schema.Struct({ answers: Schema.String })]),
  database: Schema.optionalKey(Schema.Boolean),
})

/** What a gateway passes to the supervisor that it launches. */
const SupervisorConfig = Schema.Struct({
  instance: Schema.String,
  version: Schema.String,
  /** The process group of the previous supervisor, which may still be ending. */
  after: Schema.NullOr(Schema.Int),
  /** The directory of the logs and of the components' state. */
  directory: Schema.String,
  /** The supervisor ends after this time without a gateway. */
  graceMs: Schema.Int,
  /** See `locationText`. */
  database: Schema.String,
  components: Schema.Array(Schema.Union([ModuleSchema, CommandSchema])),
})

type SupervisorConfig = typeof SupervisorConfig.Type

export const SupervisorConfigText = Schema.fromJsonString(SupervisorConfig)

const script = fileURLToPath(new URL("supervisorEntry.ts", import.meta.url))
const encode = Schema.encodeSync(SupervisorConfigText)

/** A supervisor that this process launched. It survives this process. */
export interface Launch {
  readonly instance: string
  readonly hasEnded: () => boolean
}

export const launchSupervisor = (config: SupervisorConfig): Launch => {
  const log = openForAppend(join(config.directory, "keeper.log"))
  // A session and process group of its own, so that Ctrl-C in the gateway's terminal does not reach it.
  const child = spawn(process.execPath, [script, config.instance], {
    cwd: "/",
    detached: true,
    env: { ...plainEnvironment(), SANDBOX_KEEPER: encode(config) },
    stdio: ["ignore", log, log],
  })
  closeSync(log)
  child.unref()
  let ended = false
  child.on("exit", () => (ended = true))
  child.on("error", () => (ended = true))
  return { instance: config.instance, hasEnded: () => ended }
}
