import { PgClient } from "@effect/sql-pg"
import { type Effect, Redacted, Schema, type Scope } from "effect"
import type * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlError } from "effect/sql/SqlError"

/** The location of PostgreSQL: the operator's URL, or the socket of the embedded server. */
export type DatabaseLocation =
  | { readonly _tag: "Url"; readonly url: Redacted.Redacted }
  | { readonly _tag: "Socket"; readonly directory: string; readonly port: number; readonly username: string; readonly database: string }

/** The settings of every connection. Every wait has a time limit. */
export const connectionConfig = (location: DatabaseLocation) => ({
  ...(location._tag === "Url"
    ? { url: location.url }
    : { host: location.directory, port: location.port, username: location.username, database: location.database }),
  applicationName: "farthing",
  connectTimeout: "5 seconds" as const,
  startupParameters: {
    idle_in_transaction_session_timeout: "1000",
    statement_timeout: "15000",
    lock_timeout: "10000",
    jit: "off",
    timezone: "UTC",
  },
})

/** Migrations and their locks take as long as the tables are large; another process that migrates meanwhile waits for them. */
const migrationTimeouts = { idle_in_transaction_session_timeout: "0", statement_timeout: "0", lock_timeout: "0" }

/** One connection without the time limits of serving. */
export const connectToMigrate = (
  location: DatabaseLocation,
): Effect.Effect<PgClient.PgClient, SqlError, Scope.Scope | Reactivity.Reactivity> => {
  const { startupParameters, ...config } = connectionConfig(location)
  return PgClient.make({ maxConnections: 1, ...config, startupParameters: { ...startupParameters, ...migrationTimeouts } })
}

/**
 * A transaction of several round trips outlives a pause of this process: while a first start loads its modules on a busy machine, more than a second can
 * pass between two statements. The sessions of the ledger, whose locks every call needs, keep their second.
 */
const withPatience = <C extends ReturnType<typeof connectionConfig>>({ startupParameters, ...config }: C) => ({
  ...config,
  startupParameters: { ...startupParameters, idle_in_transaction_session_timeout: "10000" },
})

export const connect = (
  location: DatabaseLocation,
  pool: { readonly maxConnections: number; readonly multiplex?: boolean },
): Effect.Effect<PgClient.PgClient, SqlError, Scope.Scope | Reactivity.Reactivity> =>
  PgClient.make({ ...pool, ...withPatience(connectionConfig(location)) })

const Location = Schema.fromJsonString(
  Schema.Union([
    Schema.TaggedStruct("Url", { url: Schema.String }),
    Schema.TaggedStruct("Socket", { directory: Schema.String, port: Schema.Int, username: Schema.String, database: Schema.String }),
  ]),
)

const encodeLocation = Schema.encodeSync(Location)
const decodeLocation = Schema.decodeUnknownSync(Location)

/** The database location as text for the environment of another process. It can contain a password, so it is never an argument and never logged. */
export const locationText = (location: DatabaseLocation): string =>
  encodeLocation(location._tag === "Url" ? { _tag: "Url", url: Redacted.value(location.url) } : location)

export const locationOf = (text: string | undefined): DatabaseLocation => {
  const location = decodeLocation(text)
  return location._tag === "Url" ? { _tag: "Url", url: Redacted.make(location.url) } : location
}
