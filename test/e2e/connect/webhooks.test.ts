import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createHmac } from "node:crypto"
import { MerchantId } from "../../../domain/connect/ids.ts"
import { recordMerchantActivated } from "../../../layers/postgres/connect/recordEvent.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { verifyMerchantWebhook, verifyPaymentWebhook } from "../../../src/webhooks/verify.js"
import { until } from "../../support/until.ts"
import { operated } from "../operating/fixture.ts"
import { advance, eventsOf, newMarketplace, record, settled } from "./fixture.ts"
import { receiver } from "./receiver.ts"

layer(operated(), { excludeTestServices: true })("events of marketplaces", (it) => {
  it.effect("a marketplace registers its URL, gets the secret once, and a test event shows what its server answers", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver()
      const market = yield* newMarketplace()
      expect((yield* market.own("POST", "/webhook/test")).body.error.code).toBe("webhook_missing")
      for (const wrong of [
        "http://example.com/hook",
        "https://10.0.0.1/hook",
        "http://192.168.1.1/",
        "ftp://example.com",
        "https://u:p@example.com",
        "hook",
        "",
      ]) {
        const { body, status } = yield* market.own("PUT", "/webhook", { url: wrong })
        expect([wrong, status, body.error?.code]).toEqual([wrong, 400, "invalid_url"])
      }
      const first = yield* market.own("PUT", "/webhook", { url })
      expect(first.body).toEqual({
        url,
        has_secret: true,
        new_secret_signs_from: null,
        secret: expect.stringMatching(/^whsec_[0-9A-Za-z]{43}$/),
      })
      expect((yield* market.own("PUT", "/webhook", { url })).body).toEqual({ url, has_secret: true, new_secret_signs_from: null })
      expect((yield* market.own("GET", "/webhook")).body).not.toHaveProperty("secret")
      expect((yield* market.own("PUT", "/webhook", { url: null })).body).toEqual({
        url: null,
        has_secret: true,
        new_secret_signs_from: null,
      })
      yield* market.own("PUT", "/webhook", { url })
      const { money: sql } = yield* Database
      const [stored] = yield* sql<{ secret: string }>`select webhook_secret as secret from marketplace where id = ${market.id}`
      expect(stored!.secret).toMatch(/^enc1:/)

      const test = yield* market.own("POST", "/webhook/test")
      expect(test.body).toEqual({ event_id: expect.any(String), status: "delivered", http_status: 204, reason: null })
      const { body, headers } = received[0]!
      expect(Object.keys(headers).sort()).toEqual(
        ["connection", "content-length", "content-type", "host", "user-agent", "x-service-event", "x-service-signature"].sort(),
      )
      expect([headers["content-type"], headers["x-service-event"]]).toEqual(["application/json", "webhook.test"])
      const signature = headers["x-service-signature"]
      const result = verifyPaymentWebhook({ body, signature, secret: first.body.secret, eventName: headers["x-service-event"] })
      expect(result).toMatchObject({ ok: true, event: { id: test.body.event_id, data: { marketplace_id: market.id } } })
      const [, t, v1] = /^t=(\d+)\.v1=([0-9a-f]{64})$/.exec(String(signature))!
      expect(createHmac("sha256", first.body.secret).update(`${t}.`).update(body).digest("hex")).toBe(v1)
    }).pipe(Effect.scoped),
  )

  it.effect("an outcome is sent once, to the URL of its checkout, and its log has the body and the delivery", () =>
    Effect.gen(function* () {
      const [frozen, current] = [yield* receiver(), yield* receiver()]
      const market = yield* newMarketplace(current.url)
      yield* record(market.id, frozen.url)
      const [event] = yield* settled(market)
      expect(event).toMatchObject({ event: "payment.paid", status: "delivered", url: frozen.url, attempts: 1 })
      expect([frozen.received.length, current.received.length]).toEqual([1, 0])
      const { body, headers } = frozen.received[0]!
      const verified = verifyPaymentWebhook({ body, signature: headers["x-service-signature"], secret: market.secret })
      expect(verified).toMatchObject({ ok: true, event: { event: "payment.paid", data: { payment_id: event!["subject_id"] } } })
      const detail = (yield* market.own("GET", `/events/${event!["id"]}`)).body
      expect(detail).toMatchObject({
        body: body.toString(),
        deliveries: [{ attempt: 1, by_hand: false, status: "delivered", http_status: 204 }],
      })
    }).pipe(Effect.scoped),
  )

  it.effect("during a rotation the old secret signs until the overlap is over, then the new one, and never both", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver()
      const market = yield* newMarketplace(url)
      const signer = Effect.fnUntraced(function* (secrets: ReadonlyArray<string>) {
        yield* market.own("POST", "/webhook/test")
        const { body, headers } = received.at(-1)!
        const signature = headers["x-service-signature"]
        expect(String(signature).split("v1=")).toHaveLength(2)
        return secrets.findIndex((secret) => verifyPaymentWebhook({ body, signature, secret }).ok)
      })
      const second = (yield* market.own("POST", "/webhook/rotate-secret", { overlap_hours: 2 })).body
      expect(Date.parse(second.new_secret_signs_from)).toBeGreaterThan(0)
      expect(yield* signer([market.secret, second.secret])).toBe(0)
      // A secret that is on the marketplace's server already is not replaced unseen.
      const refused = yield* market.own("POST", "/webhook/rotate-secret", {})
      expect([refused.status, refused.body.error.code]).toEqual([409, "rotation_in_progress"])
      expect(refused.body.error.message).toContain(second.new_secret_signs_from)
      expect(yield* signer([market.secret, second.secret])).toBe(0)
      yield* advance(3)
      expect((yield* market.own("GET", "/webhook")).body.new_secret_signs_from).toBeNull()
      expect(yield* signer([market.secret, second.secret])).toBe(1)
      // A leak is no time to wait: 0 ends the secret that signs and the one that waits.
      yield* market.own("POST", "/webhook/rotate-secret", { overlap_hours: 24 })
      const third = (yield* market.own("POST", "/webhook/rotate-secret", { overlap_hours: 0 })).body
      expect([third.new_secret_signs_from, yield* signer([second.secret, third.secret])]).toEqual([null, 1])
      const fourth = (yield* market.own("POST", "/webhook/rotate-secret", { overlap_hours: 0 })).body
      expect(yield* signer([third.secret, fourth.secret])).toBe(1)
      expect((yield* market.own("POST", "/webhook/rotate-secret", { overlap_hours: 169 })).status).toBe(400)
    }).pipe(Effect.scoped),
  )

  it.effect(
    "a receiver that redirects, resets, answers 500 or is not there gets one attempt, and the event can be sent again by hand",
    () =>
      Effect.gen(function* () {
        const elsewhere = yield* receiver()
        let heals = false
        const failing = yield* receiver((response, { path }) => {
          if (heals) response.writeHead(200).end()
          else if (path.endsWith("redirect")) response.writeHead(307, { location: elsewhere.url }).end()
          else if (path.endsWith("reset")) response.destroy()
          else response.writeHead(500).end("oops")
        })
        const gone = yield* receiver()
        gone.close()
        const market = yield* newMarketplace(elsewhere.url)
        const cases = [
          [`${failing.url}/redirect`, "failed", "The receiver answered 307."],
          [`${failing.url}/reset`, "unknown", "The receiver closed the connection without an answer."],
          [`${failing.url}/500`, "failed", "The receiver answered 500."],
          [gone.url, "failed", "The receiver could not be reached."],
          ["http://169.254.169.254/latest", "failed", expect.stringMatching(/^The URL /)],
        ] as const
        for (const [url] of cases) yield* record(market.id, url)
        const events = yield* settled(market, cases.length)
        for (const [url, status, reason] of cases)
          expect(events.find((event) => event["url"] === url)).toMatchObject({ status, reason, attempts: 1 })
        expect([failing.received.length, elsewhere.received.length]).toEqual([3, 0])

        heals = true
        const failed = events.find((event) => event["url"]!.endsWith("500"))!
        const again = yield* market.own("POST", `/events/${failed["id"]}/redeliver`)
        expect([again.status, again.body.id]).toEqual([202, failed["id"]])
        yield* until(Effect.map(market.own("GET", `/events/${failed["id"]}`), ({ body }) => body.status === "delivered"))
        const [first, second] = failing.received.filter(({ path }) => path.endsWith("500"))
        expect(second!.body).toEqual(first!.body)
        expect(
          verifyPaymentWebhook({ body: second!.body, signature: second!.headers["x-service-signature"], secret: market.secret }).ok,
        ).toBe(true)
        const detail = (yield* market.own("GET", `/events/${failed["id"]}`)).body
        expect(detail.deliveries.map((delivery: Record<string, unknown>) => [delivery["by_hand"], delivery["status"]])).toEqual([
          [false, "failed"],
          [true, "delivered"],
        ])
        // A later attempt that fails hides no delivery.
        heals = false
        yield* market.own("POST", `/events/${failed["id"]}/redeliver`)
        const third = Effect.map(market.own("GET", `/events/${failed["id"]}`), ({ body }) => body)
        yield* until(Effect.map(third, ({ deliveries, status }) => deliveries.length === 3 && status !== "sending"))
        const after = yield* third
        expect(after).toMatchObject({ status: "delivered", reason: null, next_attempt_at: null, attempts: 3 })
        expect(after.delivered_at).toBe(after.deliveries[1].ended_at)
        expect(after.deliveries[2]).toMatchObject({ by_hand: true, status: "failed", http_status: 500 })
        const onlyFailed = (yield* market.own("GET", "/events?status=failed&limit=1")).body
        expect([onlyFailed.events.length, onlyFailed.next_cursor]).toEqual([1, onlyFailed.events[0].id])
        const next = (yield* market.own("GET", `/events?status=failed&cursor=${onlyFailed.next_cursor}`)).body
        expect(next.events.map((event: { url: string }) => event.url)).not.toContain(onlyFailed.events[0].url)
      }).pipe(Effect.scoped),
  )

  it.effect("a receiver that stalls holds up no event of another marketplace", () =>
    Effect.gen(function* () {
      const stalling = yield* receiver(() => undefined)
      const quick = yield* receiver()
      const [slow, fast] = [yield* newMarketplace(stalling.url), yield* newMarketplace(quick.url)]
      for (let i = 0; i < 40; i++) yield* record(slow.id, stalling.url)
      yield* until(Effect.sync(() => stalling.received.length > 0))
      for (let i = 0; i < 5; i++) yield* record(fast.id, quick.url)
      yield* settled(fast, 5)
      // Four places, which a slow machine may have filled a second time by now.
      expect(stalling.received.length).toBeLessThanOrEqual(8)
      stalling.close()
    }).pipe(Effect.scoped),
  )

  it.effect("without a URL or a secret nothing is sent: the event is in the log as skipped, with the reason", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver()
      const market = yield* newMarketplace()
      yield* record(market.id, null)
      yield* record(market.id, url)
      const events = yield* settled(market, 2)
      expect(events.map((event) => [event["status"], event["url"]])).toEqual([
        ["skipped", url],
        ["skipped", null],
      ])
      expect(events[0]!["reason"]).toContain("no webhook secret")
      expect(received).toEqual([])
      expect((yield* market.own("POST", `/events/${events[1]!["id"]}/redeliver`)).body.error.code).toBe("webhook_missing")
      yield* market.own("PUT", "/webhook", { url })
      for (const { id } of events) expect((yield* market.own("POST", `/events/${id}/redeliver`)).status).toBe(202)
      yield* until(Effect.sync(() => received.length === 2))
      // A secret that cannot be decrypted is replaced by no other.
      const { money: sql } = yield* Database
      yield* sql`update marketplace set webhook_secret = 'enc1:deadbeef:AAAA' where id = ${market.id}`
      const test = (yield* market.own("POST", "/webhook/test")).body
      expect([test.status, test.reason]).toEqual(["skipped", expect.stringContaining("cannot be decrypted")])
      expect(received).toHaveLength(2)
    }).pipe(Effect.scoped),
  )

  it.effect("the events of another marketplace are answered exactly like events that do not exist", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver()
      const [own, other] = [yield* newMarketplace(url), yield* newMarketplace(url)]
      yield* record(own.id, url)
      const [event] = yield* settled(own)
      expect(yield* eventsOf(other)).toEqual([])
      for (const [method, suffix] of [
        ["GET", ""],
        ["POST", "/redeliver"],
      ] as const) {
        const answers: Array<unknown> = []
        for (const id of [event!["id"], "019ab0c2-5d3e-7a10-8c1f-2b7d9e4f6a01", "not-an-id"]) {
          const { body, status } = yield* other.own(method, `/events/${id}${suffix}`)
          answers.push([status, body])
        }
        expect(answers[0]).toMatchObject([404, { error: { code: "event_not_found" } }])
        expect(answers).toEqual([answers[0], answers[0], answers[0]])
      }
      expect(received).toHaveLength(1)
    }).pipe(Effect.scoped),
  )

  it.effect("the activation of a merchant has a bare signature, and three retries by the sandbox's clock", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver((response) => void response.writeHead(503).end())
      const market = yield* newMarketplace(url)
      const { money: sql } = yield* Database
      const merchant = { id: MerchantId.make("5a1c7c5e-2a6b-4e8d-8f0a-9b3c2d1e4f50"), marketplace: market.id, externalSellerId: "seller-1" }
      yield* recordMerchantActivated(sql, merchant, Date.now())
      for (const [attempts, minutes] of [
        [1, 1],
        [2, 5],
        [3, 25],
      ] as const) {
        yield* until(Effect.map(eventsOf(market), ([event]) => event!["status"] === "pending" && received.length === attempts))
        yield* advance((minutes - 0.5) / 60)
        const [event] = yield* eventsOf(market)
        expect(Date.parse(event!["next_attempt_at"]!)).toBeGreaterThan(0)
        expect(received.length).toBe(attempts)
        yield* advance(0.5 / 60)
      }
      expect((yield* settled(market))[0]).toMatchObject({ event: "merchant.activated", status: "failed", attempts: 4 })
      expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1)
      for (const { body, headers } of received) {
        expect(headers["x-service-event"]).toBe("merchant.activated")
        const input = { body, signature: headers["x-service-signature"], secret: market.secret }
        expect(verifyMerchantWebhook(input)).toMatchObject({
          ok: true,
          event: { external_seller_id: "seller-1", merchant_id: merchant.id },
        })
        expect(verifyPaymentWebhook(input).ok).toBe(false)
      }
    }).pipe(Effect.scoped),
  )
})
