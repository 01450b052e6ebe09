import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SandboxStripe } from "../../../rails/stripe/SandboxStripe.ts"
import { verifyNoticeWebhook } from "../../../src/webhooks/verify.js"
import { baseUrl, newBuyer } from "../../support/gateway.ts"
import { receiver } from "../connect/receiver.ts"
import { clientOf, type Json, until } from "./client.ts"
import { advance, beginOnTheTenth, daysOfADebit, fillIn, sepaGateway } from "./fixture.ts"

/** An account of the sandbox's bank from which every debit fails. */
const emptyAccount = "DE65370400440002222227"

layer(Layer.fresh(sepaGateway), { excludeTestServices: true, timeout: "240 seconds" })("a debit that the bank refuses", (it) => {
  it.effect("raises one alert of the organisation, which is listed and posted once, signed so that the published verifier accepts it", () =>
    Effect.gen(function* () {
      yield* (yield* SandboxStripe)!.registerWebhook(yield* baseUrl)
      yield* beginOnTheTenth
      const { organisation, secret } = yield* newBuyer({ dollars: 0, key: { expiresInDays: 365 } })
      const { ask, get, pay } = yield* clientOf(secret)
      const { received, url } = yield* receiver()
      const set = yield* ask("PUT", "/v1/organisation/notices", { url })
      expect(set.status).toBe(200)

      const opened = yield* ask("POST", "/v1/me/sepa/mandate", {})
      yield* fillIn(opened.body["url"], { iban: emptyAccount, name: "Ada Buyer", email: "ada@example.com" })
      yield* until(get("/v1/me/sepa"), ({ can_spend }) => can_spend === true)
      expect((yield* pay()).status).toBe(200)
      yield* advance(30)
      const debits = yield* until(get("/v1/payments?kind=collection"), ({ payments }) => payments[0]?.stripe.payment_intent !== undefined)
      const debit = debits["payments"][0]
      expect((yield* get("/v1/alerts"))["alerts"]).toEqual([])
      yield* advance(daysOfADebit)
      expect((yield* until(get(`/v1/payments/${debit.id}`), ({ status }) => status === "failed"))["last_error"]).toBeTruthy()

      const { alerts } = yield* until(get("/v1/alerts"), (list) => list["alerts"][0]?.webhook.sent_at != null)
      const data = { payment_id: debit.id, amount_minor: debit.amount_minor, currency: "EUR", reason: "insufficient_funds", remedy: "time" }
      expect(alerts).toMatchObject([{ code: "debit_failed", data, acknowledged_at: null, webhook: { error: null } }])

      const posted = received.filter(({ headers }) => headers["x-service-event"] === "alert.debit_failed")
      expect(posted).toHaveLength(1)
      const { body, headers } = posted[0]!
      const message = { body, signature: String(headers["x-service-signature"]), eventName: "alert.debit_failed" }
      // The signature is of the real time, which the sandbox's clock runs ahead of.
      expect(verifyNoticeWebhook({ ...message, secret: set.body["secret"] })).toMatchObject({
        ok: true,
        event: {
          id: (alerts as ReadonlyArray<Json>)[0]!["id"],
          event: "alert.debit_failed",
          data: { ...data, organisation_id: organisation },
        },
      })
      expect(verifyNoticeWebhook({ ...message, secret: "another" })).toMatchObject({ ok: false })

      // Once it is made again, what became of the first one is no news: only the newest needs a person.
      const failures = Effect.map(get("/v1/attention"), ({ items }) => ({
        subjects: (items as ReadonlyArray<Json>).filter(({ code }) => code === "debit_failed").map(({ subject }) => subject),
      }))
      expect((yield* failures).subjects).toEqual([debit.id])
      yield* advance(30)
      const { payments } = yield* until(
        get("/v1/payments?kind=collection"),
        (list) => list["payments"][0].status === "failed" && list["payments"].length > 1,
      )
      yield* advance(1)
      expect((yield* until(failures, ({ subjects }) => subjects.length > 0 && subjects[0] !== debit.id)).subjects).toEqual([payments[0].id])
    }).pipe(Effect.scoped),
  )
})
