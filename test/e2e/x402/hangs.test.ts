import { expect, layer } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { Database } from "../../../layers/postgres/Database.ts"
import { expectWithinDeadline } from "../../support/deadline.ts"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { until } from "../../support/until.ts"
import { fromHeader, Gateway402, gateway402 } from "./fixture.ts"

/** Holds every table of the rail until it is released, as a database that hangs in the middle of a request does. */
const lockTables = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const [locked, hung] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
  const rows = yield* sql<{
    readonly name: string
  }>`select format('rail_x402.%I', tablename) as name from pg_tables where schemaname = 'rail_x402'`
  const lock = Effect.gen(function* () {
    yield* sql`set local idle_in_transaction_session_timeout = 0`
    yield* sql.unsafe(`lock table ${rows.map(({ name }) => name).join(", ")} in access exclusive mode`)
    yield* Deferred.succeed(locked, undefined)
    yield* Deferred.await(hung)
  })
  yield* Effect.forkChild(sql.withTransaction(lock))
  yield* Deferred.await(locked)
  return Deferred.succeed(hung, undefined)
})

// The cache of the chain's check is that of a gateway.
layer(gateway402({}, { healthCacheMs: 1_000 }), { excludeTestServices: true })("x402 while its tables hang", (it) => {
  it.effect("every route of x402 answers within 3 s, and says what is known of the money", () =>
    Effect.gen(function* () {
      const { baseUrl, payment } = yield* Gateway402
      const { secret } = yield* newBuyer({ dollars: 0 })
      const send = (method: string, path: string, sent?: unknown, headers: Readonly<Record<string, string>> = {}) =>
        Effect.promise(async () => {
          const response = await fetch(`${baseUrl}${path}`, {
            method,
            headers: { authorization: `Bearer ${secret}`, "content-type": "application/json", ...headers },
            ...(sent === undefined ? {} : { body: typeof sent === "string" ? sent : JSON.stringify(sent) }),
          })
          const text = await response.text()
          return {
            status: response.status,
            moved: response.headers.get("x-money-moved"),
            code: (text === "" ? {} : JSON.parse(text)).error?.code,
          }
        })
      const buy = (headers: Readonly<Record<string, string>>) =>
        send("POST", "/v1/execute/script/script.fast", { "script.token": "hangs" }, headers)
      const decoded = fromHeader(payment())
      const settled = { x402Version: 2, paymentPayload: decoded, paymentRequirements: decoded.accepted }
      const release = yield* lockTables
      const requests = [
        // While the chain answers, the caller can still be offered to pay by its own wallet.
        [[402, 503], buy({})],
        [[402, 503], buy({ "x-payment-rail": "x402" })],
        [[503], buy({ "payment-signature": payment() })],
        [[200], buy({ "x-payment-dry-run": "1" })],
        [[200], send("GET", "/v1/me")],
        // These two read no table of the rail.
        [[200], send("POST", "/verify", settled)],
        [[200], send("GET", "/supported")],
        [[503], send("POST", "/settle", settled)],
      ] as const
      // The second time the result of the chain's check is too old to be used.
      for (let n = 0; n < 2; n++) {
        const replies = yield* Effect.all(
          requests.map(([, request]) => Effect.timed(request)),
          { concurrency: "unbounded" },
        )
        for (const [i, [statuses]] of requests.entries()) expect(statuses).toContain(replies[i]![1].status)
        expect(replies.slice(0, 4).map(([, { moved }]) => moved)).toEqual(["none", "none", "none", "none"])
        for (const [took] of replies) expectWithinDeadline(took)
      }
      yield* release
      const proof = payment()
      yield* until(Effect.map(buy({ "payment-signature": proof }), ({ status }) => status === 200))
      yield* expectCleanAudit
    }),
  )
})
