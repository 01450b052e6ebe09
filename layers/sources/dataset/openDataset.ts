import type { PgClient } from "@effect/sql-pg"
import { Data, Effect, Redacted, Schedule, type Scope, Semaphore } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { SourceFailure } from "../../../domain/catalogue/Source.ts"
import { Database, databaseLocation } from "../../postgres/Database.ts"
import type { DatabaseLocation } from "../../postgres/connection.ts"
import type { Dataset } from "./Dataset.ts"
import { isLoaded } from "./load.ts"

/** Reads from a dataset's tables; refuses while they are still being filled. */
export type ReadDataset = <A>(read: (sql: PgClient.PgClient) => Effect.Effect<A, SqlError>) => Effect.Effect<A, SourceFailure>

/**
 * A dataset whose tables are filled in the background, once over all processes: the first process loads, in one
 * transaction, and the others find it done. A failed attempt is tried again until the scope closes.
 */
export const openDataset = (dataset: Dataset): Effect.Effect<ReadDataset, never, Database | Scope.Scope> =>
  Effect.gen(function* () {
    const { reads } = yield* Database
    let ready = false
    yield* loadDataset(dataset).pipe(
      Effect.tap(() => Effect.sync(() => (ready = true))),
      Effect.tapError((error) => Effect.logWarning(`the data of ${dataset.name} could not be loaded; trying again`, error)),
      Effect.retry(Schedule.spaced("5 seconds")),
      Effect.forkScoped,
    )
    return (read) =>
      ready
        ? read(reads).pipe(
            Effect.tapError((error) => Effect.logError(`the data of ${dataset.name} could not be read`, error)),
            Effect.mapError(() => new SourceFailure({ code: "source_unavailable", message: "The source's data cannot be read now." })),
          )
        : new SourceFailure({
            code: "source_unavailable",
            message: `The source's data is still being loaded. Retry in ${loadingSeconds} s.`,
            retryAfterSeconds: loadingSeconds,
          })
  })

/** The largest data set loads in about 10 s on two cores, the others in one or two. */
const loadingSeconds = 5

/** One at a time, so that a first start needs the memory of one package. */
const oneAtATime = Semaphore.makeUnsafe(1)

class NotLoaded extends Data.TaggedError("NotLoaded")<{ readonly message: string }> {}

/** Brings the tables to the dataset's version, in a process of its own. Does nothing where they have it. */
export const loadDataset = (dataset: Dataset) =>
  Effect.gen(function* () {
    const database = yield* Database
    if (yield* isLoaded(dataset)) return
    const location = portable(yield* databaseLocation.pipe(Effect.provideService(Database, database)))
    yield* runLoader(JSON.stringify({ location, dataset: { ...dataset, reader: dataset.reader.href } }))
  }).pipe(oneAtATime.withPermit)

/** The database location for the loader. It is sent over a pipe because a URL can contain a password. */
const portable = (location: DatabaseLocation) => (location._tag === "Url" ? { ...location, url: Redacted.value(location.url) } : location)

const loader = fileURLToPath(new URL("./loader.ts", import.meta.url))

const runLoader = (input: string): Effect.Effect<void, NotLoaded> =>
  Effect.callback((resume) => {
    const child = spawn(process.execPath, [loader], { stdio: ["pipe", "ignore", "pipe"] })
    let output = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-2_000)))
    child.on("error", (error) => resume(new NotLoaded({ message: error.message })))
    child.on("close", (code) => resume(code === 0 ? Effect.void : new NotLoaded({ message: `the loader ended with ${code}: ${output}` })))
    child.stdin.on("error", () => undefined).end(input)
    return Effect.sync(() => child.kill("SIGKILL"))
  })
