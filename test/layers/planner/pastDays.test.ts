import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 27, 9))

describe("a day without a year in a question about the past", () => {
  it.each([
    ["Did England have a bank holiday on 31 August?", "calendar.date", "2026-08-31"],
    ["The goods were ordered on 2 July. Which weekday was that?", "calendar.date", "2026-07-02"],
    ["What weekday was 3 March?", "calendar.date", "2026-03-03"],
    ["Subscription began on 1 July; 6 months later is when?", "calendar.date", "2026-07-01"],
    ["Was there a new moon between 5 and 12 November?", "calendar.end_date", "2026-11-12"],
    ["We closed the office from 3 to 21 August in Spain - how many working days was that?", "calendar.start_date", "2026-08-03"],
  ])("is the last one, which is stated: %s", (question, field, day) => {
    assert.strictEqual(inputsOf(question)[field], day)
    assert.match(planOf(question).limitations.join(" "), /2026/u)
  })

  it("is the next one where something is planned", () =>
    assert.strictEqual(inputsOf("It was agreed that we will meet on 3 March, which weekday is it?")["calendar.date"], "2027-03-03"))
})

describe("days that are counted", () => {
  it("in weeks request no number of a week", () => {
    for (const question of ["What date was 3 weeks ago?", "In 12 weeks, what's the date?", "What day is 3 weeks from now?"])
      assert.deepStrictEqual(planOf(question).goals[0]!.facts, [], question)
    assert.deepStrictEqual(planOf("What week is it in 3 weeks?").goals[0]!.facts, ["calendar.iso_week"])
  })

  it("back lie before the day", () => {
    assert.strictEqual(inputsOf("Go back 3 weeks from 10 January 2027: which date?")["calendar.period"], "-P3W")
    assert.include(planOf("10 working days back from 24 December 2026 in Germany").unread ?? [], "back")
  })

  it("by an ordinal begin with the first day", () =>
    assert.strictEqual(inputsOf("Employee was hired on 3 August, when is her 100th day?")["calendar.period"], "P99D"))

  it("towards a number that is requested are another question", () =>
    assert.include(planOf("When is it 10,000 days since 1 January 2000?").unread?.join(" ") ?? "", "10,000 days since"))
})

it("a code in a list of codes is no word", () =>
  assert.sameMembers(
    planOf("Working days Jan 2027: DE, FR, IT").steps.map(
      ({ input }) => input["country.code"]?._tag === "Value" && input["country.code"].value,
    ),
    ["DE", "FR", "IT"],
  ))

it("the sun is no Sunday", () =>
  assert.strictEqual(inputsOf("How high is the sun at noon in Madrid today?")["time.date_time"], "2026-11-27T12:00"))
