import { describe, expect, it } from "@effect/vitest"
import { debitDay, stepFor } from "../../../../rails/sepa/debits/debitDay.ts"

const day = 86_400_000
const evening = Date.UTC(2028, 1, 26, 23, 59, 59, 999)

describe("the day of a debit", () => {
  it("the day of a debit is four UTC days after its notice, across month ends and local clock changes", () => {
    expect([debitDay(evening), debitDay(evening + 1)]).toEqual(["2028-03-01", "2028-03-02"])
    expect(debitDay(Date.UTC(2026, 11, 31, 12))).toBe("2027-01-04")
    expect(debitDay(Date.UTC(2027, 2, 27, 23, 30)), "the clocks of Europe go forward").toBe("2027-03-31")
  })

  it("a debit is sent while Stripe accepts its day, then waits for one day, and then another day is announced", () => {
    const debitOn = debitDay(evening)
    const steps = [0, 1, day, day + 1, 2 * day, 2 * day + 1, 30 * day].map((later) => stepFor(debitOn, evening + later))
    expect(steps).toEqual(["send", "send", "send", "wait", "wait", "announce", "announce"])
    expect(stepFor(debitDay(evening + 30 * day), evening + 30 * day)).toBe("send")
  })
})
