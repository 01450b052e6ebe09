import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { connect } from "../../../layers/postgres/connection.ts"
import { start } from "../../../layers/embedded/EmbeddedPostgres.ts"
import { DataDirectory, runForJson, runningDirectory } from "../../support/cluster/commandLine.ts"

layer(runningDirectory, { excludeTestServices: true })("the role of the gateway on the embedded server", (it) => {
  it.effect("has its rights once: a command that starts later changes no row of the catalogue, and restores a right that is missing", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      const { port, socketDirectory, superuser } = yield* start({ directory: env["FARTHING_DATA_DIR"]! })
      const place = { _tag: "Socket", directory: socketDirectory, port, username: superuser, database: "postgres" } as const
      const sql = yield* connect(place, { maxConnections: 1 })
      const rights = Effect.map(
        sql<{
          relation: string
          changed: string
          acl: string
        }>`select oid::regclass::text as relation, xmin::text as changed, relacl::text as acl
          from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by 1`,
        (rows) => new Map(rows.map(({ relation, ...row }) => [relation, row])),
      )
      const first = yield* rights
      const granted = (name: string) => /farthing_gateway=(\w+)\//.exec(first.get(name)!.acl)![1]
      expect(["account", "transfer", "operator_log", "operator_log_id_seq"].map(granted)).toEqual(["arwd", "ar", "ar", "U"])
      yield* runForJson("migrate")
      expect(yield* rights).toEqual(first)
      yield* sql`revoke insert on account from farthing_gateway`
      yield* sql`grant update on transfer to farthing_gateway`
      yield* runForJson("migrate")
      const restored = yield* rights
      expect([...restored].filter(([name, { changed }]) => changed !== first.get(name)!.changed).map(([name]) => name)).toEqual([
        "account",
        "transfer",
      ])
      expect([...restored].map(([name, { acl }]) => [name, acl])).toEqual([...first].map(([name, { acl }]) => [name, acl]))
    }).pipe(Effect.provide(Reactivity.layer), Effect.scoped),
  )
})
