import { Effect } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { randomBytes } from "node:crypto"
import { inject } from "vitest"
import { connect, type DatabaseLocation } from "../../layers/postgres/Database.ts"

/** A database of one's own, copied from the migrated template, and dropped with its scope. */
export const freshDatabase = Effect.gen(function* () {
  const { port, role, socketDirectory, superuser } = inject("postgres")
  const name = `t_${randomBytes(6).toString("hex")}`
  const socket = { _tag: "Socket", directory: socketDirectory, port } as const
  const admin = connect({ ...socket, username: superuser, database: "template1" }, { maxConnections: 1 })
  const asAdmin = (statement: string) =>
    Effect.scoped(Effect.flatMap(admin, (sql) => sql.unsafe(statement))).pipe(Effect.provide(Reactivity.layer))
  // A connection has five seconds to come up, and so has whoever looks after the template to leave it: a busy machine may take longer.
  const created = Effect.retry(asAdmin(`create database ${name} template farthing_template`), { times: 5 })
  yield* Effect.acquireRelease(created, () => Effect.ignore(asAdmin(`drop database if exists ${name} with (force)`)))
  return { ...socket, username: role, database: name } satisfies DatabaseLocation
})
