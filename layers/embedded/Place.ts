import { Effect } from "effect"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { type Account, accountFor, isRoot, reaches } from "./Account.ts"
import { attempt, EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { claimPrivate } from "./PrivateDirectory.ts"

/** Where everything of one database is kept. Two processes that ask for the same directory get the same answer. */
export interface Place {
  /** Holds `data`, the log and, if need be, `run` and a copy of the binaries. */
  readonly directory: string
  readonly data: string
  readonly log: string
  readonly sockets: string
  readonly account: Account
}

/** Used for directories that the account cannot reach. Every Linux lets every account in here, and no cleaner empties it. */
const elsewhereRoot = "/var/lib/farthing"

/** macOS allows 103 bytes for the path of a unix socket, Linux 107. */
const longestSocketPath = 103

export const placeFor = Effect.fnUntraced(function* (asked: string): Effect.fn.Return<Place, EmbeddedPostgresError> {
  const place = yield* attempt(`use ${asked} for the database`, () => {
    fs.mkdirSync(asked, { recursive: true })
    return choose(fs.realpathSync(asked))
  })
  if (place.moved)
    yield* Effect.logWarning(
      `PostgreSQL's account (user ${place.account.uid}) cannot reach ${asked}: the database is kept in ${place.directory}. ` +
        "Back up that folder, or choose a data directory whose parents everybody may enter.",
    )
  return place
})

const choose = (real: string): Place & { readonly moved: boolean } => {
  const digest = createHash("sha256").update(real).digest("hex").slice(0, 16)
  const elsewhere = path.join(elsewhereRoot, digest)
  // Data that is there decides: permissions may have changed since, and must not hide it behind a new, empty database.
  const home = [real, elsewhere].find((directory) => fs.existsSync(path.join(directory, "data")))
  const account = accountFor(home === undefined ? undefined : path.join(home, "data"))
  const directory = home ?? (reaches(account, real) ? real : elsewhere)
  if (directory === elsewhere && isRoot()) makeEnterable([elsewhereRoot, elsewhere])
  if (!reaches(account, directory))
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

/** Beside the data, where a container that mounts the same volume finds it too; a path too long for a socket gets one of its own. */
const socketDirectory = (directory: string, digest: string): string => {
  const beside = path.join(directory, "run")
  return Buffer.byteLength(`${beside}/.s.PGSQL.65535`) <= longestSocketPath ? beside : `/tmp/farthing-${digest}`
}

const makeEnterable = (directories: ReadonlyArray<string>): void => {
  for (const directory of directories) {
    fs.mkdirSync(directory, { recursive: true })
    fs.chmodSync(directory, 0o755)
  }
}
