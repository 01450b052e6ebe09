import { assert, describe, it } from "@effect/vitest"
import type { Binding } from "../../../domain/ask/Plan.ts"
import { plansAt } from "./plansAt.ts"

/** A Tuesday. */
const now = Date.UTC(2026, 10, 24, 9)
const { draftOf, planOf } = plansAt(now)

/** The operation of the last step with the inputs that the question gives. */
const stepOf = (question: string): Readonly<Record<string, unknown>> => {
  const step = planOf(question).steps.at(-1)!
  const inputs = Object.entries(step.input).flatMap(([field, binding]) =>
    binding._tag === "Value" ? [[field, binding.value] as const] : [],
  )
  return { operation: step.operation, ...Object.fromEntries(inputs) }
}

describe("the days of a period", () => {
  it.each([
    // The last day of a whole month or year is counted too: 28 February to 1 March is one day more.
    ["how many days does February 2028 have", "2028-02-01", "2028-03-01"],
    ["how many days from 1 to 28 February 2027", "2027-02-01", "2027-02-28"],
    ["how many days until the end of the year", "2026-11-24", "2026-12-31"],
    // What is left begins today, and what began lasts until today.
    ["our contract ends 14 February 2027, how many days left?", "2026-11-24", "2027-02-14"],
    ["employee started on 3 June 2019, how many years and months of service has she", "2019-06-03", "2026-11-24"],
    // Of a moment the day.
    ["how many days left until 2027-02-14T23:59:59Z", "2026-11-24", "2027-02-14"],
    ["how many days between now and the end of January 2027", "2026-11-24", "2027-01-31"],
    ["how many days from tomorrow to the end of february", "2026-11-25", "2027-02-28"],
    ["how many days since 1 January 2026", "2026-01-01", "2026-11-24"],
  ])("%s: from %s to %s", (question, start, end) =>
    assert.deepStrictEqual(stepOf(question), {
      operation: "calendar.days_between",
      "calendar.start_date": start,
      "calendar.end_date": end,
    }),
  )
})

it("the end of a period that begins now is no day by itself", () =>
  assert.deepStrictEqual(stepOf("full moons between now and end of february 2027"), {
    operation: "moon.phases",
    "calendar.start_date": "2026-11-24",
    "calendar.end_date": "2027-02-28",
  }))

it("`days left` is no past, so that the period is not one of the year before", () =>
  assert.strictEqual(stepOf("how many weekdays left from tomorrow to dec 18")["calendar.end_date"], "2026-12-18"))

describe("stretches of time in a question", () => {
  it.each([
    ["What date is 90 days after 3 March 2027?", "2027-03-03", "P90D"],
    ["30 days from today is which date", "2026-11-24", "P30D"],
    ["18 December 2026 minus 10 days", "2026-12-18", "-P10D"],
    ["three months before 31 May 2027", "2027-05-31", "-P3M"],
    ["1 year and 6 months after 1 July 2027 is which date", "2027-07-01", "P1Y6M"],
  ])("%s counts from %s the period %s", (question, date, period) => {
    assert.deepStrictEqual(stepOf(question), { operation: "calendar.add_days", "calendar.date": date, "calendar.period": period })
    assert.isUndefined(planOf(question).unread)
  })

  it("business days are counted by a calendar, and days that are converted to hours are no date", () => {
    assert.strictEqual(stepOf("10 business days after 30 november in Portugal").operation, "calendar.add_business_days")
    assert.strictEqual(stepOf("how many hours are 3 days").operation, "unit.convert")
  })

  it.each([
    ["full moon in the next 10 days", "2026-11-24", "2026-12-04"],
    ["holidays in Norway over the next two weeks", "2026-11-24", "2026-12-08"],
    ["days until the end of March", "2026-11-24", "2027-03-31"],
    ["public holidays in Poland until end of this year", "2026-11-24", "2026-12-31"],
  ])("%s is about the days from %s to %s", (question, start, end) => {
    const step = stepOf(question)
    assert.deepStrictEqual([step["calendar.start_date"], step["calendar.end_date"]], [start, end])
  })

  it("the end of a month is its last day, and the plan states it", () => {
    const question = "sunset in Porto at the end of June"
    assert.strictEqual(stepOf(question)["date.day"], "2027-06-30")
    assert.include(planOf(question).limitations.join(" "), "30 June 2027")
  })

  it("a first day of a month that stands for the month is stated", () =>
    assert.include(planOf("when is sunrise in June in Oslo").limitations.join(" "), "June is read as 1 June 2027."))
})

describe("the next spring or autumn", () => {
  it("is that of the next year where both hemispheres have it in one", () => {
    const plan = plansAt(Date.UTC(2026, 10, 27, 9)).planOf("when do the clocks change in the UK next spring")
    assert.deepEqual([plan.steps[0]!.input["calendar.year"], plan.unread], [{ _tag: "Value", value: 2027 }, undefined])
    assert.include(plan.limitations, '"next spring" is read as that of 2027.')
  })

  it("is not read in the months in which they differ", () => {
    const { planOf } = plansAt(Date.UTC(2027, 4, 3, 9))
    assert.include(planOf("when do the clocks change in the UK next spring").unread?.join(" "), "next")
  })
})

describe("the year of a day", () => {
  it.each([
    ["sunrise helsinki 6 december this year", "date.day", "2026-12-06"],
    ["is 5 January next year a holiday in Spain", "calendar.date", "2027-01-05"],
    ["weekday of 4 July in 2030", "calendar.date", "2030-07-04"],
    ["is 6 January off in Munich in 2028", "calendar.date", "2028-01-06"],
  ])("%s has the day of the year that the question names", (question, field, day) => {
    assert.strictEqual(stepOf(question)[field], day)
    assert.isUndefined(planOf(question).unread)
  })

  it.each([
    ["sunset in Dublin on St Patrick's Day 2027", "2027-03-17"],
    ["moon phase on Easter Sunday 2027", "2027-03-28"],
    ["sunset in Rome on Whit Monday next year", "2027-05-17"],
  ])("a feast with one day everywhere is a day: %s", (question, day) => assert.strictEqual(stepOf(question)["date.day"], day))
})

describe("months of a difference and of an offset", () => {
  it.each([
    ["hrs difference Sao Paulo - Madrid in december", "time.difference", "2026-12"],
    ["time difference between Lima and Madrid in January", "time.difference", "2027-01"],
    ["is Istanbul on summer time in July", "time.offset", "2027-07"],
    ["Nuuk, which UTC offset in winter", "time.offset", "2027-01"],
    ["utc offset of Santiago in winter", "time.offset", "2027-07"],
  ])("%s is answered by %s for %s", (question, operation, month) => {
    const step = stepOf(question)
    assert.deepStrictEqual([step.operation, step["calendar.month"]], [operation, month])
    assert.isUndefined(planOf(question).unread)
  })

  it("the winter of places on both hemispheres is a question back, because it is two seasons", () =>
    assert.strictEqual(draftOf("how many hours is Sydney ahead of London in winter")._tag, "NeedsSelection"))
})

describe("clock times with their offset or their end", () => {
  it.each([
    ["2026-12-14T16:30:00+04:00 as local time Madrid", "2026-12-14T12:30", "Etc/UTC", "Europe/Madrid"],
    ["2026-12-14T16:30:00Z in Tokyo time", "2026-12-14T16:30", "Etc/UTC", "Asia/Tokyo"],
  ])("a written offset is read: %s", (question, reading, from, to) => {
    const step = stepOf(question)
    assert.deepStrictEqual([step["time.date_time"], step["time.from"], step["time.to"]], [reading, from, to])
    assert.isUndefined(planOf(question).unread)
  })

  it("both ends of a period between two clock times are converted, from the zone beside them", () => {
    const { steps, unread } = planOf("tomorrow 9am to 5pm Berlin time in Tokyo")
    assert.deepStrictEqual(
      steps.map(({ operation }) => operation),
      ["time.convert", "time.convert"],
    )
    assert.deepStrictEqual(
      steps.map(({ input }) => ["time.date_time", "time.from"].map((field) => input[field])),
      ["2026-11-25T09:00", "2026-11-25T17:00"].map((value): Array<Binding | undefined> => [
        { _tag: "Value", value },
        { _tag: "Value", value: "Europe/Berlin" },
      ]),
    )
    assert.isUndefined(unread)
  })

  it.each(["what time is 15:30 for London", "if the call is at 15:30, what time is that for the colleagues in Hanoi?"])(
    "a clock time whose zone is not named is a question back: %s",
    (question) => assert.strictEqual(draftOf(question)._tag, "NeedsInput"),
  )

  it("the timestamp of a time is requested by its name only", () => {
    assert.deepStrictEqual(stepOf("Need unix timestamp (seconds) of 15 Jan 2027, 09:00 in Chicago"), {
      operation: "time.to_unix",
      "time.date_time": "2027-01-15T09:00",
      "time.unix_unit": "seconds",
      "time.zone": "America/Chicago",
    })
    assert.strictEqual(stepOf("1795535999 epoch to utc").operation, "time.from_unix")
  })
})

describe("the working week of a question", () => {
  it.each([
    ["working days in May 2027 in India, Monday to Saturday", ["sunday"]],
    ["working days in February 2027, Austria, mon-fri", ["saturday", "sunday"]],
    ["business days in Israel in May 2027, Sun-Thu", ["friday", "saturday"]],
  ])("its other days are the weekend: %s", (question, weekend) => assert.deepStrictEqual(stepOf(question)["calendar.weekend"], weekend))

  it("a weekday in the name of a feast is no weekend", () =>
    assert.notProperty(stepOf("business days between Epiphany 2027 and Good Friday 2027 in Germany"), "calendar.weekend"))
})

describe("what is left of a period", () => {
  it.each([
    ["remaining public holidays south africa until end of this year", "2026-11-24", "2026-12-31"],
    ["how many federal holidays are left in the USA this year", "2026-11-24", "2026-12-31"],
    ["how many holidays are left in 2026 in Japan", "2026-11-24", "2026-12-31"],
    ["working days left this month in Austria", "2026-11-24", "2026-11-30"],
    ["holidays left in 2027 in Japan", "2027-01-01", "2027-12-31"],
  ])("%s begins on %s", (question, start, end) => {
    const step = stepOf(question)
    assert.deepStrictEqual([step["calendar.start_date"], step["calendar.end_date"]], [start, end])
    assert.isUndefined(planOf(question).unread)
  })

  it("a count of business days may have a country before them", () =>
    assert.strictEqual(stepOf("invoice dated today, due 5 US business days later. due date?")["calendar.day_count"], 5))
})

describe("simple questions for a clock", () => {
  it.each([
    ["utc offset of kathmandu", "time.zone_at"],
    ["nepal utc offset?", "time.now"],
    ["arizona daylight savings yes or no", "time.clock_changes"],
  ])("%s is answered by %s without an approval", (question, operation) => {
    const { isUncertain, steps, unread } = planOf(question)
    assert.deepStrictEqual([steps.at(-1)?.operation, isUncertain, unread], [operation, undefined, undefined])
  })

  it.each([
    "We've a call booked at 9am Dublin time on 15 January 2027; what does the Perth office put in its diary?",
    "Webinar 16 March 2027, 10:00 a.m. New York time. Which hour do I print for London attendees?",
  ])("a clock time for an office elsewhere is converted: %s", (question) => {
    assert.deepStrictEqual(
      planOf(question).steps.map(({ operation }) => operation),
      ["time.convert"],
    )
    assert.isUndefined(planOf(question).unread)
  })
})

describe("the sun at a clock time", () => {
  it.each([
    ["will it be dark at 8pm in Porto on 3 May 2027", "2027-05-03T20:00"],
    ["sun azimuth and height Cape Town 12 dec 2026 17:30 local?", "2026-12-12T17:30"],
    ["Is the sun already down in Copenhagen on 3 December 2026 at 5 pm?", "2026-12-03T17:00"],
  ])("%s is its position at %s", (question, reading) => {
    const step = stepOf(question)
    assert.deepStrictEqual([step["operation"], step["time.date_time"]], ["sun.position", reading])
    assert.isUndefined(planOf(question).unread)
  })

  it("a question without a clock time is one for the times of the sun", () =>
    assert.strictEqual(stepOf("When does it get dark in Rome tonight?")["operation"], "sun.times"))
})

it("the country in brackets behind an abbreviation of several zones says which is meant", () => {
  assert.strictEqual(stepOf("9:00 IST (India) tomorrow in Oslo")["time.from"], "Asia/Kolkata")
  assert.strictEqual(draftOf("9:00 IST tomorrow in Oslo")._tag, "NeedsSelection")
})

it.each([
  ["Business days in Germany in Q1?", "2027-01-01", "2027-03-31"],
  ["How many business days did Germany have in Q1?", "2026-01-01", "2026-03-31"],
  ["Business days in Germany in Q4?", "2026-10-01", "2026-12-31"],
  ["business days in Spain in the second quarter of 2026", "2026-04-01", "2026-06-30"],
  ["Public holidays in Italy in may", "2027-05-01", "2027-05-31"],
])("a quarter or a month without a year is the next one, unless the question is about the past: %s", (question, start, end) =>
  assert.deepOwnInclude(stepOf(question), { "calendar.start_date": start, "calendar.end_date": end }),
)

it("a quarter without a year is stated with the year that it is read as", () =>
  assert.include(planOf("Business days in Germany in Q1?").limitations, '"Q1" is read as quarter 1 of 2027.'))

it.each([
  ["Austria holidays May to August 2027", "2027-05-01", "2027-08-31"],
  ["public holidays in Sweden between May and August", "2027-05-01", "2027-08-31"],
  ["public holidays in France in November and December 2027", "2027-11-01", "2027-12-31"],
  ["working days in Spain from November 2026 to February 2027", "2026-11-01", "2027-02-28"],
  ["bank holidays in Ireland for the first half of 2027", "2027-01-01", "2027-06-30"],
  ["holidays in Poland in the week of 3 May 2027", "2027-05-03", "2027-05-09"],
  ["How many days are in the first quarter of 2028", "2028-01-01", "2028-04-01"],
  ["How many days are in this month?", "2026-11-01", "2026-12-01"],
])("months, halves, quarters and the week of a day are whole periods: %s", (question, start, end) =>
  assert.deepOwnInclude(stepOf(question), { "calendar.start_date": start, "calendar.end_date": end }),
)

it("a stretch before a day is no day before today", () =>
  assert.deepOwnInclude(stepOf("What date is two days before New Year's Eve?"), {
    "calendar.date": "2026-12-31",
    "calendar.period": "-P2D",
  }))

it("a day and a feast are the ends of a period", () =>
  assert.deepInclude(stepOf("how many business days from Dec 1 to Christmas in Nova Scotia"), {
    "calendar.start_date": "2026-12-01",
    "calendar.end_date": "2026-12-25",
  }))

describe("the rest of a period", () => {
  it.each([
    "How many working days are left this year in North Rhine-Westphalia counting today?",
    "How many working days are left this year in North Rhine-Westphalia, including today?",
    "How many working days are left this year in North Rhine-Westphalia?",
  ])("begins today, and ends with the period: %s", (question) => {
    assert.deepStrictEqual(stepOf(question), {
      operation: "calendar.business_days",
      "country.code": "DE",
      "region.code": "DE-NW",
      "calendar.start_date": "2026-11-24",
      "calendar.end_date": "2026-12-31",
    })
    assert.isUndefined(planOf(question).unread)
  })

  it.each([
    "How many working days are left this year in Bavaria, not counting today?",
    "How many working days are left this year in Bavaria, without counting today?",
    "How many working days are left this year in Bavaria excluding today?",
  ])("without today waits: %s", (question) => assert.isDefined(planOf(question).unread))
})

describe("a stretch of days behind another day", () => {
  it.each([
    ["Check in 30 January, 5 nights, when is check out", "2027-01-30", "P5D"],
    ["if a guest checks in 22 december 2026 and stays 13 nights, when is the check out", "2026-12-22", "P13D"],
    ["Our vessel leaves Hai Phong on 9 January 2027 and sails for 34 days, on what date does it arrive?", "2027-01-09", "P34D"],
    ["A new colleague starts on 11 January 2027, what is the date exactly 26 weeks later?", "2027-01-11", "P26W"],
  ])("is counted from that day, and not from today: %s", (question, date, period) =>
    assert.deepStrictEqual(stepOf(question), { operation: "calendar.add_days", "calendar.date": date, "calendar.period": period }),
  )
})

it("a day before 1900 has its weekday", () =>
  assert.deepStrictEqual(stepOf("My great grandfather was born on February 29, 1896. What day of the week was that?"), {
    operation: "calendar.weekday",
    "calendar.date": "1896-02-29",
  }))
