import { assert, it } from "@effect/vitest"
import { sentencesFor } from "../../../../domain/ask/answer/describe.ts"
import { days } from "../../../../domain/ask/answer/templates/days.ts"

const textsOf = (calendar: object, facts: ReadonlyArray<string>, region: string | null = null) =>
  sentencesFor(
    JSON.parse(
      JSON.stringify({
        country: { code: "DE", name: "Germany" },
        region: { code: null, name: region },
        calendar: { ...calendar, day_kinds: calendar },
      }),
    ),
    facts,
    days["calendar.is_holiday"],
  ).map(({ text }) => text)

const epiphany = { name: "Epiphany", date: "2027-01-06" }

it("a public holiday is not denied where another kind of holiday was looked up", () => {
  const calendar = {
    date: "2027-01-06",
    weekday: "wednesday",
    is_holiday: true,
    is_public_holiday: true,
    is_business_day: false,
    holidays: [epiphany],
    public_holidays: [epiphany],
    days_off: [epiphany],
    other_days: [],
    of_kinds: [],
  }
  const school = { ...calendar, kinds: ["school"], is_school: true, is_of_kinds: true }
  assert.deepEqual(textsOf(school, ["calendar.is_holiday"], "Bavaria"), [
    "6 January 2027 is a public holiday in Bavaria, Germany: Epiphany.",
    "A public holiday is a day off for schools too.",
  ])
  assert.deepEqual(textsOf(school, ["calendar.is_business_day"], "Bavaria"), [
    "It is not a business day: Epiphany.",
    "A public holiday is a day off for schools too.",
  ])
  const optional = { ...calendar, is_holiday: false, kinds: ["optional"], is_school: false, is_of_kinds: false }
  assert.deepEqual(textsOf(optional, ["calendar.is_holiday"]), [
    "6 January 2027 is a public holiday in Germany: Epiphany.",
    "The data lists no holiday of the requested kind (optional) on that day.",
  ])
})

it("a day that banks or schools alone have off is named beside the answer that it is no public holiday", () => {
  const calendar = {
    date: "2026-12-24",
    weekday: "thursday",
    is_holiday: false,
    is_public_holiday: false,
    has_town_holidays: false,
    regions: [],
    is_business_day: true,
    kinds: [],
    of_kinds: [],
    is_of_kinds: false,
    other_days: [{ name: "Christmas Eve (bank)" }],
  }
  assert.deepEqual(textsOf(calendar, ["calendar.is_holiday"]), [
    "24 December 2026, a Thursday, is not a public holiday in Germany.",
    "Listed on that day, but not as a public holiday: Christmas Eve (bank).",
  ])
})

it("a region whose towns have holidays of their own is not the answer for a town", () => {
  const calendar = {
    date: "2027-08-15",
    weekday: "sunday",
    is_holiday: false,
    is_public_holiday: false,
    has_town_holidays: true,
    towns: [{ name: "Augsburg (Assumption)" }],
  }
  assert.deepEqual(textsOf(calendar, ["calendar.is_holiday"], "Bavaria"), [
    "15 August 2027, a Sunday, is not a public holiday in the whole of Bavaria, Germany; single towns have holidays of their own, which this answer does not cover.",
    "It is a public holiday in a part of Bavaria: Augsburg (Assumption).",
  ])
})

it("a day that is a holiday in parts of a country is not one in the whole of it", () => {
  const calendar = {
    date: "2027-01-02",
    weekday: "saturday",
    is_holiday: false,
    is_public_holiday: false,
    has_town_holidays: false,
    regions: [{ name: "Scotland (January 2nd)" }],
  }
  assert.deepEqual(textsOf(calendar, ["calendar.is_holiday"]), [
    "2 January 2027, a Saturday, is not a public holiday in the whole of Germany.",
    "It is a public holiday in parts of Germany: Scotland (January 2nd).",
  ])
})

it("the last day of a period is stated with its weekday", () => {
  const calendar = {
    date: "2027-02-01",
    direction: "after",
    due_date: "2027-05-01",
    period_end: "2027-04-30",
    weekday: "saturday",
    days: 89,
  }
  assert.deepStrictEqual(
    sentencesFor({ calendar }, ["calendar.period_end"], days["calendar.add_days"]).map(({ text }) => text),
    ["A period whose first day is 1 February 2027 has Friday, 30 April 2027 as its last day."],
  )
})
