import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { Database } from "./Database.ts"

/** The database for a rail's own tables. The books are not written through it: that is the ledger's work alone. */
export const RailDatabase: Layer.Layer<SqlClient, never, Database> = Layer.effect(
  SqlClient,
  Effect.map(Database, ({ money }) => money),
)
