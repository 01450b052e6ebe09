import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 27, 9))
const lastOf = (question: string) => planOf(question).steps.at(-1)!.operation

describe("a stretch of hours and minutes", () => {
  it.each([
    ["93 hours after 24.11.2026 16:20", "2026-11-24T16:20", "PT93H"],
    ["add 90 minutes to 22:45", "2026-11-27T22:45", "PT90M"],
    ["what time is 8 hours after 22:30 on 3 December", "2026-12-03T22:30", "PT8H"],
    ["I put it in on 24.11.2026 at 16:20 and it has to incubate for 1.5 hours. When do I take it out?", "2026-11-24T16:20", "PT90M"],
  ])("is counted from a clock time: %s", (question, clock, duration) => {
    assert.strictEqual(lastOf(question), "time.add")
    assert.deepStrictEqual(inputsOf(question), { "time.date_time": clock, "time.duration": duration })
  })

  it("passes before the clock of another zone is read", () => {
    const question = "Flight leaves Lisbon 10:15 on 8 May 2027 and takes 7 hours 40 minutes. Local arrival time in Toronto?"
    assert.strictEqual(lastOf(question), "time.convert")
    assert.strictEqual(inputsOf(question)["time.duration"], "PT7H40M")
    // The zones are not exchanged beside a stretch of time.
    const { "time.to": to, "time.duration": later } = inputsOf("It is 08:40 in Delhi. What time is it in Rome in 90 minutes?")
    assert.deepStrictEqual([to, later], ["Europe/Rome", "PT90M"])
  })

  it.each([
    ["SIN to LHR departing 23:45 on 1 Dec, flight is 14h10. What is the London arrival time?", "PT14H10M"],
    ["a flight leaves JNB at 20:15 and takes 11h 10m to London Heathrow, what is local arrival time", "PT11H10M"],
    [
      "If a flight leaves Melbourne at 22:15 on 12 December 2026 and lasts 14 hours 20 minutes, what is the local arrival time in Doha?",
      "PT14H20M",
    ],
    ["A 10 hour flight leaves Nairobi at 23:30 tonight, when does it land in Amsterdam local time", "PT10H"],
    ["ferry leaves Helsinki at 17:00 and the crossing lasts 16 hours, what time local in Stockholm", "PT16H"],
    ["truck leaves Rotterdam 18:00 local on 27 march 2027 and drives 14 hrs, what time is it in Warsaw on arrival", "PT14H"],
    ["Vessel leaves Singapore 3 Dec 22:00, sails 17 days and 6 hours. What is the arrival time in Rotterdam?", "P17DT6H"],
  ])("is read behind a word for a journey: %s", (question, duration) =>
    assert.include(
      planOf(question).steps.map(({ input }) => (input["time.duration"]?._tag === "Value" ? input["time.duration"].value : undefined)),
      duration,
    ),
  )

  it("is requested once where the request follows in a sentence of its own", () => {
    const question = "My plane takes off in Tokyo at 10:30 on 5 January 2027, 12 hour flight to Paris. Local time when I land?"
    assert.deepStrictEqual(
      planOf(question).steps.map(({ input, operation }) => [operation, input["time.duration"]?._tag]),
      [
        ["place.search", undefined],
        ["time.convert", "Value"],
      ],
    )
  })

  it("is no clock time's minutes without such a word", () =>
    assert.isUndefined(inputsOf("what time is 14h10 in Paris in Tokyo")["time.duration"]))

  it("is the length of a call that begins at a clock time, which is not moved by it without an approval", () =>
    assert.isTrue(planOf("A 90 minute call starts at 9:00 in Berlin, what time is that in Tokyo?").isUncertain))

  it("is a break of a shift", () =>
    assert.strictEqual(
      inputsOf("Guard worked 21:45 to 06:20 next morning with a 40 minute break. How many hours do I pay?")["time.break"],
      "PT40M",
    ))

  it("is converted where another unit is requested", () => assert.strictEqual(lastOf("convert 93 hours to days"), "unit.convert"))
})

describe("a term of payment", () => {
  it.each([
    ["invoice dated 12 November 2026, payable in 60 days, when is it due", "2026-11-12", "P60D"],
    ["we got an invoice on 12 November 2026 to be paid within 14 days; last day to pay?", "2026-11-12", "P14D"],
    ["invoice date 12.11.2026, net 30, due date?", "2026-11-12", "P30D"],
    ["net 90 from today", "2026-11-27", "P90D"],
  ])("is counted from the day of the invoice: %s", (question, date, period) => {
    assert.strictEqual(lastOf(question), "calendar.add_days")
    assert.deepStrictEqual(inputsOf(question), { "calendar.date": date, "calendar.period": period })
    assert.isUndefined(planOf(question).unread)
  })

  it("is not read where `net` is about an amount", () => {
    for (const question of ["What is net 30 EUR with German VAT?", "gross of net 250 in Germany"])
      assert.notStrictEqual(draftOf(question)._tag === "Planned" && lastOf(question), "calendar.add_days", question)
  })
})
