import { expect, layer } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { Organisations } from "../../../domain/identity/Organisations.ts"
import { scopes } from "../../../domain/identity/errors.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { dollars, expectRefusal, expectSentence } from "../../support/refusals/envelope.ts"
import { request, bodyOf, tableDigests, plain, RefusalFixture, refusalFixture } from "../../support/refusals/fixture.ts"
import { until } from "../../support/until.ts"

const fails = "/v1/execute/market/goods.fails"
const slow = "/v1/execute/market/goods.slow"
const key = (value: string) => ({ headers: [["Idempotency-Key", value]] }) as const

/** A run that its source keeps waiting, and how it is let go. */
const waitingRun = Effect.fnUntraced(function* (secret: string, token: string) {
  const { served } = yield* RefusalFixture
  const answer = yield* request({ secret, path: `${slow}?wait_seconds=0`, body: { token }, ...key(token) })
  yield* until(Effect.sync(() => served.includes(token)))
  expect([answer.status, answer.header("x-money-moved")]).toEqual([202, "held"])
  return bodyOf(answer)["id"] as string
})

layer(refusalFixture(), { excludeTestServices: true })("runs, payments and Idempotency-Keys", (it) => {
  it.effect("a run of another API key and an invalid id are both answered run_not_found", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer()
      const organisations = yield* Organisations
      const limits = { perRequest: null, monthly: null, daily: null }
      const colleague = yield* organisations.createKey({ organisation, name: "colleague", scopes, expiresInDays: 30, ...limits })
      const stranger = yield* newBuyer()
      const id = bodyOf(yield* request({ secret }))["id"] as string
      expect((yield* request({ method: "GET", path: `/v2/runs/${id}`, secret })).status).toBe(200)
      const before = yield* tableDigests
      const others = [Redacted.value(colleague.secret), stranger.secret].map((other) => ({ id, secret: other }))
      const ids = [randomUUID(), "x", "%00", "%F0%9F%92%B6", `${id}x`, id.slice(1), "x".repeat(150), "..%2f", "'%3b--", "{}", `${id}%0a`]
      for (const { id: one, secret: who } of [...others, ...ids.map((one) => ({ id: one, secret }))]) {
        for (const [method, path] of [
          ["GET", `/v2/runs/${one}`],
          ["GET", `/v2/runs/${one}?wait_seconds=5`],
          ["POST", `/v2/runs/${one}/cancel`],
        ] as const) {
          const answer = yield* request({ method, path, secret: who })
          expectRefusal(answer, { status: 404, code: "run_not_found", paid: true })
        }
      }
      expect(yield* tableDigests).toEqual(before)
    }),
  )

  it.effect("a payment of another organisation is answered payment_not_found", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const stranger = yield* newBuyer()
      const bought = yield* request({ secret })
      const [id, run] = [bought.header("x-payment-id")!, bodyOf(bought)["id"] as string]
      expect((yield* request({ method: "GET", path: `/v1/payments/${id}`, secret })).status).toBe(200)
      const wrong = [run, randomUUID(), "x", "%00", "x".repeat(150), `${id}x`].map((one) => ({ one, who: secret }))
      for (const { one, who } of [{ one: id, who: stranger.secret }, ...wrong]) {
        const answer = yield* request({ method: "GET", path: `/v1/payments/${one}`, secret: who })
        expectRefusal(answer, { status: 404, code: "payment_not_found", paid: false })
      }
    }),
  )

  const others = [
    { named: "another input", body: { token: "u" } },
    { named: "one input more", body: { token: "t", count: 1 } },
    { named: "another operation", path: fails, body: { token: "t", how: "source_error" } },
    { named: "another limit", path: `${plain}?limit=3` },
    { named: "another max_spend", path: `${plain}?max_spend=1` },
    { named: "a pinned rail", headers: [["X-Payment-Rail", "credits"]] as const },
    { named: "an input that is wrong as well", body: { token: 5 } },
    { named: "a source that does not exist", path: "/v1/execute/nowhere/goods.plain" },
    { named: "the last of two members", body: '{"token":"t","token":"u"}' },
  ]
  it.effect.each(others)("a used Idempotency-Key with $named is a conflict", ({ body, headers = [], path = plain }) =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const first = yield* request({ secret, ...key("used") })
      const before = yield* tableDigests
      const answer = yield* request({ secret, path, headers: [...key("used").headers, ...headers], ...(body && { body }) })
      expectRefusal(answer, { status: 409, code: "idempotency_conflict", paid: true, names: "Idempotency-Key" })
      expect(yield* tableDigests).toEqual(before)
      const again = yield* request({ secret, ...key("used") })
      expect([again.status, again.header("x-payment-id")]).toEqual([200, first.header("x-payment-id")])
    }),
  )

  it.effect(
    "a repeated Idempotency-Key is answered request_in_progress with retry_after_ms while the first request waits, unless it conflicts",
    () =>
      Effect.gen(function* () {
        const { counter, served } = yield* RefusalFixture
        const { secret } = yield* newBuyer()
        const options = { secret, path: slow, body: { token: "first" }, ...key("busy") }
        const first = yield* Effect.forkChild(request(options))
        yield* until(Effect.sync(() => served.includes("first")))
        const before = yield* tableDigests
        const error = expectRefusal(yield* request(options), { status: 409, code: "request_in_progress", paid: true })
        expect(error["retry_after_ms"]).toSatisfy((ms) => Number.isInteger(ms) && ms >= 1 && ms <= 1000)
        const conflict = yield* request({ ...options, body: { token: "second" } })
        expectRefusal(conflict, { status: 409, code: "idempotency_conflict", paid: true })
        expect(yield* tableDigests).toEqual(before)
        yield* counter.open
        expect((yield* Fiber.join(first)).status).toBe(200)
        yield* counter.close
        expect(served.filter((token) => token === "first").length).toBe(1)
      }),
  )

  it.effect("the Idempotency-Key of a cancelled run is answered run_cancelled, and the run holds nothing", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const id = yield* waitingRun(secret, "cancelled")
      const cancelled = yield* request({ path: `/v2/runs/${id}/cancel`, secret })
      expect([cancelled.status, cancelled.header("x-money-moved")]).toEqual([200, "none"])
      const before = yield* tableDigests
      const again = yield* request({ secret, path: `${slow}?wait_seconds=0`, body: { token: "cancelled" }, ...key("cancelled") })
      expectRefusal(again, { status: 409, code: "run_cancelled", paid: true })
      expect(yield* tableDigests).toEqual(before)
      expect(before.find(({ name }) => name === "open_call")?.rows).toBe(0)
    }),
  )

  it.effect("cancelling a run requires the scope that began it", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer()
      const id = yield* waitingRun(secret, "kept")
      const { money: sql } = yield* Database
      yield* sql`update api_key set scopes = '{billing:read}' where org = ${organisation}`
      const refused = yield* request({ path: `/v2/runs/${id}/cancel`, secret })
      const error = { required_scope: "sources:execute" }
      expectRefusal(refused, { status: 403, code: "insufficient_scope", paid: true, error })
      expect(yield* sql`select 1 from open_call where org = ${organisation}`).toHaveLength(1)
      const { counter } = yield* RefusalFixture
      yield* counter.open
      expect((yield* request({ method: "GET", path: `/v2/runs/${id}?wait_seconds=10`, secret })).status).toBe(200)
      yield* counter.close
    }),
  )

  it.effect.each(["source_error", "source_timeout", "source_unavailable", "defect"])(
    "a source that fails with %s makes a failed run: 502 with the error in the run, nothing charged or held, the Idempotency-Key free",
    (how) =>
      Effect.gen(function* () {
        const { served } = yield* RefusalFixture
        const { secret } = yield* newBuyer()
        const options = { secret, path: fails, body: { token: how, how }, ...key(how) }
        for (const attempt of [1, 2]) {
          const answer = yield* request(options)
          const body = bodyOf(answer)
          const error = body["error"] as { readonly code: string; readonly message: string }
          expect([answer.status, body["status"], answer.header("x-money-moved")]).toEqual([502, "failed", "none"])
          expect([error.code, Object.keys(error).sort()]).toEqual([how === "defect" ? "source_error" : how, ["code", "message"]])
          expect(body["errors"]).toEqual([error])
          expectSentence(error.message)
          expect(body["usage"]).toEqual({ sources: [], cost: dollars(0), held: dollars(0) })
          expect(body["balance"]).toEqual({ remaining: dollars(25_000_000) })
          for (const name of ["x-request-id", "x-payment-id"]) expect(answer.header(name)).not.toBeNull()
          expect([answer.header("x-payment-rail-used"), answer.header("x-payment-price")]).toEqual(["credits", null])
          expect(answer.header("x-idempotent-replay")).toBeNull()
          expect(served.filter((token) => token === how).length).toBe(attempt)
        }
      }),
  )

  it.effect("the audit finds no violation after all refused runs", () => expectCleanAudit)
})
