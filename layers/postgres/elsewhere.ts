import { Effect, Redacted, Schema } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { connect, Database, type DatabaseLocation } from "./Database.ts"
import { pooledTransact } from "./MoneySession.ts"

/** Where this process has its database, for a process that it starts. */
export const whereabouts = Effect.map(Database, ({ money: { config } }): DatabaseLocation => {
  if (config.url !== undefined) return { _tag: "Url", url: config.url }
  const { database = "postgres", host = "", port = 5432, username = "postgres" } = config
  return { _tag: "Socket", directory: host, port, username, database }
})

/** A few connections in place of a gateway's pools: for a process that has little to ask, or asks once. */
export const smallDatabase = Effect.fnUntraced(function* (location: DatabaseLocation, maxConnections: number) {
  const sql = yield* connect(location, { maxConnections })
  return Database.of({ money: sql, reads: sql, openMoneySession: Effect.succeed(pooledTransact(sql)) })
}, Effect.provide(Reactivity.layer))

const Location = Schema.fromJsonString(
  Schema.Union([
    Schema.TaggedStruct("Url", { url: Schema.String }),
    Schema.TaggedStruct("Socket", { directory: Schema.String, port: Schema.Int, username: Schema.String, database: Schema.String }),
  ]),
)

const encode = Schema.encodeSync(Location)
const decode = Schema.decodeUnknownSync(Location)

/** Where the database is, as text for the environment of another process. It may hold a password: never an argument, never logged. */
export const locationText = (location: DatabaseLocation): string =>
  encode(location._tag === "Url" ? { _tag: "Url", url: Redacted.value(location.url) } : location)

export const locationOf = (text: string | undefined): DatabaseLocation => {
  const location = decode(text)
  return location._tag === "Url" ? { _tag: "Url", url: Redacted.make(location.url) } : location
}
