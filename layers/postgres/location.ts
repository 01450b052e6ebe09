import type { Redacted } from "effect"

/** Where PostgreSQL is: a URL of one's own, or the socket of the embedded server. */
export type DatabaseLocation =
  | { readonly _tag: "Url"; readonly url: Redacted.Redacted }
  | { readonly _tag: "Socket"; readonly directory: string; readonly port: number; readonly username: string; readonly database: string }

/** How every connection is made: bounded in all that it may wait for. */
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
