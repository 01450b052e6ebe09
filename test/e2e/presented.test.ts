import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { microUsd } from "../../domain/money/Money.ts"
import type { Quote, Rail } from "../../domain/rail/Rail.ts"
import { credits } from "../../rails/credits/rail.ts"
import { FakeRail } from "../support/fakeRail.ts"
import { newBuyer } from "../support/gateway.ts"
import { relayRequest, relayFixture, RelayFixture } from "../support/relay/fixture.ts"

const fake = new FakeRail({ id: "signed", settles: "before_answer", signed: true, remainderTo: "credits", opens: microUsd(100_000n) })
const quotes: Array<Quote> = []

/** A rail on which the caller presents its payment, as x402 is one. */
const signed: Rail = {
  ...fake.rail,
  paymentHeaders: ["x-payment", "payment-signature"],
  offer: (buyer, quote, proof) => {
    quotes.push(quote)
    return fake.rail.offer(buyer, quote, proof)
  },
  challenge: (_buyer, { max, resource }) =>
    Effect.succeed(
      resource && { headers: { "payment-required": `${resource.method} ${resource.url} ${max}` }, members: { accepts: [String(max)] } },
    ),
  identify: (proof) => (proof.startsWith("signed:named") ? { key: "payment:named", payload: proof } : undefined),
  receipt: (call) => ({ "payment-response": `${call.id} ${call.settlement}` }),
  details: (call) =>
    Effect.succeed({ network: "test:1", buyerAddress: "0xb", txHash: `tx of ${call.id}`, blockNumber: 7, more: { log_index: 3 } }),
  identity: () => Effect.succeed({ network: "test:1", walletAddress: "0xw" }),
}

// oxlint-disable-next-line typescript/no-explicit-any -- whatever the answer holds
const json = (text: string): any => JSON.parse(text)
const track = (secret: string, headers: Record<string, string> = {}) =>
  relayRequest(secret, "POST", "/parcels/parcels/bulk/track?day=1", { headers, body: "[1,2]" })

layer(relayFixture({ rails: { credits, signed }, settings: { publicUrl: "https://data.example.com" } }), { excludeTestServices: true })(
  "a payment that the caller presents",
  (it) => {
    it.effect("a payment is requested with a 402 only where no other rail covers the call", () =>
      Effect.gen(function* () {
        const { secret } = yield* newBuyer({ dollars: 0 })
        const unpaid = yield* track(secret)
        expect([unpaid.status, unpaid.moved]).toEqual([402, "none"])
        expect(unpaid.headers.get("payment-required")).toBe("POST https://data.example.com/parcels/parcels/bulk/track?day=1 50000")
        expect(json(unpaid.text)).toMatchObject({ accepts: ["50000"], error: { code: "insufficient_balance" } })
        const pinned = yield* track(secret, { "x-payment-rail": "credits" })
        expect([pinned.status, pinned.headers.get("payment-required"), json(pinned.text).accepts]).toEqual([402, null, undefined])
        const limited = yield* newBuyer({ dollars: 0, key: { perRequest: microUsd(49_999n) } })
        const over = yield* track(limited.secret)
        expect([json(over.text).error.code, over.headers.get("payment-required")]).toEqual(["spend_limit_exceeded", null])
        const rich = yield* newBuyer()
        expect((yield* track(rich.secret)).headers.get("payment-required")).toBeNull()
      }),
    )

    it.effect(
      "a presented payment pays for the request that carries it, bound to its method, address and body, and the answer has its receipt",
      () =>
        Effect.gen(function* () {
          const scene = yield* RelayFixture
          const { secret } = yield* newBuyer()
          const paid = yield* track(secret, { "x-payment": "signed:a1", "idempotency-key": "a1" })
          const id = paid.headers.get("x-payment-id")
          expect([paid.status, paid.moved, paid.headers.get("x-payment-rail-used")]).toEqual([200, "charged", "signed"])
          expect(paid.headers.get("payment-response")).toBe(`${id} settled`)
          expect(quotes.at(-1)!.resource).toMatchObject({
            method: "POST",
            url: "https://data.example.com/parcels/parcels/bulk/track?day=1",
            bodyHash: createHash("sha256").update("[1,2]").digest("base64url"),
          })
          const again = yield* track(secret, { "x-payment": "signed:a1", "idempotency-key": "a1" })
          expect([again.status, again.headers.get("x-payment-id"), again.headers.get("payment-response")]).toEqual([
            200,
            id,
            `${id} settled`,
          ])
          expect(
            scene.received.filter(({ rawHeaders }) => rawHeaders.includes("signed:a1")),
            "is nothing for the origin",
          ).toEqual([])
          const { text } = yield* relayRequest(secret, "GET", `/v1/payments/${id}`)
          const shown = { network: "test:1", buyer_address: "0xb", tx_hash: `tx of ${id}`, block_number: 7, rail_details: { log_index: 3 } }
          expect(json(text)).toMatchObject({ rail: "signed", status: "settled", ...shown })
          const me = json((yield* relayRequest(secret, "GET", "/v1/me")).text)
          expect(me.rails[1]).toMatchObject({ rail: "signed", network: "test:1", wallet_address: "0xw" })
        }),
    )

    it.effect("a presented payment that its rail proves unpaid withholds the document, and the receipt reports the failure", () =>
      Effect.gen(function* () {
        const { secret } = yield* newBuyer()
        fake.fates.push("refuses")
        const refused = yield* track(secret, { "x-payment": "signed:b1" })
        expect([refused.status, refused.moved]).toEqual([402, "none"])
        expect(refused.headers.get("payment-response")).toMatch(/ failed$/)
        fake.fates.push("pays unanswered")
        const unknown = yield* track(secret, { "x-payment": "signed:b2" })
        expect([unknown.status, unknown.moved, unknown.headers.get("payment-required")]).toEqual([503, "unknown", null])
      }),
    )

    it.effect(
      "a presented payment with an identifier acts as an Idempotency-Key: the same payment is a replay, another one with that identifier a conflict",
      () =>
        Effect.gen(function* () {
          const { secret } = yield* newBuyer()
          const first = yield* track(secret, { "x-payment": "signed:named1" })
          const again = yield* track(secret, { "x-payment": "signed:named1" })
          expect([first.status, again.status, again.headers.get("x-idempotent-replay")]).toEqual([200, 200, "true"])
          expect(again.headers.get("x-payment-id")).toBe(first.headers.get("x-payment-id"))
          const other = yield* track(secret, { "x-payment": "signed:named2" })
          expect([other.status, other.moved, json(other.text).error.code]).toEqual([409, "none", "idempotency_conflict"])
          const keyed = yield* track(secret, { "x-payment": "signed:named2", "idempotency-key": "mine" })
          expect(keyed.status, "a key of one's own comes first").toBe(200)
        }),
    )

    it.effect("a payment is presented once, and only on its own rail", () =>
      Effect.gen(function* () {
        const { secret } = yield* newBuyer()
        const other = yield* track(secret, { "x-payment": "signed:c1", "x-payment-rail": "credits" })
        const both = yield* track(secret, { "x-payment": "signed:c1", "payment-signature": "signed:c2" })
        for (const refused of [other, both]) {
          expect([refused.status, refused.moved, json(refused.text).error.code]).toEqual([400, "none", "invalid_request"])
        }
        expect((yield* track(secret, { "x-payment": "signed:c1", "x-payment-rail": "signed" })).status).toBe(200)
      }),
    )
  },
)
