import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { Database } from "../../layers/postgres/Database.ts"
import { send } from "../support/cluster/client.ts"
import { freshDatabase } from "../support/database.ts"
import { baseUrl, newBuyer, testGateway } from "../support/gateway.ts"

const gateway = Layer.unwrap(Effect.map(freshDatabase, (location) => testGateway(location, { sources: [] })))

layer(gateway, { excludeTestServices: true })("lists of payments that take long", (it) => {
  it.effect("stop no other read of the node and not /readyz, and are cancelled", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const url = yield* baseUrl
      const { secret } = yield* newBuyer()
      const [locked, released] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
      const hold = Effect.gen(function* () {
        yield* sql`set local idle_in_transaction_session_timeout = 0`
        yield* sql`lock table call_of_status in access exclusive mode`
        yield* Deferred.succeed(locked, undefined)
        yield* Deferred.await(released)
      })
      const holding = yield* Effect.forkChild(sql.withTransaction(hold))
      yield* Deferred.await(locked)
      // The calls of a rare status are found in this table: every list waits, and there are more of them than connections of any kind.
      const list = send({ baseUrl: url, secret, path: "/v1/payments?status=failed" })
      const lists = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 24 }, () => list),
          { concurrency: "unbounded" },
        ),
      )
      const waiting = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`
      yield* Effect.repeat(waiting, { until: ([row]) => row!.n > 0 })
      for (const path of ["/v2/balance", "/v2/usage", "/readyz", "/status"]) {
        // A read that waited behind the lists for 2.5 s would be answered 503.
        const { status } = yield* send({ baseUrl: url, secret, path })
        expect([path, status]).toEqual([path, 200])
      }
      const replies = yield* Fiber.join(lists)
      expect(new Set(replies.map(({ body, status }) => `${status} ${body.error?.code}`))).toEqual(new Set(["503 service_unavailable"]))
      yield* Effect.repeat(waiting, { until: ([row]) => row!.n === 0 })
      yield* Deferred.succeed(released, undefined)
      yield* Fiber.join(holding)
      expect((yield* list).status).toBe(200)
    }),
  )
})
