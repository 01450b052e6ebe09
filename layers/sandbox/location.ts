import { Redacted, Schema } from "effect"
import type { DatabaseLocation } from "../postgres/Database.ts"

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
