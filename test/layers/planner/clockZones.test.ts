import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

// A Friday.
const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 27, 9))

/** Operation, clock time, its zone and the other zone of each step that converts or compares; null for a zone that another step supplies. */
const conversionsOf = (question: string) =>
  planOf(question).steps.flatMap(({ input, operation }) => {
    const value = (field: string) => (input[field]?._tag === "Value" ? input[field].value : null)
    return operation.startsWith("time.") ? [[operation, value("time.date_time"), value("time.from"), value("time.to")]] : []
  })

describe("the zone of a clock time", () => {
  it.each([
    // The zone behind it, not the place before it.
    ["What time is it in Tokyo at 9:30 Berlin time tomorrow", "2026-11-28T09:30", "Europe/Berlin", "Asia/Tokyo"],
    [
      "What time is it in Adelaide at 9:30 am Los Angeles time on 25 November 2027?",
      "2027-11-25T09:30",
      "America/Los_Angeles",
      "Australia/Adelaide",
    ],
    // Of two places at the same distance the one behind it.
    ["What time is it in Tokyo at 9:30 in Berlin", "2026-11-27T09:30", "Europe/Berlin", "Asia/Tokyo"],
    ["At 9:30 in Berlin what time is it in Tokyo?", "2026-11-27T09:30", "Europe/Berlin", "Asia/Tokyo"],
    // The letter for UTC between the clock time and its day.
    ["ETA 0430Z on 2 dec, what is that in Oslo time", "2026-12-02T04:30", "Etc/UTC", "Europe/Oslo"],
    // A preposition before it takes no place from it.
    ["What time will it be in Lima when our Sydney office starts at 9:00", "2026-11-27T09:00", "Australia/Sydney", "America/Lima"],
  ])("%s", (question, clock, from, to) => assert.deepStrictEqual(conversionsOf(question), [["time.convert", clock, from, to]]))

  it("UTC between a clock time and its day is the zone for the position of the sun, and not the place", () =>
    assert.deepInclude(planOf("is it still dark at Kristiansund at 0430Z on 2 dec").steps.at(-1)?.input, {
      "time.date_time": { _tag: "Value", value: "2026-12-02T04:30" },
      "time.zone": { _tag: "Value", value: "Etc/UTC" },
    }))

  it.each([
    // A stretch over midnight ends on the next day.
    ["window 22:00 to 02:00 UTC on Saturday, what is that in EAT?", ["2026-11-28T22:00", "2026-11-29T02:00"]],
    ["window 10:00 to 14:00 UTC on Saturday, what is that in EAT?", ["2026-11-28T10:00", "2026-11-28T14:00"]],
  ])("%s", (question, clocks) =>
    assert.deepStrictEqual(
      conversionsOf(question).map(([, clock]) => clock),
      clocks,
    ),
  )

  it.each([
    ["2pm Eastern Standard Time in London", "America/New_York"],
    ["convert 2pm eastern time to London time", "America/New_York"],
    ["call at 3 pm Pacific, what time is it in London", "America/Los_Angeles"],
    ["what is 9am Central European Time in London", "Europe/Paris"],
    ["what is 10:00 East Africa Time on 1 July 2027 in London", "Africa/Nairobi"],
    ["When it is 10:00 India Standard Time what is it in London?", "Asia/Kolkata"],
    ["11:15 Gulf time to London time", "Asia/Dubai"],
  ])("is known by its English name: %s", (question, zone) =>
    assert.deepStrictEqual(
      conversionsOf(question).map(([operation, , from, to]) => [operation, from, to]),
      [["time.convert", zone, "Europe/London"]],
    ),
  )

  it("a place whose name begins like that of a zone stays a place", () =>
    assert.deepStrictEqual(planOf("sunrise in Pacific Grove tomorrow").steps[0]?.input["place.name"], {
      _tag: "Value",
      value: "Pacific Grove",
    }))
})

describe("the zone of another sentence than the clock time", () => {
  it("is the one that is requested", () => {
    const question = "The Pune team proposes their 10:15 on Wednesday 2 December 2026. What would that be in Toronto?"
    assert.deepStrictEqual(conversionsOf(question), [["time.convert", "2026-12-02T10:15", null, "America/Toronto"]])
  })
})

describe("the day of a clock time", () => {
  it("is the first one of a month in which no zone changes its clocks", () => {
    const question = "What time is it in Adelaide when it is 8:30 in Warsaw in December?"
    assert.deepStrictEqual(conversionsOf(question), [["time.convert", "2026-12-01T08:30", "Europe/Warsaw", "Australia/Adelaide"]])
    assert.include(planOf(question.replace("December", "March")).unread ?? [], "in March")
  })

  it("that has another weekday than the question says is corrected before anything is bought", () => {
    const draft = draftOf("What time is it in Adelaide at 9:30 am Los Angeles time on Tuesday 25 November 2027?")
    assert.strictEqual(draft._tag, "NeedsInput")
    assert.include("message" in draft ? draft.message : "", "25 November 2027 is a Thursday, not a Tuesday")
  })
})

describe("a moment that one clause states is requested once", () => {
  for (const [question, ...targets] of [
    ["Meeting at 3pm CET on 10 December, what time is it in Tokyo?", "Asia/Tokyo"],
    ["Meeting at 3pm CET on 10 December, what time is it in Tokyo and in Lima?", "America/Lima", "Asia/Tokyo"],
    [
      "If we schedule the board call for 15:00 Amsterdam time on 3 December 2026, what time is that in New York and in Singapore?",
      "Asia/Singapore",
      "America/New_York",
    ],
  ] as const)
    it(question, () => {
      const conversions = conversionsOf(question)
      assert.deepStrictEqual([...new Set(conversions.map(([operation]) => operation))], ["time.convert"])
      assert.sameMembers(
        conversions.map(([, , , to]) => to),
        [...targets],
      )
    })

  it("another fact of its place is requested too", () =>
    assert.deepStrictEqual(
      planOf("Meeting at 3pm CET on 10 December, what time is sunset in Mumbai?").steps.map(({ operation }) => operation),
      ["place.search", "time.convert", "sun.times"],
    ))

  it("a chain of differences on one day is one for each pair", () =>
    assert.deepStrictEqual(conversionsOf("time difference between London and New York on 1 July, and between New York and Los Angeles"), [
      ["time.difference", null, "Europe/London", "America/New_York"],
      ["time.difference", null, "America/New_York", "America/Los_Angeles"],
    ]))
})

it.each([
  ["what time is it in 90 minutes in Tokyo", "2026-11-27T10:30", "Asia/Tokyo"],
  ["I'm in Berlin, in 2 hours what time in Tokyo", "2026-11-27T11:00", "Asia/Tokyo"],
  ["what time was it in Lima 5 hours ago", "2026-11-27T04:00", "America/Lima"],
])("a time that is counted from now is one of UTC: %s", (question, reading, zone) =>
  assert.deepEqual(conversionsOf(question), [["time.convert", reading, "Etc/UTC", zone]]),
)

it("a season is no town, and a year of another sentence ends no period", () => {
  assert.isFalse(
    planOf("Our partner is in Oslo. Which UTC offset have they in winter").steps.some(({ input }) =>
      JSON.stringify(input).includes("winter"),
    ),
  )
  const [step] = planOf("My courier says 24 December is an ordinary working day in Poland. Is he right for 2026?").steps
  assert.deepEqual(step?.input["calendar.end_date"] ?? step?.input["calendar.date"], { _tag: "Value", value: "2026-12-24" })
})

it.each([
  ["when it is 7 oclock in the evening in Madrid what is it in Lima", "2026-11-27T19:00", "Europe/Madrid", "America/Lima"],
  ["meeting at 6:30 in the evening Dubai time, what is that in Toronto", "2026-11-27T18:30", "Asia/Dubai", "America/Toronto"],
  ["quarter to nine in the morning London, Tokyo time?", "2026-11-27T08:45", "Europe/London", "Asia/Tokyo"],
  ["quarter past 9 pm in Rome, Tokyo time", "2026-11-27T21:15", "Europe/Rome", "Asia/Tokyo"],
  ["midnight tonight in Paris is what in Auckland", "2026-11-28T00:00", "Europe/Paris", "Pacific/Auckland"],
  ["at 11 at night in Rome what time in Sydney", "2026-11-27T23:00", "Europe/Rome", "Australia/Sydney"],
  ["9 in the morning Berlin time in New York", "2026-11-27T09:00", "Europe/Berlin", "America/New_York"],
])("a clock time has its part of the day: %s", (question, reading, from, to) =>
  assert.deepEqual(conversionsOf(question), [["time.convert", reading, from, to]]),
)

it("a clock time that is `my time in Lisbon` and read as another place's waits", () =>
  assert.deepEqual(
    planOf("Recording with a guest in Wellington at 7 in the evening my time in Lisbon on 10 December, what is it there").unread,
    ["my time"],
  ))

it.each(["When does British Summer Time begin in 2027?", "When does summer time start in Israel in 2027?", "does Iceland have DST"])(
  "summer time is a change of clocks, and no season: %s",
  (question) =>
    assert.deepEqual(
      planOf(question).steps.map(({ operation }) => operation),
      ["time.clock_changes"],
    ),
)

it("where a clock time may be before or after noon, the plan states how it is read", () => {
  assert.include(
    planOf("our shop closes at half past six in Vienna, what's that in Vancouver").limitations,
    '"at half past six" is read as 06:30.',
  )
  assert.notInclude(planOf("at 7:00 in Rome, Tokyo time").limitations.join(), "is read as")
  const midnight = planOf("at midnight on 31 December in Auckland what time is it in Paris").limitations
  assert.include(midnight, '"midnight on 31 December" is read as 00:00, the beginning of the day.')
  assert.deepEqual(planOf("on New Year's Eve midnight in Sydney what time in London").unread, ["midnight"])
})
