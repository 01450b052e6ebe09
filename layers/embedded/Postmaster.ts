import type { Effect } from "effect"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { attempt, type EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import type { Server } from "./Server.ts"

/** One try at being the server. It ends early when another one runs on the same data: PostgreSQL's own lock file sees to that. */
export interface Launch {
  readonly hasEnded: () => boolean
}

/**
 * The shell reaps the server when it is killed. Otherwise a container's first process would have to, and as long as it does not, the dead
 * server holds its lock file.
 */
const shell = { program: "/bin/sh", script: `"$@"; exit $?` }

/** Starts the server so that it outlives this process. */
export const launch = (server: Server): Effect.Effect<Launch, EmbeddedPostgresError> =>
  attempt("start PostgreSQL", () => {
    const log = openLog(server.place.log)
    const { uid, gid } = server.place.account
    const command = [path.join(server.binaries, "bin", "postgres"), "-D", server.place.data, ...settingsOf(server)]
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

/** Nothing of the gateway's own environment: it holds keys, and the server outlives it. */
export const environment = (): Record<string, string> => ({ PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" })

const settingsOf = (server: Server): ReadonlyArray<string> =>
  Object.entries({
    ...server.settings,
    listen_addresses: "",
    port: String(server.port),
    unix_socket_directories: server.place.sockets,
    unix_socket_permissions: "0700",
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`])

const largestLogBytes = 16 * 1024 * 1024

/** The log keeps one predecessor, so that it cannot fill the disk over many starts. */
const openLog = (file: string): number => {
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestLogBytes) fs.renameSync(file, `${file}.1`)
  return fs.openSync(file, "a", 0o600)
}

/** What the server writes in the 8th line of its file once it takes connections. */
export const isReady = (server: Server): boolean => {
  try {
    return fs.readFileSync(path.join(server.place.data, "postmaster.pid"), "utf8").split("\n")[7]?.trim() === "ready"
  } catch {
    return false
  }
}

/** The last lines of the log, to say why the server does not run. */
export const lastWords = (server: Server): string => {
  try {
    return fs.readFileSync(server.place.log, "utf8").trimEnd().split("\n").slice(-4).join("\n")
  } catch {
    return ""
  }
}
