import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { onlyHolidays } from "../only.ts"
import { at, call, shown } from "../call.ts"

layer(onlyHolidays)("calendar.long_weekends", (it) => {
  const list = (country: string, start: string, end: string, more: Record<string, unknown> = {}) =>
    call("holidays", "calendar.long_weekends", { kind: "long_weekend", country, start, end, ...more })
  const spans = (document: unknown, path = "calendar.long_weekends") =>
    shown(document, path).map(({ date, end_date }) => `${date}/${end_date}`)

  it.effect("calendar.long_weekends lists those of a year that are made by Mondays, by Fridays and by Easter", () =>
    Effect.gen(function* () {
      // Organisation of Working Time Act 1997 of Ireland with St Brigid's Day; Easter 2027 is on 28 March, and 25 and 26 December have no substitute days by law.
      const ireland = yield* list("IE", "2027-01-01", "2027-12-31")
      assert.deepEqual(spans(ireland), [
        "2027-01-01/2027-01-03",
        "2027-01-30/2027-02-01",
        "2027-03-27/2027-03-29",
        "2027-05-01/2027-05-03",
        "2027-06-05/2027-06-07",
        "2027-07-31/2027-08-02",
        "2027-10-23/2027-10-25",
      ])
      assert.strictEqual(at(ireland, "calendar.long_weekend_count"), 7)
      // 24 December is a holiday in Poland since 2025, and a Friday in 2027.
      assert.deepEqual(spans(yield* list("PL", "2027-01-01", "2027-12-31")), [
        "2027-01-01/2027-01-03",
        "2027-03-27/2027-03-29",
        "2027-05-01/2027-05-03",
        "2027-10-30/2027-11-01",
        "2027-12-24/2027-12-26",
      ])
    }),
  )

  it.effect("calendar.long_weekends joins days off in a row to one long weekend, with its length and all its holidays", () =>
    Effect.gen(function* () {
      // 3, 4 and 5 May 2027 are Monday to Wednesday.
      const japan = yield* list("JP", "2027-05-01", "2027-05-31")
      assert.deepEqual(spans(japan), ["2027-05-01/2027-05-05"])
      assert.strictEqual(at(japan, "calendar.first_long_weekend.days"), 5)
      const england = yield* list("GB", "2027-03-01", "2027-04-30", { region: "ENG" })
      assert.deepEqual(spans(england), ["2027-03-26/2027-03-29"])
      assert.deepEqual(
        shown(england, "calendar.first_long_weekend.holidays").map(({ name }) => name),
        ["Good Friday", "Easter Monday"],
      )
    }),
  )

  it.effect("calendar.long_weekends counts the substitute days of holidays on a weekend", () =>
    Effect.gen(function* () {
      // 25 and 26 December 2027 are Saturday and Sunday, with Monday and Tuesday off in England and Friday 24 December off for federal employees in the United States.
      assert.deepEqual(spans(yield* list("GB", "2027-12-01", "2027-12-31", { region: "ENG" })), ["2027-12-25/2027-12-28"])
      assert.deepEqual(spans(yield* list("US", "2027-12-01", "2027-12-31")), ["2027-12-24/2027-12-26", "2027-12-31/2028-01-02"])
    }),
  )

  it.effect("a long weekend is of the period in which its holiday outside the weekend is", () =>
    Effect.gen(function* () {
      // 1 January 2023 was a Sunday, with Monday 2 January off in England.
      assert.deepEqual(spans(yield* list("GB", "2022-12-28", "2023-01-01", { region: "ENG" })), [])
      assert.deepEqual(spans(yield* list("GB", "2023-01-01", "2023-01-31", { region: "ENG" })), ["2022-12-31/2023-01-02"])
      assert.deepEqual(spans(yield* list("ZA", "2027-08-09", "2027-08-09")), ["2027-08-07/2027-08-09"])
      // A feast on a Sunday, a weekend and a Saturday lie in one.
      assert.deepEqual(spans(yield* list("GB", "2027-03-28", "2027-03-28", { region: "ENG" })), ["2027-03-26/2027-03-29"])
      assert.deepEqual(spans(yield* list("IE", "2027-05-01", "2027-05-02")), ["2027-05-01/2027-05-03"])
      assert.deepEqual(spans(yield* list("PL", "2027-10-30", "2027-10-30")), ["2027-10-30/2027-11-01"])
      assert.deepEqual(spans(yield* list("PL", "2027-10-23", "2027-10-24")), [])
    }),
  )

  it.effect("calendar.long_weekends reads the weekend of the country", () =>
    Effect.gen(function* () {
      // Friday and Saturday in Egypt: Thursday 6 October 2022 and Sunday 25 April 2027.
      assert.deepEqual(spans(yield* list("EG", "2022-10-01", "2022-10-31")), ["2022-10-06/2022-10-08"])
      assert.deepEqual(spans(yield* list("EG", "2027-04-20", "2027-04-30")), ["2027-04-23/2027-04-25"])
    }),
  )

  it.effect("a bridge day is a single working day between a holiday and a weekend", () =>
    Effect.gen(function* () {
      const austria = yield* list("AT", "2027-01-01", "2027-12-31")
      assert.deepEqual(
        shown(austria, "calendar.bridge_days").map((each) => at(each, "bridge_day")),
        ["2027-05-07", "2027-05-28", "2027-10-25"],
      )
      assert.deepEqual(spans(austria, "calendar.bridge_days"), ["2027-05-06/2027-05-09", "2027-05-27/2027-05-30", "2027-10-23/2027-10-26"])
      const none = yield* list("IE", "2027-04-01", "2027-04-30")
      assert.deepEqual([spans(none), spans(none, "calendar.bridge_days")], [[], []])
    }),
  )

  it.effect("calendar.long_weekends counts the holidays of a region", () =>
    Effect.gen(function* () {
      // Epiphany and Corpus Christi are holidays in Bavaria, and not in the whole of Germany: Friday 6 January 2023.
      assert.deepEqual(spans(yield* list("DE", "2023-01-01", "2023-01-31")), [])
      assert.deepEqual(spans(yield* list("DE", "2023-01-01", "2023-01-31", { region: "BY" })), ["2023-01-06/2023-01-08"])
    }),
  )

  it.effect("a country whose days off are moved each year, and one whose weekend is a single day, are refused", () =>
    Effect.gen(function* () {
      assert.include(String((yield* Effect.flip(list("CN", "2027-01-01", "2027-12-31"))).message), "moves days off")
      assert.include(String((yield* Effect.flip(list("IN", "2027-01-01", "2027-12-31"))).message), "sunday alone")
      // Republic Day, 26 January 2026, was a Monday.
      const weekend = { "calendar.weekend": ["saturday", "sunday"] }
      assert.deepEqual(spans(yield* list("IN", "2026-01-20", "2026-01-31", weekend)), ["2026-01-24/2026-01-26"])
    }),
  )
})
