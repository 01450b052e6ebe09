import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

/** A Monday. */
const now = Date.UTC(2026, 10, 23, 9)
const { draftOf, inputsOf, planOf } = plansAt(now)

describe("days as people write them", () => {
  it.each([
    ["Was last Friday a holiday in Brazil?", "2026-11-20"],
    ["Is Friday a holiday in Brazil?", "2026-11-27"],
    ["Is 26.12. a holiday in France", "2026-12-26"],
    ["Is St Stephen's Day 2027 a public holiday in Ireland?", "2027-12-26"],
    ["is 13/06/2027 a holiday in Kenya", "2027-06-13"],
    ["the 12 of october of 2026 is holiday in Mexico also?", "2026-10-12"],
    ["next working day after 25 December 2026 in Germany", "2026-12-25"],
    // The weekday says that the day has just passed.
    ["Was Wednesday 18 November a holiday in Germany", "2026-11-18"],
  ])("%s means %s", (question, day) => assert.strictEqual(inputsOf(question)["calendar.date"], day))

  it.each([
    ["What is 00:00 Nov 27 Berlin in Tokyo", "2026-11-27T00:00"],
    ["What is 23:30 Nov 27 Berlin in Tokyo", "2026-11-27T23:30"],
    ["What is Thursday Nov 26, 9:30 am Chicago time in Tokyo", "2026-11-26T09:30"],
    ["What is 9:30 am on Tue Dec 1 Chicago time in Tokyo", "2026-12-01T09:30"],
    ["What is 10:00 on December 1, 2027 Chicago time in Tokyo", "2027-12-01T10:00"],
  ])("a day behind its month is no year beside a clock time: %s", (question, reading) =>
    assert.strictEqual(inputsOf(question)["time.date_time"], reading),
  )

  it("a span of days in the order month, day, year has both its ends", () =>
    assert.deepStrictEqual(inputsOf("Nov 30 to Dec 18 2026, Thailand, business days?"), {
      "country.code": "TH",
      "calendar.start_date": "2026-11-30",
      "calendar.end_date": "2026-12-18",
    }))

  it("a weekday that the date does not have is refused with the right one before anything is bought", () => {
    const draft = draftOf("When does the sun rise in Kaunas on Tuesday 25 November 2026?")
    assert.strictEqual(draft._tag, "NeedsInput")
    assert.strictEqual("message" in draft && draft.message, "25 November 2026 is a Wednesday, not a Tuesday. Send the day that is meant.")
  })

  it("a day that may be read in two orders is offered in both, and chosen without a charge", () => {
    const draft = draftOf("is 01/06/2027 a public holiday in Kenya?")
    if (draft._tag !== "NeedsSelection") return assert.fail(draft._tag)
    assert.deepStrictEqual(
      draft.choice.candidates.map(({ label }) => label),
      ["1 June 2027", "6 January 2027"],
    )
    const given = { [draft.choice.id]: draft.choice.candidates[1]!.entityRef }
    const chosen = draftOf("is 01/06/2027 a public holiday in Kenya?", given)
    const day = chosen._tag === "Planned" ? chosen.plan.steps[0]?.input["calendar.date"] : undefined
    assert.deepStrictEqual(day, { _tag: "Value", value: "2027-01-06" })
  })

  it("a weekday or a weekend behind the indefinite article is a kind of day, no day", () => {
    assert.strictEqual(
      inputsOf("Christmas 2027 falls on a weekend: which substitute days off are there in England?")["calendar.date"],
      "2027-12-25",
    )
    assert.deepStrictEqual(inputsOf("Juneteenth 2027 is on a Saturday, when is it observed in the United States?"), {
      "holiday.name": "Juneteenth",
      "country.code": "US",
      "calendar.year": 2027,
    })
  })

  it.each([
    ["sunrise in Berlin tomorrow, i.e. 24/11/2026", "2026-11-24"],
    ["sunrise in Berlin tomorrow (24 Nov 2026)", "2026-11-24"],
    ["sunrise in Berlin tomorrow, 24 November", "2026-11-24"],
    ["sunrise in Berlin on 3 March 2027 (2027-03-03)", "2027-03-03"],
  ])("a day that is written twice is one day: %s", (question, day) => {
    assert.strictEqual(inputsOf(question)["date.day"], day)
    assert.isUndefined(planOf(question).unread)
  })

  it("two days that the question calls one are a question back before anything is bought, and a further day is another one", () => {
    const draft = draftOf("sunrise in Berlin tomorrow, i.e. 25/11/2026")
    assert.strictEqual(
      "message" in draft && draft.message,
      "tomorrow is 24 November 2026, not 25 November 2026. Send the day that is meant.",
    )
    assert.strictEqual(
      planOf("sunrise in Berlin on 24 November 2026 and 26 November 2026").steps.filter(({ operation }) => operation === "sun.times")
        .length,
      2,
    )
  })

  it("the zone inside a clock time is a value beside it", () =>
    assert.deepInclude(inputsOf("job fires at 08:00 UTC tomorrow (24 Nov 2026), what do clocks in São Paulo show?"), {
      "time.date_time": "2026-11-24T08:00",
      "time.from": "Etc/UTC",
      "time.to": "America/Sao_Paulo",
    }))

  it("a weekday behind a date is the first one after it, and the plan states that", () => {
    const question = "26 December 2026 falls on a Saturday, is Monday off in Northern Ireland?"
    assert.strictEqual(inputsOf(question)["calendar.date"], "2026-12-28")
    assert.include(planOf(question).limitations.join(" "), "28 December 2026, the first one after 26 December 2026")
  })

  it("a weekday is not counted from a date of another sentence, or from a day that is past", () => {
    assert.strictEqual(inputsOf("26 December 2026 is a Saturday. Is Friday a holiday in Bavaria?")["calendar.date"], "2026-11-27")
    for (const question of [
      "My order was placed on 3 August 2026. Is Friday a holiday in Bavaria?",
      "3 August 2026 was a Monday, is Friday a holiday in Bavaria?",
    ])
      assert.notStrictEqual(inputsOf(question)["calendar.date"], "2026-08-07")
  })

  it("a period between two clock times has both of them", () =>
    assert.notInclude(
      planOf("shift from 22:00 on 27 March 2027 in Berlin to 06:00 on 28 March 2027 in Oslo, how long is it").steps.map(
        ({ operation }) => operation,
      ),
      "time.check_local",
    ))

  it("a feast whose day is the same everywhere needs no country, and one that many places have is a question back", () => {
    assert.deepStrictEqual(inputsOf("What date is Easter Monday 2027?"), { "feast.name": "Easter Monday", "calendar.year": 2027 })
    assert.strictEqual(planOf("When is Easter Monday in France in 2027?").steps.at(-1)?.operation, "calendar.named_holiday")
    assert.strictEqual(draftOf("When is Labour Day 2027?")._tag, "NeedsInput")
  })

  it("another date of the question shows the order, and a day that does not exist is refused", () =>
    assert.strictEqual(draftOf("Count working days in Italy from 29/02/2027 to 12/03/2027.")._tag, "Unsupported"))
})

describe("clock times", () => {
  it.each([
    ["meeting at 10:00 Tokyo time tomorrow, when is that in Berlin", "2026-11-24T10:00"],
    ["What time is it in Madrid when it is 9am on Friday 27 Nov in Lima?", "2026-11-27T09:00"],
  ])("%s converts %s, and accounts for the day", (question, reading) => {
    assert.strictEqual(inputsOf(question)["time.date_time"], reading)
    assert.isUndefined(planOf(question).unread)
  })

  it("a difference is of the day of the question, and without one it is that of now", () => {
    assert.strictEqual(inputsOf("Time difference New York–Berlin on 20 March 2027")["date.day"], "2027-03-20")
    assert.notProperty(inputsOf("time difference between Lagos and Manila"), "date.day")
  })

  it("a clock time that the operation does not take is named", () =>
    assert.include((planOf("sunset at 8pm in Porto on 3 May 2027").unread ?? []).join(" "), "8"))
})

describe("what an example question says of another value accounts for nothing", () => {
  it("a number of the question is read by an input or named", () => {
    assert.include(planOf("the 10 sunniest business days of December 2026 in Portugal").unread ?? [], "10")
    const after = planOf("10 business days after 30 november in Portugal")
    assert.isUndefined(after.unread)
    assert.deepStrictEqual(
      after.steps.map(({ input, operation }) => [operation, input["calendar.day_count"], input["calendar.date"]]),
      [["calendar.add_business_days", { _tag: "Value", value: 10 }, { _tag: "Value", value: "2026-11-30" }]],
    )
  })

  it("one day is the end of a period that begins today, and two days with `or` between them are no period", () => {
    const [until] = planOf("how many days until 25 December 2026").steps
    assert.deepStrictEqual(
      [until?.operation, until?.input["calendar.start_date"], until?.input["calendar.end_date"]],
      ["calendar.days_between", { _tag: "Value", value: "2026-11-23" }, { _tag: "Value", value: "2026-12-25" }],
    )
    assert.deepStrictEqual(
      planOf("is 1 May 2027 or 2 May 2027 a holiday in Germany").steps.map(({ operation }) => operation),
      ["calendar.is_holiday", "calendar.is_holiday"],
    )
  })

  it("a qualifier counts with its neighbour: `first light` is read, `two airports` is named", () => {
    assert.isUndefined(planOf("first light in Cape Town tomorrow").unread)
    assert.include((planOf("two airports near Nice").unread ?? []).join(" "), "two")
  })
})

describe("a question in capitals", () => {
  it("is read as if its words of English were in lower case", () =>
    assert.deepStrictEqual(inputsOf("BUSINESS DAYS IN DECEMBER 2026 IN THE US"), inputsOf("Business days in December 2026 in the US")))
})

describe("names of holidays", () => {
  it.each([
    ["is good friday 2027 a holiday in italy", "good friday", 2027],
    ["when is Thanksgiving 2026 in the US", "Thanksgiving", 2026],
    ["on which day is Karfreitag 2028 in Germany", "Karfreitag", 2028],
    ["when is Australia Day 2027 in Australia", "Australia Day", 2027],
  ])("%s has the holiday %s of %s", (question, name, year) => {
    const { "calendar.year": read, "holiday.name": holiday } = inputsOf(question)
    assert.deepStrictEqual([holiday, read], [name, year])
  })

  it("the name of a country, of a bank holiday or of a fixed day is no name of a holiday", () => {
    for (const question of [
      "bank holidays in Portugal",
      "10 business days after 30 november in Portugal",
      "is 1 May a holiday in Malaysia",
    ])
      assert.notProperty(inputsOf(question), "holiday.name")
  })
})

describe("a Unix timestamp", () => {
  it.each([
    ["ticket was created at 1795503725, convert to Berlin time", 1_795_503_725, "Europe/Berlin"],
    ["1795503725000 in Tokyo", 1_795_503_725_000, "Asia/Tokyo"],
  ])("is known by its value beside a zone: %s", (question, unix, zone) =>
    assert.deepStrictEqual(inputsOf(question), { "time.unix": unix, "time.zone": zone }),
  )

  it("is converted to the zone of a town that no zone is named after", () =>
    assert.deepStrictEqual(
      planOf("Log says send_at=1796137200. Convert to Austin time please").steps.map(({ operation }) => operation),
      ["place.search", "time.from_unix"],
    ))

  it.each(["invoice 1790000123 in Hamburg", "NIP 1795503725 in Poland", "1895503725 in Tokyo", "order 1795503725 to Berlin"])(
    "is no number that another word names, nor one of an instant more than a year from now: %s",
    (question) => {
      const draft = draftOf(question)
      const operations = draft._tag === "Planned" ? draft.plan.steps.map(({ operation }) => operation) : []
      assert.notInclude(operations, "time.from_unix")
    },
  )
})

describe("days of the week that recur", () => {
  it.each([
    ["How many Sundays are there from 1 March to 30 June 2027?", ["sunday"]],
    ["number of mondays and thursdays in March 2027", ["monday", "thursday"]],
    ["How many weekdays Mon-Fri from 7 June to 20 August 2027, both included?", ["monday", "tuesday", "wednesday", "thursday", "friday"]],
  ])("are counted in a period: %s", (question, days) => assert.deepEqual(inputsOf(question)["calendar.counted_weekdays"], days))

  it("are unread where the operation takes one day", () => {
    assert.deepEqual(planOf("do they work on Saturdays in Israel").unread, ["Saturdays"])
  })

  it("a working week in front of a period is no part of it", () => {
    const inputs = inputsOf("business days Mon-Fri from 7 June to 20 August 2027 in Spain")
    assert.deepEqual([inputs["calendar.start_date"], inputs["calendar.end_date"]], ["2027-06-07", "2027-08-20"])
  })
})

describe("the day of a clock time", () => {
  it.each([
    ["How many hours between 22:00 in Dubai on 5 Dec 2026 and 09:30 in Perth on 6 Dec 2026?", "2026-12-05T22:00", "2026-12-06T09:30"],
    [
      "How long is a flight that leaves Nairobi 23:15 on 3 March 2027 and arrives Amsterdam 06:20 next day",
      "2027-03-03T23:15",
      "2027-03-04T06:20",
    ],
    ["Flight departs Sydney 10:05 on 4 Jan 2027, lands Tokyo 18:20 same day. Duration?", "2027-01-04T10:05", "2027-01-04T18:20"],
  ])("is the one beside it, or that of the clock time before: %s", (question, start, end) => {
    assert.deepEqual(planOf(question).unread, undefined)
    const inputs = inputsOf(question)
    assert.deepEqual([inputs["time.start"], inputs["time.end"]], [start, end])
  })
})

it.each([
  ["Independence day of India 2027: which weekday?", { "calendar.year": 2027 }],
  // The day without a year is the last one before the one with it.
  [
    "We arrive on 26 February and leave on 2 March 2028. How many nights?",
    { "calendar.start_date": "2028-02-26", "calendar.end_date": "2028-03-02" },
  ],
  [
    "We arrive on 28 December and leave on 3 January 2029. How many nights?",
    { "calendar.start_date": "2028-12-28", "calendar.end_date": "2029-01-03" },
  ],
  ["Which weekday will 6 March 2027 be?", { "calendar.date": "2027-03-06" }],
])("a year is read before a colon, and before the verb: %s", (question, inputs) => assert.deepOwnInclude(inputsOf(question), inputs))

it.each([
  ["Add 6 weeks to 3 January 2027", { "calendar.date": "2027-01-03", "calendar.period": "P6W" }],
  ["subtract 10 days from 5 May 2027", { "calendar.date": "2027-05-05", "calendar.period": "-P10D" }],
  ["How many weekends are in May 2027?", { "calendar.counted_weekdays": ["saturday"] }],
])("a stretch is added to a day, and a weekend is counted by its Saturday: %s", (question, inputs) =>
  assert.deepOwnInclude(inputsOf(question), inputs),
)

it.each([
  ["how many days between 30 Sept 2026 and 15 Jan 2027", "calendar.start_date", "2026-09-30"],
  ["what weekday is the last day of February 2028", "calendar.date", "2028-02-29"],
])("an abbreviated month and the last day of one are read: %s", (question, field, day) => assert.deepEqual(inputsOf(question)[field], day))

it("the holidays of a month are no list of its year", () =>
  assert.deepInclude(inputsOf("List of public holidays in Kenya for December 2026 please"), {
    "calendar.start_date": "2026-12-01",
    "calendar.end_date": "2026-12-31",
  }))

it("the next business day after a day is what its operation answers", () => {
  const { goals, unread } = planOf("next business day after 24 Dec 2026 in London and in New York")
  assert.deepEqual([unread, goals.map(({ facts }) => facts)], [undefined, [["calendar.next_business_day"], ["calendar.next_business_day"]]])
})
