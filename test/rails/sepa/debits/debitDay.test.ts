import { describe, expect, it } from "@effect/vitest"
import { isBusinessDay } from "../../../../rails/stripe/targetDays.ts"
import { debitDay, stepFor } from "../../../../rails/sepa/debits/debitDay.ts"

const day = 86_400_000
const evening = Date.UTC(2028, 1, 26, 23, 59, 59, 999)

describe("the day of a debit", () => {
  it("a debit is made on a day on which TARGET is open, at least four days after its notice and at most eight", () => {
    expect(debitDay(Date.UTC(2026, 10, 24)), "a Saturday waits for Monday").toBe("2026-11-30")
    expect(debitDay(Date.UTC(2027, 2, 22)), "Good Friday waits for the Tuesday after Easter").toBe("2027-03-30")
    expect(debitDay(Date.UTC(2026, 11, 21)), "Christmas waits for the Monday after it").toBe("2026-12-28")
    expect(debitDay(Date.UTC(2026, 3, 27)), "1 May waits for Monday").toBe("2026-05-04")
    // The closing days besides Saturdays and Sundays that the European Central Bank has published for these years.
    const closed = ["2026-01-01", "2026-04-03", "2026-04-06", "2026-05-01", "2026-12-25", "2027-01-01", "2027-03-26", "2027-03-29"]
    const days = Array.from({ length: 730 }, (_, i) => Date.UTC(2026, 0, 1) + i * day)
    const weekdays = days.filter((at) => ![0, 6].includes(new Date(at).getUTCDay()))
    expect(weekdays.filter((at) => !isBusinessDay(at)).map((at) => new Date(at).toISOString().slice(0, 10))).toEqual(closed)
    const ahead = days.map((at) => (Date.parse(debitDay(at)) - at) / day)
    expect([Math.min(...ahead), Math.max(...ahead)]).toEqual([4, 8])
  })

  it("the day of a debit is counted in UTC days from its notice, across month ends and local clock changes", () => {
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
