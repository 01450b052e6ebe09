import { describe, expect, it } from "@effect/vitest"
import { CallId, KeyId, NodeId, OrganisationId, RunId } from "../../domain/money/ids.ts"
import type { Call } from "../../domain/ledger/state.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { paymentDetail } from "../../src/http/billing/payments.ts"

const second = (n: number) => Date.UTC(2026, 0, 1, 0, 0, n)

const call: Call = {
  organisation: OrganisationId.make("1d009363-2161-45ba-8153-38e11a5a2204"),
  id: CallId.make("01a200c8-3395-76e0-ba97-9644015c5700"),
  run: RunId.make("01a200c8-3395-76e0-ba97-96415d9420d2"),
  step: 0,
  key: KeyId.make("bd5c10d9-f0ed-46f4-9e1e-ea577eda2cac"),
  source: "currencies",
  operation: "currency.of_country",
  name: "Find a country's currency",
  payee: "Farthing",
  price: null,
  rail: "slow",
  account: "buyer:slow",
  feeBasisPoints: 200,
  settles: "later",
  deposits: false,
  remainderTo: "buyer:slow",
  max: microUsd(500n),
  amount: microUsd(500n),
  state: "captured",
  settlement: "settled",
  delivered: true,
  evidence: null,
  proof: null,
  lastError: null,
  node: NodeId.make("e3533b13-0046-40d5-a57e-3a73217b44bf"),
  reservedAt: second(1),
  deadline: second(90),
  closedAt: second(2),
  attempts: [],
  tag: null,
}

describe("a payment", () => {
  it("the reason for which a delivered call was settled is no error, and that of one which was given up is", () => {
    const errorOf = (over: Partial<typeof call>) =>
      paymentDetail({ call: { ...call, ...over }, events: [], transfers: [] }, undefined)["last_error"]
    expect(errorOf({ lastError: "collected by debit 1" })).toBeNull()
    expect(errorOf({ lastError: "given up: bankrupt", settlement: "failed" })).toBe("given up: bankrupt")
    expect(errorOf({ lastError: "the source failed", delivered: false })).toBe("the source failed")
  })

  it("a payment of the caller's own says what it brought in, also where nothing of it was earned", () => {
    const depositedOf = (over: Partial<typeof call>) =>
      paymentDetail({ call: { ...call, ...over }, events: [], transfers: [] }, undefined).deposited?.amount_micro_usd
    const own = { rail: "x402", deposits: true } as const
    expect(depositedOf({ ...own, state: "refunded", amount: microUsd(0n), delivered: false })).toBe("500")
    expect(depositedOf({ ...own, amount: microUsd(300n) })).toBe("500")
    expect(depositedOf({ ...own, state: "released", settlement: "none", amount: microUsd(0n) })).toBeUndefined()
    expect(depositedOf({})).toBeUndefined()
  })

  it("a payment lists its events in the order in which they happened, also where the rail proves the settlement after the capture", () => {
    const events = [{ organisation: call.organisation, call: call.id, type: "settlement.settled", at: second(5), data: "{}" }]
    const { events: shown, settled_at } = paymentDetail({ call, events, transfers: [] }, undefined)
    expect(shown.map(({ type }) => type)).toEqual(["reserved", "captured", "settlement.settled"])
    expect([shown[2]?.at, settled_at]).toEqual(["2026-01-01T00:00:05.000Z", "2026-01-01T00:00:05.000Z"])
  })
})
