import type { Effect } from "effect"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { attempt, type EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import type { Server } from "./paths.ts"

/** One attempt to start the server. It ends early if another server runs on the same data: PostgreSQL's lock file ensures that. */
export interface PostmasterLaunch {
  readonly hasEnded: () => boolean
}

/**
 * The shell reaps the server when it is killed. Otherwise the first process of a container would have to do so, and until it does, the dead
 * server keeps its lock file.
 */
const shell = { program: "/bin/sh", script: `"$@"; exit $?` }

/** Starts the server as a process that survives this one. */
export const launch = (server: Server): Effect.Effect<PostmasterLaunch, EmbeddedPostgresError> =>
  attempt("start PostgreSQL", () => {
    const log = openLog(server.paths.log)
    const { uid, gid } = server.paths.account
    const command = [path.join(server.binaries, "bin", "postgres"), "-D", server.paths.data, ...settingsOf(server)]
    const child = spawn(shell.program, ["-c", shell.script, "postgres", ...command], {
      uid,
      gid,
      env: environment(),
      cwd: "/",
      detached: true,
      stdio: ["ignore", log, log],
    })
    fs.closeSync(log)
    child.unref()
    let ended = false
    child.on("exit", () => (ended = true))
    child.on("error", () => (ended = true))
    return { hasEnded: () => ended }
  })

/** Without the gateway's own environment, which holds keys: the server outlives the gateway. */
export const environment = (): Record<string, string> => ({ PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" })

const settingsOf = (server: Server): ReadonlyArray<string> =>
  Object.entries({
    ...server.settings,
    listen_addresses: "",
    port: String(server.port),
    unix_socket_directories: server.paths.sockets,
    unix_socket_permissions: "0700",
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`])

const maxLogBytes = 16 * 1024 * 1024

/** Keeps one older log file, so that the logs of many starts cannot fill the disk. */
const openLog = (file: string): number => {
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) fs.renameSync(file, `${file}.1`)
  return fs.openSync(file, "a", 0o600)
}

/** The server writes `ready` in line 8 of its file once it accepts connections. */
export const isReady = (server: Server): boolean => {
  try {
    return fs.readFileSync(path.join(server.paths.data, "postmaster.pid"), "utf8").split("\n")[7]?.trim() === "ready"
  } catch {
    return false
  }
}

/** The last 4 lines of the log, for an error message. */
export const lastLogLines = (server: Server): string => {
  try {
    return fs.readFileSync(server.paths.log, "utf8").trimEnd().split("\n").slice(-4).join("\n")
  } catch {
    return ""
  }
}
