import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { RateLimitExceeded } from "../../domain/identity/errors.ts"
import { type Refused, storageUnavailable } from "../../domain/Refusal.ts"
import type { RequestContext, RequestRecord } from "../../rails/http/RequestContext.ts"
import { refuse } from "../../rails/http/respond.ts"

const contextOf = (idempotency: RequestRecord["idempotency"], paid = true): RequestContext => ({
  requestId: "r",
  startedAt: 0,
  begunAt: 0,
  method: "POST",
  record: { route: undefined, paid, caller: undefined, refusal: undefined, sourceListEnvelope: false, idempotency },
})

const messageOf = (refusal: Refused, context: RequestContext, headers: Record<string, string> = {}) =>
  Effect.runSync(
    Effect.sync(() => {
      const { body } = refuse(refusal, context, { headers })
      const { error } = JSON.parse(new TextDecoder().decode((body as { readonly body: Uint8Array }).body)) as { error: { message: string } }
      return error.message
    }),
  )

const busy = new RateLimitExceeded({ message: "Too many requests. Retry shortly with the same Idempotency-Key.", retryAfterSeconds: 1 })

it("a refusal advises to repeat the Idempotency-Key only if the request had one, and names a presented payment in its place", () => {
  expect(messageOf(busy, contextOf({ key: "k" }))).toBe("Too many requests. Retry shortly with the same Idempotency-Key.")
  expect(messageOf(busy, contextOf({ key: "nonce", payment: "p" }))).toBe("Too many requests. Retry shortly with the same payment.")
  expect(messageOf(busy, contextOf(undefined))).toBe("Too many requests. Retry shortly.")
})

it("a caller without an Idempotency-Key is warned of paying twice where the outcome is unknown, and only there", () => {
  const lost = storageUnavailable()
  const start = "The gateway could not reach its database. Retry"
  expect(messageOf(lost, contextOf({ key: "k" }))).toBe(`${start} with the same Idempotency-Key: nothing is paid twice.`)
  expect(messageOf(lost, contextOf({ key: "nonce", payment: "p" }))).toBe(`${start} with the same payment: nothing is paid twice.`)
  expect(messageOf(lost, contextOf(undefined))).toBe(
    `${start} only after a look at GET /v1/payments: the request had no Idempotency-Key, so a retry may pay twice.`,
  )
  expect(messageOf(lost, contextOf(undefined), { "x-money-moved": "none" })).toBe(`${start}.`)
  expect(messageOf(lost, contextOf(undefined, false))).toBe(`${start}.`)
})
