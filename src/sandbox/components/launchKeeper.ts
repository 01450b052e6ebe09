import { Schema } from "effect"
import { spawn } from "node:child_process"
import { closeSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { openLog } from "./Journal.ts"
import { type KeeperConfig, KeeperConfigText } from "./KeeperConfig.ts"
import { plainEnvironment } from "./runComponent.ts"

const script = fileURLToPath(new URL("keeper.ts", import.meta.url))
const encode = Schema.encodeSync(KeeperConfigText)

/** A keeper that was launched, by this process, and outlives it. */
export interface Launch {
  readonly instance: string
  readonly hasEnded: () => boolean
}

export const launchKeeper = (config: KeeperConfig): Launch => {
  const log = openLog(join(config.directory, "keeper.log"))
  // A session and process group of its own: Ctrl-C in the gateway's terminal does not reach it.
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
