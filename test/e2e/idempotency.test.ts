import { expect, layer } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { scopes } from "../../domain/identity/errors.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { grant, newBuyer } from "../support/gateway.ts"
import { call, readRun, type Reply, send } from "../support/cluster/client.ts"
import { expectCleanAudit, creditsPosition } from "../support/ledger/assertions.ts"
import { Nodes, twoNodes } from "../support/cluster/gatewaysInProcess.ts"
import { prices } from "../support/sources.ts"
import { until } from "../support/until.ts"

const all = { concurrency: "unbounded" } as const
const isReplay = (reply: Reply) => reply.header("x-idempotent-replay") === "true"
const path = "/v1/execute/script/script.fast"

layer(twoNodes({ sourceTimeoutMs: 120_000 }), { excludeTestServices: true })("Idempotency-Key over two nodes", (it) => {
  const same = ["fast", "slow", "large", "fast", "slow"] as const
  it.effect.each(same.map((script, round) => ({ script, round })))(
    "64 concurrent requests with one Idempotency-Key buy once ($script, round $round)",
    ({ round, script }) =>
      Effect.gen(function* () {
        const { a, b, dispatches } = yield* Nodes
        const { organisation, secret } = yield* newBuyer()
        const token = `same-${script}-${round}`
        const once = (_: unknown, i: number) => call({ baseUrl: i % 2 === 0 ? a : b, secret, script, token, idempotencyKey: token })
        const replies = yield* Effect.all(Array.from({ length: 64 }, once), all)
        const bought = replies.filter((reply) => reply.status === 200)
        const first = bought.filter((reply) => !isReplay(reply))
        expect(first.length).toBe(1)
        expect(new Set(bought.map((reply) => reply.body.id))).toEqual(new Set([first[0]!.body.id]))
        for (const reply of bought) expect(reply.header("x-money-moved")).toBe("charged")
        for (const reply of replies.filter((reply) => reply.status !== 200)) {
          expect([reply.status, reply.body.error?.code]).toEqual([409, "request_in_progress"])
          expect(Number.isInteger(reply.body.error?.retry_after_ms)).toBe(true)
          expect(reply.body.error?.retry_after_ms).toBeGreaterThan(0)
          expect(reply.header("x-money-moved")).toBe("none")
        }
        expect(dispatches(token)).toBe(1)
        expect(yield* creditsPosition(organisation)).toMatchObject({
          posted: 25_000_000 - prices[script],
          held: 0,
          open: 0,
          captured: 1,
          released: 0,
        })
      }),
  )

  it.effect("a repeated request is answered with the same run and status on both nodes after the run has ended", () =>
    Effect.gen(function* () {
      const { a, b, dispatches } = yield* Nodes
      const { secret } = yield* newBuyer()
      const request = { secret, token: "replayed", idempotencyKey: "replayed" }
      const first = yield* call({ ...request, baseUrl: a })
      expect(first.header("x-idempotent-replay")).toBeNull()
      for (const baseUrl of [a, b, a]) {
        const again = yield* call({ ...request, baseUrl })
        expect(again.status).toBe(200)
        expect(isReplay(again)).toBe(true)
        expect(again.body).toEqual(first.body)
        for (const name of ["x-payment-id", "x-payment-rail-used", "x-payment-price", "x-money-moved"]) {
          expect([name, again.header(name)]).toEqual([name, first.header(name)])
        }
      }
      expect(dispatches("replayed")).toBe(1)
    }),
  )

  it.effect("another body, query or pinned rail under the same Idempotency-Key is a conflict and buys nothing", () =>
    Effect.gen(function* () {
      const { a, b, dispatches } = yield* Nodes
      const { organisation, secret } = yield* newBuyer()
      const request = { baseUrl: b, secret, token: "conflict", idempotencyKey: "conflict" }
      expect((yield* call({ ...request, baseUrl: a })).status).toBe(200)
      const others = [
        call({ ...request, token: "conflict-2" }),
        call({ ...request, inputs: { delay_ms: 0 } }),
        call({ ...request, query: "?max_spend=1" }),
        call({ ...request, query: "?limit=5" }),
        call({ ...request, headers: { "x-payment-rail": "credits" } }),
        call({ ...request, script: "slow" }),
      ]
      for (const other of others) {
        const reply = yield* other
        expect([reply.status, reply.body.error?.code]).toEqual([409, "idempotency_conflict"])
        expect(reply.header("x-money-moved")).toBe("none")
      }
      expect([dispatches("conflict"), dispatches("conflict-2")]).toEqual([1, 0])
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 1, held: 0 })
    }),
  )

  it.effect("two spellings of one request have the same hash", () =>
    Effect.gen(function* () {
      const { a, b } = yield* Nodes
      const { organisation, secret } = yield* newBuyer()
      const headers = { "idempotency-key": "meaning", "content-type": "application/json" }
      const post = (baseUrl: string, query: string, body: string) =>
        send({ baseUrl, secret, method: "POST", path: `${path}${query}`, headers, body })
      const first = yield* post(a, "", '{"token":"meaning","delay_ms":0,"kilobytes":100}')
      expect(first.status).toBe(200)
      const alike = [
        post(b, "?wait_seconds=55", '{"token":"meaning","delay_ms":0,"kilobytes":100}'),
        post(b, "?wait_seconds=0", '{"token":"meaning","delay_ms":0,"kilobytes":100}'),
        post(b, "", '{"kilobytes":100,"delay_ms":0,"token":"meaning"}'),
        post(b, "", ' {"token" : "\\u006deaning",\n"delay_ms":-0, "kilobytes":1e2}'),
        post(b, "", '{"token":"no","kilobytes":1,"token":"meaning","delay_ms":9,"delay_ms":0,"kilobytes":100}'),
      ]
      for (const other of alike) {
        const reply = yield* other
        expect([reply.status, reply.body.id, isReplay(reply)]).toEqual([200, first.body.id, true])
      }
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 1 })
    }),
  )

  it.effect("an Idempotency-Key is independent under another API key and another endpoint", () =>
    Effect.gen(function* () {
      const { a, b, dispatches } = yield* Nodes
      const { organisation, secret } = yield* newBuyer()
      const organisations = yield* Organisations
      const limits = { perRequest: null, monthly: null, daily: null }
      const other = yield* organisations.createKey({ organisation, name: "other", scopes, expiresInDays: 30, ...limits })
      const request = { token: "scoped", idempotencyKey: "scoped" }
      const run = (waitSeconds: number) =>
        send({
          baseUrl: b,
          secret,
          method: "POST",
          path: "/v2/sources/script/run",
          headers: { "idempotency-key": "scoped" },
          body: { operation: "script.fast", input: { token: "scoped" }, wait_seconds: waitSeconds },
        })
      const replies = [
        yield* call({ ...request, baseUrl: a, secret }),
        yield* call({ ...request, baseUrl: b, secret: Redacted.value(other.secret) }),
        yield* run(25),
      ]
      for (const reply of replies) expect([reply.status, isReplay(reply)]).toEqual([200, false])
      expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(3)
      const again = yield* run(5)
      expect([again.body.id, isReplay(again)]).toEqual([replies[2]!.body.id, true])
      expect(dispatches("scoped")).toBe(3)
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 3 })
    }),
  )

  it.effect("a failed run frees its Idempotency-Key, so that the next request with it is a new attempt", () =>
    Effect.gen(function* () {
      const { a, b, dispatches } = yield* Nodes
      const { organisation, secret } = yield* newBuyer()
      const request = { secret, script: "failing", token: "freed", idempotencyKey: "freed" } as const
      const first = yield* call({ ...request, baseUrl: a })
      const second = yield* call({ ...request, baseUrl: b })
      expect([first.status, second.status]).toEqual([502, 502])
      expect([isReplay(first), isReplay(second)]).toEqual([false, false])
      expect(second.body.id).not.toBe(first.body.id)
      expect([first.header("x-money-moved"), second.header("x-money-moved")]).toEqual(["none", "none"])
      expect(dispatches("freed")).toBe(2)
      expect((yield* call({ ...request, baseUrl: a, script: "fast" })).status).toBe(200)
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 1, released: 2, held: 0, open: 0 })
    }),
  )

  it.effect("a refused request leaves its Idempotency-Key free", () =>
    Effect.gen(function* () {
      const { a, b } = yield* Nodes
      const { organisation, secret } = yield* newBuyer({ dollars: 0 })
      const request = { secret, token: "refused", idempotencyKey: "refused" }
      expect((yield* call({ ...request, baseUrl: a })).status).toBe(402)
      expect((yield* call({ ...request, baseUrl: a, inputs: { delay_ms: "soon" } })).status).toBe(422)
      yield* grant(organisation, 1)
      const bought = yield* call({ ...request, baseUrl: b })
      expect([bought.status, isReplay(bought)]).toEqual([200, false])
    }),
  )

  it.effect("a repeated Idempotency-Key is answered request_in_progress while the first request waits", () =>
    Effect.gen(function* () {
      const { a, b, dispatches, hold } = yield* Nodes
      const { secret } = yield* newBuyer()
      const held = hold("waits")
      const request = { secret, script: "slow", token: "waits", idempotencyKey: "waits" } as const
      const waiting = yield* Effect.forkChild(call({ ...request, baseUrl: a, query: "?wait_seconds=55" }))
      yield* until(Effect.sync(() => dispatches("waits") === 1))
      const during = yield* call({ ...request, baseUrl: b })
      expect([during.status, during.body.error?.code]).toEqual([409, "request_in_progress"])
      expect(during.body.error?.retry_after_ms).toBeLessThanOrEqual(55_000)
      yield* held.open
      const first = yield* Fiber.join(waiting)
      expect([first.status, first.header("x-money-moved"), dispatches("waits")]).toEqual([200, "charged", 1])
    }),
  )

  it.effect("a repeated Idempotency-Key replays the run once the first request was answered 202", () =>
    Effect.gen(function* () {
      const { a, b, dispatches, hold } = yield* Nodes
      const { secret } = yield* newBuyer()
      const held = hold("patient")
      const request = { secret, script: "slow", token: "patient", idempotencyKey: "patient" } as const
      const first = yield* call({ ...request, baseUrl: a, query: "?wait_seconds=1" })
      expect([first.status, first.header("x-money-moved")]).toEqual([202, "held"])
      // The wait is counted from the reservation, which is a little later than the request.
      const again = call({ ...request, baseUrl: b, query: "?wait_seconds=0" })
      const after = yield* Effect.repeat(Effect.delay(again, 50), { until: ({ status }) => status !== 409 })
      expect([after.status, after.body.id, isReplay(after), after.header("x-money-moved")]).toEqual([202, first.body.id, true, "held"])
      yield* held.open
      expect((yield* readRun({ baseUrl: b, secret }, first.body.id!, 55)).status).toBe(200)
      const ended = yield* call({ ...request, baseUrl: a })
      expect([ended.status, ended.body.id, isReplay(ended)]).toEqual([200, first.body.id, true])
      expect(dispatches("patient")).toBe(1)
    }),
  )

  it.effect("the Idempotency-Key of a cancelled run is answered run_cancelled from then on", () =>
    Effect.gen(function* () {
      const { a, b, dispatches, hold } = yield* Nodes
      const { organisation, secret } = yield* newBuyer()
      const held = hold("cancelled")
      const request = { secret, script: "slow", query: "?wait_seconds=0" } as const
      const first = yield* call({ ...request, baseUrl: a, token: "cancelled", idempotencyKey: "cancelled" })
      expect(first.status).toBe(202)
      const cancelled = yield* send({ baseUrl: b, secret, method: "POST", path: `/v2/runs/${first.body.id}/cancel` })
      expect([cancelled.status, cancelled.body.status]).toEqual([200, "cancelled"])
      for (const baseUrl of [a, b]) {
        const again = yield* call({ ...request, baseUrl, token: "cancelled", idempotencyKey: "cancelled" })
        expect([again.status, again.body.error?.code]).toEqual([409, "run_cancelled"])
        expect(again.header("x-money-moved")).toBe("none")
      }
      yield* held.open
      yield* Effect.sleep(500)
      expect(dispatches("cancelled")).toBe(1)
      expect(yield* creditsPosition(organisation)).toEqual({ posted: 25_000_000, held: 0, open: 0, captured: 0, released: 1, reserved: 0 })
    }),
  )

  it.effect("a replay is answered also after the balance is spent or the organisation may no longer spend", () =>
    Effect.gen(function* () {
      const { a, b } = yield* Nodes
      const { organisation, secret } = yield* newBuyer({ dollars: prices.fast / 1e6 })
      const request = { secret, token: "gone", idempotencyKey: "gone" }
      const first = yield* call({ ...request, baseUrl: a })
      expect([first.status, first.body.balance?.remaining?.amount_micro_usd]).toEqual([200, "0"])
      const answers = Effect.gen(function* () {
        const again = yield* call({ ...request, baseUrl: b })
        expect([again.status, again.body.id]).toEqual([200, first.body.id])
        return (yield* call({ ...request, baseUrl: b, idempotencyKey: "new" })).body.error?.code
      })
      const { money: sql } = yield* Database
      expect(yield* answers).toBe("insufficient_balance")
      yield* sql`update organisation set spending = false where id = ${organisation}`
      expect(yield* answers).toBe("spending_not_permitted")
      yield* sql`update organisation set status = 'suspended' where id = ${organisation}`
      expect(yield* answers).toBe("organisation_unavailable")
    }),
  )

  it.effect("an Idempotency-Key is 1 to 255 visible ASCII characters", () =>
    Effect.gen(function* () {
      const { a } = yield* Nodes
      const { organisation, secret } = yield* newBuyer()
      for (const idempotencyKey of ["", "a b", "é", "x".repeat(256)]) {
        const reply = yield* call({ baseUrl: a, secret, token: "malformed", idempotencyKey })
        expect([reply.status, reply.body.error?.code]).toEqual([400, "invalid_request"])
      }
      for (const idempotencyKey of ["!", "~".repeat(255)]) {
        expect((yield* call({ baseUrl: a, secret, token: "well-formed", idempotencyKey })).status).toBe(200)
      }
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 2 })
    }),
  )

  it.effect("a replay shows the price that was paid, although the price has changed since", () =>
    Effect.gen(function* () {
      const { a, b } = yield* Nodes
      const { secret } = yield* newBuyer()
      const request = { secret, script: "free", token: "price", idempotencyKey: "price" } as const
      const first = yield* call({ ...request, baseUrl: a })
      expect([first.status, first.body.usage?.cost.amount, first.header("x-money-moved")]).toEqual([200, 0, "none"])
      const { money: sql } = yield* Database
      yield* sql.withTransaction(
        Effect.andThen(
          sql`update price set superseded_at = farthing_now() where operation = 'script.free'`,
          sql`insert into price (source, operation, model, amount) values ('script', 'script.free', 'per_call', 7000)`,
        ),
      )
      const shown = send({ baseUrl: b, secret, path: "/v2/sources/script" })
      yield* until(Effect.map(shown, ({ text }) => /"script.free".*?"amount_micro_usd":"7000"/s.test(text)))
      const again = yield* call({ ...request, baseUrl: b })
      expect([again.status, again.body.id, again.body.usage?.cost.amount]).toEqual([200, first.body.id, 0])
      const dearer = yield* call({ ...request, baseUrl: b, idempotencyKey: "price-2" })
      expect([dearer.status, dearer.body.usage?.cost.amount, dearer.header("x-money-moved")]).toEqual([200, 0.007, "charged"])
    }),
  )

  it.effect("the audit finds no violation after all repeated requests", () => expectCleanAudit)
})
