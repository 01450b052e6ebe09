import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { Database } from "../../../layers/postgres/Database.ts"
import { prepaidAlone } from "../../../rails/credits/rail.ts"
import { freshDatabase } from "../../support/database.ts"
import { expectWithinDeadline } from "../../support/deadline.ts"
import { newBuyer, storage } from "../../support/gateway.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { type Proxy, proxyTo } from "../../support/cluster/databaseProxy.ts"
import { expectRefusal } from "../../support/refusals/envelope.ts"
import { request, tableDigests, openRefusalFixture, RefusalFixture } from "../../support/refusals/fixture.ts"
import { until } from "../../support/until.ts"

class Line extends Context.Service<Line, Proxy>()("farthing/test/e2e/refusals/Line") {}

/** The books over a line to the database that holds; the gateway over one that can be cut. */
const cuttable = Layer.unwrap(
  Effect.gen(function* () {
    const location = yield* freshDatabase
    const line = yield* proxyTo(location)
    const gateway = Context.get(yield* openRefusalFixture(line.location), RefusalFixture)
    const books = storage.pipe(Layer.provideMerge(Layer.mergeAll(Database.layer(location), prepaidAlone)))
    return Layer.mergeAll(books, Layer.succeed(Line, line), Layer.succeed(RefusalFixture, gateway))
  }),
)

const routes = [
  { method: "POST", paid: true },
  { method: "GET", path: "/v2/runs/x", paid: true },
  { method: "GET", path: "/v2/balance", paid: false },
  { method: "GET", path: "/v2/sources", paid: false },
  { method: "GET", path: "/v1/payments/x", paid: false },
] as const

layer(cuttable, { excludeTestServices: true })("without a database", (it) => {
  it.effect("a database that hangs is answered 503 within 3 s on every route", () =>
    Effect.gen(function* () {
      const { freeze } = yield* Line
      const { secret } = yield* newBuyer()
      const all = [...routes, { method: "GET", path: "/readyz", paid: false }, { method: "GET", path: "/status", paid: false }]
      freeze(true)
      const answers = yield* Effect.forEach(
        [...all, ...all],
        // The second half arrives while the statement of the first half hangs.
        (route, i) => Effect.timed(Effect.delay(request({ ...route, secret }), i < all.length ? 0 : 1_000)),
        { concurrency: "unbounded" },
      )
      freeze(false)
      expect(answers.map(([, { status }]) => status)).toEqual(answers.map(() => 503))
      for (const [i, [took]] of answers.entries()) expectWithinDeadline(took, i < all.length ? 0 : 1_000)
      yield* until(Effect.map(request({ secret }), (answer) => answer.status === 200))
      yield* expectCleanAudit
      const { served } = yield* RefusalFixture
      served.length = 0
    }),
  )

  it.effect(
    "every route answers service_unavailable without a database, nothing is bought, and the same Idempotency-Key buys once afterwards",
    () =>
      Effect.gen(function* () {
        const { cut, restore } = yield* Line
        const { served } = yield* RefusalFixture
        const { secret } = yield* newBuyer()
        const key = { headers: [["Idempotency-Key", "away"]] } as const
        const before = yield* tableDigests
        yield* cut
        for (const { paid, ...route } of routes) {
          const answer = yield* request({ ...route, ...key, secret })
          expectRefusal(answer, { status: 503, code: "service_unavailable", paid, names: "Idempotency-Key" })
          expect(answer.header("ratelimit")).toBeNull()
        }
        // Refusals that need no database come before the request to the database.
        expectRefusal(yield* request({ secret: "frt_org_none" }), { status: 401, code: "invalid_api_key", paid: true })
        expectRefusal(yield* request({ secret, body: "x".repeat(65_537) }), { status: 413, code: "invalid_request", paid: true })
        expectRefusal(yield* request({ path: "/nowhere", secret }), { status: 404, code: "route_not_found", paid: false })
        expect((yield* request({ method: "GET", path: "/healthz" })).status).toBe(200)
        expect(yield* tableDigests).toEqual(before)
        yield* restore
        yield* until(Effect.map(request({ ...key, secret }), (answer) => answer.status === 200))
        expect((yield* request({ ...key, secret })).header("x-idempotent-replay")).toBe("true")
        expect(served).toEqual(["t"])
        yield* expectCleanAudit
      }),
  )
})
