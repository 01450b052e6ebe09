import { describe, expect, it } from "@effect/vitest"
import { due, forecast, type Outstanding } from "../../../../rails/sepa/debits/plan.ts"
import { startOfMonth, startOfNextMonth } from "../../../../domain/time.ts"
import { endedPeriods } from "../../../../rails/sepa/fees.ts"

const day = 86_400_000
const now = Date.UTC(2026, 10, 20, 12)
const owed = (over: Partial<Outstanding> = {}): Outstanding => ({
  now,
  cents: 1_000n,
  oldestAt: now - day,
  thresholdCents: 2_500n,
  maxAgeMs: 7 * day,
  ...over,
})

describe("the due date of a debit", () => {
  it("a debit is due at the threshold, at the age of the oldest line, or after a month's end, and never below 0.50 EUR", () => {
    expect(due(owed())).toBeUndefined()
    expect(due(owed({ cents: 2_499n }))).toBeUndefined()
    expect(due(owed({ cents: 2_500n }))).toBe("threshold")
    expect(due(owed({ oldestAt: now - 7 * day + 1 }))).toBeUndefined()
    expect(due(owed({ oldestAt: now - 7 * day }))).toBe("age")
    expect(due(owed({ oldestAt: Date.UTC(2026, 9, 31, 23, 59, 59, 999) }))).toBe("month_end")
    expect(due(owed({ cents: 49n, oldestAt: now - 400 * day }))).toBeUndefined()
    expect(due(owed({ cents: 50n, oldestAt: now - 400 * day }))).toBe("month_end")
    expect(due(owed({ oldestAt: null }))).toBe("remainder")
  })

  it("due dates follow months of UTC through leap years and local clock changes", () => {
    const justBefore = Date.UTC(2028, 1, 29, 23, 59, 59)
    expect(due(owed({ now: justBefore, oldestAt: justBefore - 1_000 }))).toBeUndefined()
    expect(due(owed({ now: justBefore + 1_000, oldestAt: justBefore }))).toBe("month_end")
    expect([startOfMonth(Date.UTC(2028, 1, 29, 5)), startOfNextMonth(Date.UTC(2028, 1, 29, 5))]).toEqual([
      Date.UTC(2028, 1, 1),
      Date.UTC(2028, 2, 1),
    ])
    // The clocks of Europe go forward on 29 March 2026 and back on 25 October: a week stays seven times 24 hours.
    for (const from of [Date.UTC(2026, 2, 26, 12), Date.UTC(2026, 9, 23, 12)]) {
      expect(due(owed({ now: from + 7 * day - 1, oldestAt: Math.max(from, startOfMonth(from + 7 * day - 1)) }))).toBeUndefined()
    }
  })

  it("the forecast is the age of the oldest line, or the end of the month with the fee that is written down then", () => {
    const monthEnd = Date.UTC(2026, 11, 1)
    expect(forecast(owed(), 900n)).toEqual({ at: now - day + 7 * day, reason: "age", cents: 1_000n })
    expect(forecast(owed({ cents: 2_500n }), 900n)).toEqual({ at: now, reason: "threshold", cents: 2_500n })
    expect(forecast(owed({ now: Date.UTC(2026, 11, 30), oldestAt: Date.UTC(2026, 11, 29) }), 116n)).toEqual({
      at: Date.UTC(2027, 0, 1),
      reason: "month_end",
      cents: 1_116n,
    })
    expect(forecast(owed({ cents: 49n }), 0n)).toBeNull()
    expect(forecast(owed({ cents: 49n }), 60n)).toEqual({ at: monthEnd, reason: "month_end", cents: 109n })
    expect(forecast(owed({ cents: 0n, oldestAt: null }), 60n)).toEqual({ at: monthEnd, reason: "month_end", cents: 60n })
    expect(forecast(owed({ cents: 0n, oldestAt: null }), 0n)).toBeNull()
  })

  it("endedPeriods lists the months that have ended, across the end of a year, and at most its limit", () => {
    expect(endedPeriods("2026-11", now, 24)).toEqual([])
    expect(endedPeriods("2026-11", Date.UTC(2026, 11, 1), 24)).toEqual(["2026-11"])
    expect(endedPeriods("2026-11", Date.UTC(2027, 2, 15), 24)).toEqual(["2026-11", "2026-12", "2027-01", "2027-02"])
    expect(endedPeriods("2020-01", now, 24)).toHaveLength(24)
  })
})
