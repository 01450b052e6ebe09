import { describe, expect, it } from "vitest"
import { countOf } from "../../src/web/format/count.ts"
import { formatEuros, formatMoney, formatUsdc } from "../../src/web/format/money.ts"
import {
  debitDayLabel,
  hasNoProof,
  type PaymentCondition,
  meaningOf,
  movedLabel,
  outcomeText,
} from "../../src/web/pages/payments/paymentText.ts"

const payment = (
  kind: PaymentCondition["kind"],
  status: PaymentCondition["status"],
  details?: PaymentCondition["rail_details"],
): PaymentCondition => ({
  kind,
  status,
  rail: "sepa",
  ...(details !== undefined && { rail_details: details }),
})

describe("the sentence for the status of a payment", () => {
  it.each([
    ["a debit that is announced", payment("collection", "settling", { status: "new" }), "Nothing was debited yet."],
    ["a debit on its way", payment("collection", "settling", { status: "processing" }), "The bank has not paid it yet."],
    ["a debit that was paid", payment("collection", "settled", { status: "succeeded" }), "The bank paid the direct debit."],
    ["a call before its debit", payment("call", "settling", { collection: null }), "with the next direct debit."],
    ["a call in a debit", payment("call", "settling", { collection: { status: "new" } }), "the bank has not paid it yet."],
    ["a call whose debit failed", payment("call", "settling", { collection: { status: "failed" } }), "until another one collects it."],
    ["a top-up", { ...payment("topup", "settling"), rail: "credits" }, "Nothing is added to the credits until then."],
    ["a payout", { ...payment("payout", "settling"), rail: "x402" }, "not final on chain yet."],
    ["a call on another rail", { ...payment("call", "settling"), rail: "x402" }, "The rail has not proven the payment yet."],
  ])("fits %s", (_, payment, ending) => expect(meaningOf(payment).endsWith(ending), meaningOf(payment)).toBe(true))

  it("puts only a debit that was made into the past", () => {
    const [announced, paid] = [payment("collection", "settling", { status: "new" }), payment("collection", "settled")]
    expect([movedLabel(announced), debitDayLabel(announced)]).toEqual(["To be debited", "To be debited on"])
    expect([movedLabel(paid), debitDayLabel(paid)]).toEqual(["Moved as", "Debited on"])
  })

  it("lets no rail pay a call that was released or failed, and expects no proof of it", () => {
    for (const status of ["released", "failed"] as const) {
      expect([hasNoProof(payment("call", status)), outcomeText("selected", payment("call", status))]).toEqual([
        true,
        "selected, did not pay",
      ])
    }
    expect([hasNoProof(payment("call", "settled")), outcomeText("selected", payment("call", "settled"))]).toEqual([false, "pays"])
    expect(hasNoProof(payment("collection", "failed"))).toBe(false)
  })
})

describe("numbers of the pages", () => {
  it("use the singular for one", () => expect([countOf(1, "paid call"), countOf(1_204, "call")]).toEqual(["1 paid call", "1,204 calls"]))

  it("write a negative amount with the minus sign, not a hyphen", () =>
    expect([formatMoney(-2_000n), formatUsdc(-2_000n), formatEuros(-1_234)]).toEqual(["−$0.002", "−0.002 USDC", "−€12.34"]))
})
