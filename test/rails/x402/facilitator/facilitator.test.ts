import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import type { FacilitatorResponse } from "../../../../rails/x402/facilitator/Facilitator.ts"
import { body, facilitatorBench, included, payment, pending, rejected, shop } from "./bench.ts"

const hash = `0x${"ab".repeat(32)}`
const payer = payment.payload.authorization.from

const paid = { status: 200, body: { success: true, transaction: hash, network: "eip155:84532", payer, amount: "10000" } }

it.effect("the facilitator settles a payment and answers in the protocol's format", () =>
  Effect.gen(function* () {
    const { facilitator, says } = yield* facilitatorBench
    expect(yield* facilitator.verify(body)).toEqual({ status: 200, body: { isValid: true, payer } })
    expect(yield* facilitator.settle(body, shop)).toEqual(paid)
    expect(says.seen).toEqual({ verified: 2, settled: ["facilitator:shop"] })
  }),
)

it.effect("the facilitator answers a request of version 1 in version 1", () =>
  Effect.gen(function* () {
    const { facilitator } = yield* facilitatorBench
    const { amount, network: _, ...shared } = payment.accepted
    const answer = yield* facilitator.settle(
      {
        x402Version: 1,
        paymentPayload: { x402Version: 1, scheme: "exact", network: "base-sepolia", payload: payment.payload },
        paymentRequirements: {
          ...shared,
          network: "base-sepolia",
          maxAmountRequired: amount,
          resource: "https://a.example/",
          description: "",
          mimeType: "",
        },
      },
      shop,
    )
    expect(answer).toEqual({ status: 200, body: { ...paid.body, network: "base-sepolia" } })
  }),
)

it.effect("the facilitator's supported kinds name both versions and the gas payers", () =>
  Effect.gen(function* () {
    const { facilitator } = yield* facilitatorBench
    expect(facilitator.supported).toEqual({
      status: 200,
      body: {
        kinds: [
          { x402Version: 2, scheme: "exact", network: "eip155:84532" },
          { x402Version: 1, scheme: "exact", network: "base-sepolia" },
        ],
        extensions: [],
        signers: { "eip155:*": ["0x857b06519E91e3A54538791bDbb0E22373e36b66"] },
      },
    })
  }),
)

it.effect("one of 200 concurrent settle requests is answered as paid, the others as duplicate_settlement", () =>
  Effect.gen(function* () {
    const { facilitator, says } = yield* facilitatorBench
    const mined = yield* Deferred.make<typeof included>()
    says.settlement = Deferred.await(mined)
    const copies = yield* Effect.forkChild(
      Effect.forEach(Array.from({ length: 200 }), () => facilitator.settle(body, shop), { concurrency: "unbounded" }),
    )
    yield* Effect.yieldNow
    yield* Deferred.succeed(mined, included)
    const answers = yield* Fiber.join(copies)
    expect(answers.filter(({ body: { success } }) => success === true)).toEqual([paid])
    const reasons = answers.filter(({ body: { success } }) => success === false).map((answer) => answer.body["errorReason"])
    expect(reasons).toEqual(Array.from({ length: 199 }, () => "duplicate_settlement"))
    expect(says.seen.settled).toHaveLength(1)
    // Nor later, nor for somebody else.
    expect((yield* facilitator.settle(body, shop)).body).toMatchObject({ success: false, errorReason: "duplicate_settlement" })
    expect((yield* facilitator.settle(body, { ...shop, id: "another" })).body["errorReason"]).toBe("duplicate_settlement")
    expect(says.seen.settled).toHaveLength(1)
  }),
)

it.effect("a settle request with the same idempotency key gets its first answer again, and no other request does", () =>
  Effect.gen(function* () {
    const { facilitator, says } = yield* facilitatorBench
    const keyed = { ...shop, idempotencyKey: "order-1" }
    expect(yield* facilitator.settle(body, keyed)).toEqual(paid)
    expect(yield* facilitator.settle(body, keyed)).toEqual(paid)
    const others = [{ ...keyed, idempotencyKey: "order-2" }, { ...keyed, id: "another" }, shop]
    for (const caller of others) expect((yield* facilitator.settle(body, caller)).body["errorReason"]).toBe("duplicate_settlement")
    expect(says.seen.settled).toHaveLength(1)
  }),
)

it.effect("after settlement_pending only the same request resumes the settlement, without another verification", () =>
  Effect.gen(function* () {
    const { facilitator, says } = yield* facilitatorBench
    says.settlement = Effect.succeed(pending)
    expect((yield* facilitator.settle(body, shop)).body).toMatchObject({
      success: false,
      errorReason: "settlement_pending",
      transaction: hash,
      network: "eip155:84532",
    })
    says.known = pending
    says.settlement = Effect.succeed(included)
    const cheaper = { ...body, paymentRequirements: { ...payment.accepted, amount: "1" } }
    expect((yield* facilitator.settle(cheaper, shop)).body["errorReason"]).toBe("duplicate_settlement")
    expect((yield* facilitator.settle(body, { ...shop, id: "another" })).body["errorReason"]).toBe("duplicate_settlement")
    expect(yield* facilitator.settle(body, shop)).toEqual(paid)
    expect((yield* facilitator.settle(body, shop)).body["errorReason"]).toBe("duplicate_settlement")
    expect(says.seen.verified).toBe(1)
  }),
)

it.effect("a settle request whose caller disconnected can be resumed", () =>
  Effect.gen(function* () {
    const { facilitator, says } = yield* facilitatorBench
    says.settlement = Effect.never
    const gone = yield* Effect.forkChild(facilitator.settle(body, shop))
    yield* Effect.yieldNow
    yield* Fiber.interrupt(gone)
    says.settlement = Effect.succeed(included)
    says.known = pending
    expect(yield* facilitator.settle(body, shop)).toEqual(paid)
  }),
)

it.effect("an invalid payment is refused with the reason and not submitted, and the next request is verified again", () =>
  Effect.gen(function* () {
    const { facilitator, says } = yield* facilitatorBench
    says.verdict = "invalid"
    const invalidReason = "invalid_exact_evm_insufficient_balance"
    expect(yield* facilitator.verify(body)).toEqual({
      status: 200,
      body: { isValid: false, invalidReason, invalidMessage: "The payer has nothing.", payer },
    })
    expect((yield* facilitator.settle(body, shop)).body).toEqual({
      success: false,
      errorReason: invalidReason,
      errorMessage: "The payer has nothing.",
      transaction: "",
      network: "eip155:84532",
      payer,
    })
    says.verdict = "valid"
    says.settlement = Effect.succeed(rejected)
    expect((yield* facilitator.settle(body, shop)).body["errorReason"]).toBe("invalid_exact_evm_nonce_already_used")
    says.settlement = Effect.succeed(included)
    expect(yield* facilitator.settle(body, shop)).toEqual(paid)
  }),
)

it.effect("a transfer of less than the minimum, or to the payer itself, is worth no gas and is refused", () =>
  Effect.gen(function* () {
    const { facilitator, says } = yield* facilitatorBench
    const { authorization } = payment.payload
    const bodyWith = (over: object) => {
      const payload = { ...payment.payload, authorization: { ...authorization, ...over } }
      return { ...body, paymentPayload: { ...payment, payload } }
    }
    for (const over of [{ value: "0" }, { value: "999" }, { to: authorization.from }]) {
      const reason = "invalid_exact_evm_payload_authorization_value"
      expect((yield* facilitator.verify(bodyWith(over))).body).toMatchObject({ isValid: false, invalidReason: reason })
      expect((yield* facilitator.settle(bodyWith(over), shop)).body).toMatchObject({ success: false, errorReason: reason })
    }
    expect(says.seen.settled).toEqual([])
  }),
)

it.effect("a caller whose share of today's gas is used up is answered 503 until the next UTC day, and its payment stays usable", () =>
  Effect.gen(function* () {
    const { facilitator, says } = yield* facilitatorBench
    says.blocked = "today's gas budget for this caller is used up"
    const answer: FacilitatorResponse = yield* facilitator.settle(body, shop)
    expect(answer).toMatchObject({ status: 503, body: { success: false, errorReason: "unexpected_settle_error" } })
    expect(answer.retryAfterSeconds).toBeGreaterThan(2)
    says.blocked = undefined
    expect(yield* facilitator.settle(body, shop)).toEqual(paid)
  }),
)

it.effect("while the chain is down verify and settle answer 503, and the payment stays usable", () =>
  Effect.gen(function* () {
    const { facilitator, says } = yield* facilitatorBench
    says.verdict = "down"
    expect(yield* facilitator.verify(body)).toMatchObject({
      status: 503,
      body: { isValid: false, invalidReason: "unexpected_verify_error" },
    })
    expect(yield* facilitator.settle(body, shop)).toMatchObject({
      status: 503,
      body: { success: false, errorReason: "unexpected_settle_error", transaction: "", network: "eip155:84532" },
    })
    expect(says.seen.settled).toEqual([])
    says.verdict = "valid"
    expect(yield* facilitator.settle(body, { ...shop, id: "another" })).toEqual(paid)
  }),
)

it.effect("a malformed request is answered 400, and an invalid payment with a verdict", () =>
  Effect.gen(function* () {
    const { facilitator } = yield* facilitatorBench
    const { paymentPayload: _, ...lacking } = body
    for (const wrong of [null, [], "x", {}, lacking, { ...body, more: 1 }]) {
      const verified = yield* facilitator.verify(wrong)
      const settled = yield* facilitator.settle(wrong, shop)
      expect(verified).toMatchObject({ status: 400, body: { isValid: false, invalidReason: "invalid_request" } })
      expect(settled).toMatchObject({ status: 400, body: { success: false, errorReason: "invalid_request", transaction: "" } })
    }
    expect(yield* facilitator.verify({ ...body, x402Version: 3 })).toMatchObject({
      status: 200,
      body: { invalidReason: "invalid_x402_version" },
    })
    const sent = yield* facilitator.verify({ ...body, paymentPayload: { ...payment, payload: {} } })
    expect(sent).toMatchObject({ status: 200, body: { invalidReason: "invalid_payload" } })
    expect(String(sent.body["invalidMessage"])).toMatch(/^paymentPayload\.payload\.signature: /)
  }),
)
