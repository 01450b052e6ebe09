import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import { describe, inject } from "vitest"
import { connect } from "../../../../layers/postgres/connection.ts"
import { pgSettleRequests, pruneSettleRequests, SettleRequests } from "../../../../rails/x402/facilitator/SettleRequests.ts"
import { memorySettleRequests } from "../support/memorySettleRequests.ts"
import { facilitatorTables } from "../../../../rails/x402/tables.ts"
import { freshDatabase } from "../../../support/database.ts"

/** A connection of a database with the rail's table in it. */
const database = Layer.effect(
  SqlClient,
  Effect.gen(function* () {
    const location = yield* freshDatabase
    const sql = yield* connect({ ...location, username: inject("postgres").superuser }, { maxConnections: 8 })
    const [there] = yield* sql.unsafe<{ readonly found: boolean }>(`select to_regclass('rail_x402.settle_request') is not null as found`)
    yield* sql.unsafe(`create schema if not exists rail_x402`)
    if (there?.found !== true) for (const statement of facilitatorTables) yield* sql.unsafe(statement)
    return sql
  }),
).pipe(Layer.provide(Reactivity.layer))

const request = { caller: "shop", content: "hash", key: "order-1" }
const response = { status: 200, body: { success: true, transaction: "0xab" } } as const

const laws = {
  "one of many concurrent settle requests begins": Effect.gen(function* () {
    const requests = yield* SettleRequests
    const begun = yield* Effect.forEach(Array.from({ length: 50 }), () => requests.begin("a", request), { concurrency: "unbounded" })
    expect(begun.map(({ _tag }) => _tag).sort()).toEqual([...Array.from({ length: 49 }, () => "Duplicate"), "First"])
  }),
  "a parked settle request is resumed once, by the same request only": Effect.gen(function* () {
    const requests = yield* SettleRequests
    yield* requests.begin("b", request)
    yield* requests.park("b")
    for (const other of [
      { ...request, caller: "x" },
      { ...request, content: "x" },
    ]) {
      expect(yield* requests.begin("b", other)).toEqual({ _tag: "Duplicate" })
    }
    const begun = yield* Effect.forEach(Array.from({ length: 10 }), () => requests.begin("b", { ...request, key: null }), {
      concurrency: "unbounded",
    })
    expect(begun.filter(({ _tag }) => _tag === "Resumed")).toHaveLength(1)
    expect(begun.filter(({ _tag }) => _tag === "Duplicate")).toHaveLength(9)
  }),
  "a finished settle request is answered again to its own key only": Effect.gen(function* () {
    const requests = yield* SettleRequests
    yield* requests.begin("c", request)
    yield* requests.finish("c", response)
    expect(yield* requests.begin("c", request)).toEqual({ _tag: "Answered", response })
    for (const other of [
      { ...request, caller: "x" },
      { ...request, content: "x" },
      { ...request, key: "x" },
      { ...request, key: null },
    ]) {
      expect(yield* requests.begin("c", other)).toEqual({ _tag: "Duplicate" })
    }
  }),
  "a finished settle request without a key is not answered again": Effect.gen(function* () {
    const requests = yield* SettleRequests
    yield* requests.begin("d", { ...request, key: null })
    yield* requests.finish("d", response)
    expect(yield* requests.begin("d", { ...request, key: null })).toEqual({ _tag: "Duplicate" })
  }),
  "a released settle request is forgotten": Effect.gen(function* () {
    const requests = yield* SettleRequests
    yield* requests.begin("e", request)
    yield* requests.release("e")
    expect(yield* requests.begin("e", { ...request, caller: "another" })).toEqual({ _tag: "First" })
  }),
}

describe.each([
  ["in memory", memorySettleRequests(1000)],
  ["in the database", pgSettleRequests.pipe(Layer.provideMerge(database))],
] as const)("requests to settle, %s", (_, layer) => {
  for (const [law, test] of Object.entries(laws)) it.live(law, () => Effect.scoped(Effect.provide(test, layer)))
})

it.live("a settle request whose process ended can be resumed, and is deleted after 31 days", () =>
  Effect.gen(function* () {
    const requests = yield* SettleRequests
    const sql = yield* SqlClient
    const age = (interval: string) =>
      sql.unsafe(`update rail_x402.settle_request set began_at = clock_timestamp() - interval '${interval}'`)
    yield* requests.begin("a", request)
    yield* age("1 minute")
    expect(yield* requests.begin("a", request)).toEqual({ _tag: "Duplicate" })
    yield* age("3 minutes")
    expect(yield* requests.begin("a", { ...request, caller: "another" })).toEqual({ _tag: "Duplicate" })
    expect(yield* requests.begin("a", request)).toEqual({ _tag: "Resumed" })
    yield* pruneSettleRequests
    expect(yield* requests.begin("a", request)).toEqual({ _tag: "Duplicate" })
    yield* age("31 days")
    yield* pruneSettleRequests
    expect(yield* requests.begin("a", request)).toEqual({ _tag: "First" })
  }).pipe(Effect.provide(pgSettleRequests.pipe(Layer.provideMerge(database))), Effect.scoped),
)

it.live("a settle request that cannot be stored is not begun", () =>
  Effect.gen(function* () {
    const requests = yield* SettleRequests
    const sql = yield* SqlClient
    yield* sql.unsafe(`drop table rail_x402.settle_request`)
    expect((yield* Effect.flip(requests.begin("a", request))).message).toContain("nothing was submitted")
    yield* requests.park("a")
  }).pipe(Effect.provide(pgSettleRequests.pipe(Layer.provideMerge(database))), Effect.scoped),
)
