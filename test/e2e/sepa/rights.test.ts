import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { newBuyer } from "../../support/gateway.ts"
import { clientOf } from "./client.ts"
import { sepaGateway } from "./fixture.ts"

layer(sepaGateway, { excludeTestServices: true })("who may change how an organisation pays by direct debit", (it) => {
  it.effect("the gateway refuses an event that Stripe did not sign, and a key without the right cannot choose the payer", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer({ dollars: 0, key: { scopes: ["billing:read"] } })
      const { ask, get } = yield* clientOf(secret)
      const forged = yield* ask("POST", "/v1/webhooks/stripe", { type: "payment_intent.succeeded" }, { "stripe-signature": "t=1,v1=00" })
      expect([forged.status, forged.body["error"].code]).toEqual([400, "invalid_request"])
      expect((yield* ask("POST", "/v1/webhooks/stripe", {})).body["error"].message).toContain("Stripe-Signature")
      for (const path of ["/v1/me/sepa/mandate", "/v1/topups"]) {
        const weak = yield* ask("POST", path, { amount: 25 })
        expect([weak.status, weak.body["error"].code, weak.body["error"].required_scope]).toEqual([
          403,
          "insufficient_scope",
          "sources:execute",
        ])
      }
      expect((yield* get("/v1/me/sepa"))["mandate"].status).toBe("none")
      const spends = yield* newBuyer({ dollars: 0, key: { scopes: ["sources:execute", "billing:read"] } })
      const ended = yield* (yield* clientOf(spends.secret)).ask("DELETE", "/v1/me/sepa/mandate")
      expect([ended.status, ended.body["error"].required_scope]).toEqual([403, "organisation:manage"])
      const missing = yield* ask("GET", "/v1/topups/01940000-0000-7000-8000-000000000001")
      expect([missing.status, missing.body["error"].code]).toEqual([404, "payment_not_found"])
    }),
  )
})
