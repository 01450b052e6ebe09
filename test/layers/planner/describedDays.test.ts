import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

/** A Monday. */
const { draftOf, inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 23, 9))

describe("a described day", () => {
  it.each([
    ["what is the second Tuesday of March 2027", "2027-03-09"],
    ["What date is the last Friday of March 2027?", "2027-03-26"],
    ["last Friday of next month", "2026-12-25"],
    ["Is the last Thursday of October a holiday in Peru?", "2027-10-28"],
    ["Is the last Monday of November a holiday in Peru?", "2026-11-30"],
    ["which date is day 100 of 2027", "2027-04-10"],
    ["what weekday is the 366th day of 2028", "2028-12-31"],
    ["last day of the quarter", "2026-12-31"],
    ["first day of Q3 2027", "2027-07-01"],
    ["when does Q1 2027 end", "2027-03-31"],
    ["when does the second quarter of 2027 start", "2027-04-01"],
    ["end of quarter", "2026-12-31"],
    ["end of the year 2027", "2027-12-31"],
    ["end of month March 2027", "2027-03-31"],
  ])("is worked out: %s", (question, day) => assert.strictEqual(inputsOf(question)["calendar.date"], day))

  it.each([
    ["is 2028 a leap year", [2028]],
    ["was 1900 a leap year, is 2028, will 2100 be", [1900, 2028, 2100]],
    ["does 2027 have 53 weeks or 52", [2027]],
    ["how many weeks are in 2027", [2027]],
  ])("is no day of a question about a year: %s", (question, years) =>
    assert.deepEqual(
      planOf(question).steps.map(({ input, operation }) => [operation, input["calendar.year"]]),
      years.map((value) => ["calendar.of_year", { _tag: "Value" as const, value }]),
    ),
  )

  it("is stated with the day that it is", () => {
    const [limitation] = planOf("what is the second Tuesday of March 2027").limitations
    assert.strictEqual(limitation, "The second Tuesday of March 2027 is 9 March 2027.")
  })

  it("requests nothing with its own words: the first Monday is no next holiday", () => {
    const factsOf = (question: string) => planOf(question).goals.flatMap(({ facts }) => facts)
    assert.deepEqual(factsOf("is the first Monday in August a bank holiday in Scotland"), ["calendar.holidays"])
    assert.include(factsOf("Is next Friday a holiday in Texas, and when is the next holiday?"), "calendar.next_holiday")
  })

  it.each([
    ["When is the fifth Monday of February 2027?", /no fifth Monday of February 2027: that month has only 4/u],
    ["what weekday is the 366th day of 2027", /2027 has no day 366/u],
  ])("that does not exist is refused before anything is bought: %s", (question, sentence) => {
    const draft = draftOf(question)
    assert.match("message" in draft ? draft.message : draft._tag, sentence)
  })
})

describe("a business day of a period", () => {
  it.each([
    ["What is the third working day of March 2027 in Spain?", 3, "2027-03-01"],
    ["5th working day of February 2027 in Brazil", 5, "2027-02-01"],
    ["what date is the 2nd working day of next month in Portugal", 2, "2026-12-01"],
    ["we pay on the second last working day of the month, December 2026, Austria", -2, "2026-12-01"],
    ["penultimate business day of 2026 in Italy", -2, "2026-01-01"],
  ])("is requested by its ordinal: %s", (question, ordinal, start) =>
    assert.deepOwnInclude(inputsOf(question), { "calendar.ordinal": ordinal, "calendar.start_date": start }),
  )

  it("an ordinal in front of days after a date is their count", () =>
    assert.deepOwnInclude(inputsOf("the 5th working day after 3 March 2027 in Spain"), {
      "calendar.date": "2027-03-03",
      "calendar.day_count": 5,
    }))
})

describe("a day without a year that has just passed", () => {
  it.each([
    ["We have people starting on 2 November, they have started with 90 days probation. On which date does it end?", "2026-11-02"],
    ["Was 2 November a holiday in Brazil?", "2026-11-02"],
    ["Will 2 November be a holiday in Brazil?", "2027-11-02"],
    ["Is 2 November a holiday in Brazil?", "2027-11-02"],
  ])("is of the year that the question is about: %s", (question, day) => assert.strictEqual(inputsOf(question)["calendar.date"], day))

  it("is a choice where something is counted from it", () => {
    const draft = draftOf("90 days after 2 November")
    if (draft._tag !== "NeedsSelection") return assert.fail(draft._tag)
    assert.deepEqual(
      draft.choice.candidates.map(({ label }) => label),
      ["2 November 2026", "2 November 2027"],
    )
  })
})

describe("a weekend", () => {
  it.each([
    ["is there a full moon this weekend", ["2026-11-28", "2026-11-29"]],
    ["any public holidays in Italy next weekend", ["2026-12-05", "2026-12-06"]],
  ])("is both of its days: %s", (question, days) => {
    const { "calendar.end_date": end, "calendar.start_date": start } = inputsOf(question)
    assert.deepEqual([start, end], days)
  })

  it("is its Saturday for an operation of one day, which the plan states", () =>
    assert.include(planOf("sunset in Oslo this weekend").limitations.join(" "), "28 November 2026, its Saturday"))
})

it.each([
  ["how old is someone born on 3 May 1988", ["1988-05-03", "2026-11-23"]],
  ["our employee was born on 5 June 1990, how old is she", ["1990-06-05", "2026-11-23"]],
  ["employee started on 3 June 2019. how many full years of service has he got as of today", ["2019-06-03", "2026-11-23"]],
  ["born 3 May 1988, age on 1 January 2027", ["1988-05-03", "2027-01-01"]],
])("an age is counted from the day of birth until today, or until the day that is named: %s", (question, days) => {
  const { "calendar.end_date": end, "calendar.start_date": start } = inputsOf(question)
  assert.deepEqual([start, end], days)
})

describe("a numbered week", () => {
  it.each([
    ["week 7 of 2027, from which date till which date?", { "calendar.week": 7, "calendar.year": 2027 }],
    ["delivery in CW 9, which days", { "calendar.week": 9 }],
    ["2027-W20 dates", { "calendar.week": 20, "calendar.year": 2027 }],
  ])("is requested with its days: %s", (question, inputs) => assert.deepEqual(inputsOf(question), inputs))

  it("is a period for other operations, and without a year the next one, which the plan states", () => {
    const { "calendar.end_date": end, "calendar.start_date": start } = inputsOf("holidays in week 10 of 2026 in Spain")
    assert.deepEqual([start, end], ["2026-03-02", "2026-03-08"])
    const { limitations } = planOf("is there a full moon in week 1")
    assert.include(limitations.join(" "), "read as that of 2027")
  })

  it("is not read before a month, and a week that the year does not have is refused", () => {
    assert.notProperty(inputsOf("week 24 December which holidays in Spain"), "calendar.week")
    assert.match(JSON.stringify(draftOf("week 53 of 2027 in Germany, holidays?")), /2027 has no week 53/u)
  })
})

describe("the quarter, month or year of a question about working days", () => {
  it.each([
    ["last working day of the quarter in Germany", "2026-10-01", "2026-12-31"],
    ["first working day of the year in Spain", "2026-01-01", "2026-12-31"],
    ["how many working days are left this quarter in Germany", "2026-11-23", "2026-12-31"],
    ["next quarter last working day in Poland", "2027-01-01", "2027-03-31"],
  ])("is the one that has begun or the next one: %s", (question, first, last) => {
    const { "calendar.end_date": end, "calendar.start_date": start } = inputsOf(question)
    assert.deepEqual([start, end, planOf(question).unread], [first, last, undefined])
  })

  it("is no quarter of the moon", () =>
    assert.deepEqual(
      planOf("Moon phase on 17.12.2026 please, first or last quarter").steps.map(({ operation }) => operation),
      ["moon.phase"],
    ))

  it("is refused if it is fiscal", () =>
    assert.strictEqual(draftOf("how many business days in the fiscal year 2027 in the US")._tag, "Unsupported"))
})

it.each(["is 15 august a holiday", "is Monday a holiday", "is 26 December a working day"])(
  "a holiday without a country is a question back for the country: %s",
  (question) => {
    const draft = draftOf(question)
    assert.deepInclude(draft, { _tag: "NeedsInput" })
    assert.include(
      JSON.stringify(draft, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
      "country code",
    )
  },
)
