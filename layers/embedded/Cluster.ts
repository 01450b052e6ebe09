import { Effect } from "effect"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import type { Account } from "./Account.ts"
import { buildAside } from "./BuildAside.ts"
import { attempt, EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { environment } from "./Postmaster.ts"
import type { Place } from "./Place.ts"

/** Makes the data directory (`initdb`), unless it is there. Whoever can enter the socket's directory is trusted; over TCP nobody is. */
export const createCluster = (place: Place, binaries: string): Effect.Effect<void, EmbeddedPostgresError> =>
  buildAside(place.data, (aside) =>
    attempt(`make ${aside}`, () => {
      // Made here, so that the account need not be able to write beside it.
      fs.mkdirSync(aside, { mode: 0o700 })
      fs.chownSync(aside, place.account.uid, place.account.gid)
    }).pipe(Effect.andThen(runInitdb(path.join(binaries, "bin", "initdb"), aside, place.account))),
  ).pipe(Effect.asVoid)

const runInitdb = (initdb: string, directory: string, { uid, gid }: Account): Effect.Effect<void, EmbeddedPostgresError> =>
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
    // Read and forgotten; a pipe, so that initdb dies of it when this process is killed.
    child.stdout.resume()
    let said = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-2000)))
    const fail = (why: string) =>
      resume(
        Effect.fail(
          new EmbeddedPostgresError({ message: `PostgreSQL could not make its data directory; set DATABASE_URL to use another. ${why}` }),
        ),
      )
    child.on("error", (error) => fail(error.message))
    child.on("close", (code) => (code === 0 ? resume(Effect.void) : fail(said.trim())))
    return Effect.callback<void>((stopped) => {
      child.on("close", () => stopped(Effect.void))
      child.kill("SIGTERM")
    })
  })
