import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Alerts } from "../../domain/alerts/Alerts.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { Gap } from "../../domain/rail/Rail.ts"
import { credits } from "../../rails/credits/rail.ts"
import { FakeRail } from "../support/fakeRail.ts"
import { newBuyer } from "../support/gateway.ts"
import { relayFixture, relayRequest } from "../support/relay/fixture.ts"

const before = new FakeRail({ id: "before", settles: "before_dispatch", opens: microUsd(2_500n), remainderTo: "before" })
const lacking = new FakeRail({ id: "lacking", settles: "later" }).rail
const gap = new Gap({ code: "mandate_missing", message: "the organisation has no mandate. Set one up" })
const rails = { credits, before: before.rail, lacking: { ...lacking, offer: () => gap } }

interface Attention {
  readonly items: ReadonlyArray<{
    readonly code: string
    readonly rail: string | null
    readonly count: number
    readonly since: string | null
    readonly alert_id: string | null
    readonly action: string
  }>
  readonly error?: { readonly code: string }
}

const attention = (secret: string) => Effect.map(relayRequest(secret, "GET", "/v1/attention"), ({ text }) => JSON.parse(text) as Attention)
const codes = (secret: string) => Effect.map(attention(secret), ({ items }) => items.map(({ code, rail }) => `${rail ?? "-"} ${code}`))

// Its reconciler leaves the unknown payment alone for as long as a test looks at it.
layer(relayFixture({ rails, settings: { closingMs: 600_000 } }), { excludeTestServices: true })("what needs a person", (it) => {
  it.effect("is what keeps a rail from paying and what switches spending off, each with an action", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      expect(yield* codes(secret)).toEqual(["lacking mandate_missing"])
      const poor = yield* newBuyer({ dollars: 0 })
      expect(yield* codes(poor.secret)).toEqual(["credits balance_empty", "lacking mandate_missing"])
      const body = JSON.stringify({ spending: false })
      yield* relayRequest(secret, "PATCH", "/v1/organisation", { body, headers: { "content-type": "application/json" } })
      expect(yield* codes(secret)).toEqual(["- spending_off", "lacking mandate_missing"])
      expect((yield* attention(secret)).items.every(({ action }) => action.endsWith("."))).toBe(true)
      const blind = yield* newBuyer({ key: { scopes: ["sources:execute"] } })
      expect((yield* attention(blind.secret)).error?.code).toBe("insufficient_scope")
    }),
  )

  it.effect("is a payment whose outcome is unknown, with the age of the oldest, and only one's own", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      before.fates.push("pays unanswered")
      const unknown = yield* relayRequest(secret, "GET", "/parcels/parcels", { headers: { "x-payment-rail": "before" } })
      expect(unknown.moved).toBe("unknown")
      const item = (yield* attention(secret)).items.find(({ code }) => code === "payment_unknown")
      expect(item).toMatchObject({ count: 1, since: expect.stringMatching(/^20/) })
      expect(yield* codes((yield* newBuyer()).secret)).not.toContain("- payment_unknown")
    }),
  )

  it.effect("is an alert about a failed debit until it is acknowledged", () =>
    Effect.gen(function* () {
      const { raise } = yield* Alerts
      const { organisation, secret } = yield* newBuyer()
      const data = { payment_id: "p", amount_minor: 1_000, currency: "EUR", reason: "insufficient_funds" }
      yield* raise({ organisation, topic: "debit:p", code: "debit_failed", data })
      const item = (yield* attention(secret)).items.find(({ code }) => code === "debit_failed")!
      yield* relayRequest(secret, "POST", `/v1/alerts/${item.alert_id}/acknowledge`)
      expect(yield* codes(secret)).toEqual(["lacking mandate_missing"])
    }),
  )
})
