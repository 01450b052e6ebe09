import { Effect } from "effect"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { type SystemAccount, accountFor, canReach, isRoot } from "./account.ts"
import { attempt, EmbeddedPostgresError, errorCode } from "./EmbeddedPostgresError.ts"

/** The directories and files of one database. Every process gets the same paths for the same directory. */
export interface ServerPaths {
  /** Holds `data`, the log and, if needed, `run` and a copy of the binaries. */
  readonly directory: string
  readonly data: string
  readonly log: string
  readonly sockets: string
  readonly account: SystemAccount
}

/** Replaces a directory that the account cannot reach. On Linux every account may enter it, and no cleaner empties it. */
const fallbackRoot = "/var/lib/farthing"

/** macOS allows 103 bytes for the path of a unix socket, Linux 107. */
const maxSocketPathBytes = 103

export const pathsFor = Effect.fnUntraced(function* (requested: string): Effect.fn.Return<ServerPaths, EmbeddedPostgresError> {
  const paths = yield* attempt(`use ${requested} for the database`, () => {
    fs.mkdirSync(requested, { recursive: true })
    return choose(fs.realpathSync(requested))
  })
  if (paths.moved)
    yield* Effect.logWarning(
      `PostgreSQL's account (user ${paths.account.uid}) cannot reach ${requested}: the database is kept in ${paths.directory}. ` +
        "Back up that folder, or choose a data directory whose parents every account may enter.",
    )
  return paths
})

/** Whether a directory, or the one that replaces it, has a database already. */
export const hasDatabase = (requested: string): boolean =>
  fs.existsSync(requested) && existingIn(places(fs.realpathSync(requested))) !== undefined

/** Where the database of a directory may be. `digest` names the directory in paths that must be short. */
const places = (real: string) => {
  const digest = createHash("sha256").update(real).digest("hex").slice(0, 16)
  return { real, digest, fallback: path.join(fallbackRoot, digest) }
}

/** Existing data decides: permissions may have changed since, and must not replace it by a new, empty database. */
const existingIn = ({ fallback, real }: ReturnType<typeof places>) =>
  [real, fallback].find((directory) => fs.existsSync(path.join(directory, "data")))

const choose = (requested: string): ServerPaths & { readonly moved: boolean } => {
  const candidates = places(requested)
  const { digest, fallback, real } = candidates
  const existing = existingIn(candidates)
  const account = accountFor(existing === undefined ? undefined : path.join(existing, "data"))
  const directory = existing ?? (canReach(account, real) ? real : fallback)
  if (directory === fallback && isRoot()) makeEnterable([fallbackRoot, fallback])
  if (!canReach(account, directory))
    throw new EmbeddedPostgresError({
      message: `PostgreSQL's account (user ${account.uid}) cannot reach ${directory}: let it pass through the parents (chmod o+x), or set DATABASE_URL.`,
    })
  return {
    directory,
    data: path.join(directory, "data"),
    log: path.join(directory, "postgres.log"),
    sockets: claimPrivate(socketDirectory(directory, digest), account),
    account,
    moved: directory !== real,
  }
}

/** Beside the data, so that a container with the same volume finds it too; in `/tmp` if the path is too long for a socket. */
const socketDirectory = (directory: string, digest: string): string => {
  const beside = path.join(directory, "run")
  return Buffer.byteLength(`${beside}/.s.PGSQL.65535`) <= maxSocketPathBytes ? beside : `/tmp/farthing-${digest}`
}

const makeEnterable = (directories: ReadonlyArray<string>): void => {
  for (const directory of directories) {
    fs.mkdirSync(directory, { recursive: true })
    fs.chmodSync(directory, 0o755)
  }
}

/**
 * A directory that only the account (and root) may enter, made if it is missing. Its owner could listen instead of the server, so a directory
 * that another user made, as any user may in `/tmp`, is refused.
 */
export const claimPrivate = (directory: string, account: SystemAccount): string => {
  try {
    fs.mkdirSync(directory, { mode: 0o700 })
  } catch (cause) {
    if (errorCode(cause) !== "EEXIST") throw cause
  }
  // lstat: a link could lead anywhere.
  const stat = fs.lstatSync(directory)
  // Owned by root: this process or another one has just made it, and has not changed its owner yet.
  const ours = stat.uid === account.uid || (stat.uid === 0 && isRoot())
  if (!stat.isDirectory() || !ours)
    throw new EmbeddedPostgresError({
      message: `${directory} was made by user ${stat.uid}, and sockets in it could not be trusted: remove it, choose another data directory, or set DATABASE_URL.`,
    })
  if (stat.uid !== account.uid) fs.chownSync(directory, account.uid, account.gid)
  if ((stat.mode & 0o777) !== 0o700) fs.chmodSync(directory, 0o700)
  return directory
}

/** What is needed to start, reach and stop the server of one directory. */
export interface Server {
  /** Distinguishes the session of this process from the sessions of other processes. */
  readonly holder: string
  readonly paths: ServerPaths
  /** The folder with `bin`, `lib` and `share`. */
  readonly binaries: string
  readonly port: number
  readonly superuser: string
  readonly settings: Readonly<Record<string, string>>
}
