import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layer as builtin } from "../../../layers/sources/builtin.ts"
import { at, call } from "./call.ts"

interface Shown {
  readonly date: string
  readonly end_date: string
  readonly name: string
  readonly local_name: string
  readonly substitute: boolean
  readonly day_off: boolean
  readonly starts_at: string | null
}
const shown = (document: unknown, path = "calendar.holidays"): ReadonlyArray<Shown> => {
  const found = at(document, path)
  return Array.isArray(found) ? found : []
}

layer(builtin)("calendar.public_holidays", (it) => {
  const list = (country: string, year: number, more: Record<string, unknown> = {}) =>
    call("holidays", "calendar.public_holidays", { country, year, ...more })
  /** Month and day of each, with a star where it is a substitute. */
  const days = (document: unknown) => shown(document).map((holiday) => holiday.date.slice(5) + (holiday.substitute ? "*" : ""))
  const named = (document: unknown, name: string) => shown(document).filter((holiday) => holiday.name === name)

  it.effect("lists a whole year of countries whose law is known", () =>
    Effect.gen(function* () {
      const years: ReadonlyArray<readonly [string, number, string, string?]> = [
        ["DE", 2026, "01-01 04-03 04-06 05-01 05-14 05-25 10-03 12-25 12-26"],
        ["FR", 2026, "01-01 04-06 05-01 05-08 05-14 05-25 07-14 08-15 11-01 11-11 12-25"],
        ["PL", 2026, "01-01 01-06 04-05 04-06 05-01 05-03 05-24 06-04 08-15 11-01 11-11 12-24 12-25 12-26"],
        // U.S. Office of Personnel Management: Juneteenth, Independence Day, Christmas and the New Year of 2022 fell on weekends.
        ["US", 2021, "01-01 01-18 02-15 05-31 06-18* 06-19 07-04 07-05* 09-06 10-11 11-11 11-25 12-24* 12-25 12-31*"],
        // gov.uk: the jubilee, the Queen's funeral, and substitutes of New Year's Day and Christmas Day.
        ["GB", 2022, "01-01 01-03* 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-25 12-26 12-27*", "ENG"],
        ["GB", 2026, "01-01 01-02 04-03 05-04 05-25 08-03 11-30 12-25 12-26 12-28*", "SCT"],
        // Cabinet Office of Japan: equinoxes, a substitute on 6 May, and a citizens' holiday between two others.
        ["JP", 2026, "01-01 01-12 02-11 02-23 03-20 04-29 05-03 05-04 05-05 05-06* 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23"],
        // Hong Kong's seventeen general holidays.
        ["HK", 2026, "01-01 02-17 02-18 02-19 04-03 04-04 04-06 04-07 05-01 05-25 06-19 07-01 09-26 10-01 10-19 12-25 12-26"],
      ]
      for (const [country, year, expected, region] of years) {
        const document = yield* list(country, year, region === undefined ? {} : { region })
        assert.deepEqual([country, ...days(document)], [country, ...expected.split(" ")])
        assert.strictEqual(at(document, "calendar.holiday_count"), expected.split(" ").length)
      }
    }),
  )

  it.effect("computes movable feasts far from today", () =>
    Effect.gen(function* () {
      // Easter Sundays of the Gregorian computus, earliest and latest included; Orthodox ones after them.
      const western = ["1970-03-29", "2000-04-23", "2008-03-23", "2024-03-31", "2038-04-25", "2100-03-28"]
      for (const date of western) {
        assert.include(days(yield* list("PL", Number(date.slice(0, 4)))), date.slice(5))
      }
      for (const date of ["2024-05-05", "2025-04-20", "2026-04-12", "2027-05-02"]) {
        assert.deepEqual(
          named(yield* list("GR", Number(date.slice(0, 4))), "Easter Sunday").map((holiday) => holiday.date),
          [date],
        )
      }
      assert.deepEqual(
        named(yield* list("IL", 2026), "Day of Atonement (Yom Kippur)").map((holiday) => holiday.date),
        ["2026-09-21"],
      )
      assert.deepEqual(
        named(yield* list("SG", 2025), "Chinese New Year").map((holiday) => holiday.date),
        ["2025-01-29", "2025-01-30"],
      )
      assert.deepEqual(
        named(yield* list("NZ", 2023), "Matariki").map((holiday) => holiday.date),
        ["2023-07-14"],
      )
    }),
  )

  it.effect("knows what a region has and its country has not", () =>
    Effect.gen(function* () {
      const bavaria = yield* list("DE", 2026, { region: "DE-BY" })
      assert.deepEqual([at(bavaria, "region.code"), at(bavaria, "region.name")], ["DE-BY", "Bayern"])
      assert.includeMembers(days(bavaria), ["01-06", "06-04", "11-01"])
      assert.notIncludeMembers(days(yield* list("DE", 2026)), ["01-06", "06-04", "11-01"])
      // Peace Festival, in the city of Augsburg only.
      assert.include(days(yield* list("DE", 2026, { region: "by-a" })), "08-08")
      assert.notInclude(days(bavaria), "08-08")
      assert.include(days(yield* list("US", 2026, { region: "US-LA" })), "02-17")
      assert.include(days(yield* list("CA", 2026, { region: "QC" })), "06-24")
      assert.isNull(at(yield* list("DE", 2026), "region.code"))
    }),
  )

  it.effect("is right where the data set is not: China, Korea, Cyprus, Greece, the Emirates", () =>
    Effect.gen(function* () {
      const dates = (document: unknown, name: string) => named(document, name).map((holiday) => [holiday.date, holiday.end_date].join("/"))
      const spring = (from: string, ...more: ReadonlyArray<string>) => [from, ...more].map((date) => `${date}/${date}`)
      // Decree 795: four days from 2025, the eve among them; before that the first three of the year.
      assert.deepEqual(dates(yield* list("CN", 2026), "Spring Festival"), spring("2026-02-16", "2026-02-17", "2026-02-18", "2026-02-19"))
      assert.deepEqual(dates(yield* list("CN", 2019), "Spring Festival"), spring("2019-02-05", "2019-02-06", "2019-02-07"))
      assert.deepEqual(dates(yield* list("CN", 2026), "Labour Day"), spring("2026-05-01", "2026-05-02"))
      assert.match(String(at(yield* list("CN", 2026), "calendar.notes")), /weekends/)
      assert.deepEqual(dates(yield* list("KR", 2025), "Korean New Year"), ["2025-01-28/2025-01-30"])
      assert.deepEqual(dates(yield* list("KR", 2026), "Korean New Year"), ["2026-02-16/2026-02-18"])
      assert.deepEqual(dates(yield* list("CY", 2026), "Green Monday"), ["2026-02-23/2026-02-23"])
      assert.include(days(yield* list("CY", 2026)), "06-01")
      assert.deepEqual(dates(yield* list("GR", 2026), "Clean Monday"), ["2026-02-23/2026-02-23"])
      const emirates = yield* list("AE", 2025)
      assert.deepEqual(dates(emirates, "National Day"), spring("2025-12-02", "2025-12-03"))
      assert.strictEqual(named(emirates, "Arafat Day").length, 1)
      assert.strictEqual(named(emirates, "First day of Ramadan").length, 0)
    }),
  )

  it.effect("names holidays in English and in the country's own language, without decoration", () =>
    Effect.gen(function* () {
      const names = (document: unknown, date: string) =>
        shown(document)
          .filter((holiday) => holiday.date === date)
          .map((holiday) => [holiday.name, holiday.local_name])
      assert.deepEqual(names(yield* list("DE", 2026), "2026-04-03"), [["Good Friday", "Karfreitag"]])
      assert.deepEqual(names(yield* list("JP", 2026), "2026-05-06"), [["Constitution Day", "憲法記念日"]])
      assert.deepEqual(names(yield* list("GB", 2022, { region: "ENG" }), "2022-12-27"), [["Christmas Day", "Christmas Day"]])
    }),
  )

  it.effect("lists other kinds of days on demand, half days marked", () =>
    Effect.gen(function* () {
      const document = yield* list("AT", 2026, { types: ["bank"] })
      assert.deepEqual(
        shown(document).map((holiday) => [holiday.date, holiday.starts_at, holiday.day_off]),
        [
          ["2026-12-24", "14:00", false],
          ["2026-12-31", "14:00", false],
        ],
      )
      const observances = yield* list("DE", 2026, { types: ["public", "observance"] })
      assert.isAbove(shown(observances).length, 9)
    }),
  )

  it.effect("says where its knowledge ends", () =>
    Effect.gen(function* () {
      assert.match(String(at(yield* list("SA", 2026), "calendar.notes")), /moon/)
      assert.match(String(at(yield* list("SA", 2077), "calendar.notes")), /up to 2076/)
      assert.match(String(at(yield* list("IL", 2100), "calendar.notes")), /up to 2099/)
      assert.deepEqual(at(yield* list("FR", 2100), "calendar.notes"), [])
    }),
  )

  it.effect("refuses what cannot be, before a call", () =>
    Effect.gen(function* () {
      const wrong: ReadonlyArray<readonly [Record<string, unknown>, string]> = [
        [{ year: 1969 }, "calendar.year"],
        [{ year: 2101 }, "calendar.year"],
        [{ year: 2026.5 }, "calendar.year"],
        [{ year: "2026" }, "calendar.year"],
        [{ country: "ZZ" }, "country.code"],
        [{ country: "Germany" }, "country.code"],
        [{ region: "XX" }, "region.code"],
        [{ region: "AT-9" }, "region.code"],
        [{ region: "../../etc" }, "region.code"],
        [{ types: [] }, "holiday.types"],
        [{ types: ["party"] }, "holiday.types"],
      ]
      for (const [change, field] of wrong) {
        const refusal = yield* Effect.flip(call("holidays", "public_holidays", { country: "DE", year: 2026, ...change }))
        assert.strictEqual(refusal._tag === "invalid_source_input" && refusal.field, field, JSON.stringify(change))
      }
    }),
  )
})

layer(builtin)("calendar.is_holiday", (it) => {
  const ask = (country: string, date: string, more: Record<string, unknown> = {}) =>
    call("holidays", "calendar.is_holiday", { country, date, ...more })
  const verdict = (document: unknown) => ["is_holiday", "is_weekend", "is_business_day"].map((fact) => at(document, `calendar.${fact}`))

  it.effect("tells holidays, weekends and working days apart", () =>
    Effect.gen(function* () {
      assert.deepEqual(verdict(yield* ask("FR", "2026-07-14")), [true, false, false])
      assert.deepEqual(verdict(yield* ask("FR", "2026-07-15")), [false, false, true])
      assert.deepEqual(verdict(yield* ask("FR", "2026-08-15")), [true, true, false])
      // Friday and Saturday are Egypt's weekend; 2026-07-05 is a Sunday.
      assert.deepEqual(verdict(yield* ask("EG", "2026-07-05")), [false, false, true])
      assert.deepEqual(verdict(yield* ask("EG", "2026-07-03")), [false, true, false])
      assert.strictEqual(at(yield* ask("EG", "2026-07-03"), "calendar.weekday"), "friday")
    }),
  )

  it.effect("answers for the region that was named", () =>
    Effect.gen(function* () {
      assert.deepEqual(verdict(yield* ask("DE", "2026-06-04")), [false, false, true])
      assert.deepEqual(verdict(yield* ask("DE", "2026-06-04", { region: "BY" })), [true, false, false])
      assert.deepEqual(verdict(yield* ask("GB", "2026-04-06", { region: "ENG" })), [true, false, false])
      assert.deepEqual(verdict(yield* ask("GB", "2026-04-06", { region: "GB-SCT" })), [false, false, true])
    }),
  )

  it.effect("does not take a day of some people, or half a day, for everybody's day off", () =>
    Effect.gen(function* () {
      // Children's Day in China is for those below 14.
      assert.deepEqual(verdict(yield* ask("CN", "2026-06-01")), [true, false, true])
      assert.deepEqual(verdict(yield* ask("DE", "2026-12-24")), [false, false, true])
      assert.deepEqual(verdict(yield* ask("DE", "2026-12-24", { types: ["bank"] })), [true, false, true])
    }),
  )

  it.effect("counts every day of a feast of several days, also over the turn of the year", () =>
    Effect.gen(function* () {
      for (const date of ["2026-02-16", "2026-02-17", "2026-02-18"]) assert.isTrue(at(yield* ask("KR", date), "calendar.is_holiday"))
      assert.isFalse(at(yield* ask("KR", "2026-02-19"), "calendar.is_holiday"))
      // Hanukkah 5785 began at sunset of 25 December 2024 and lasted eight days, to 2 January.
      const hanukkah = yield* ask("IL", "2025-01-02", { types: ["school"] })
      assert.deepEqual(
        shown(hanukkah).map((holiday) => holiday.name),
        ["Hanukkah"],
      )
      assert.isFalse(at(yield* ask("IL", "2025-01-03", { types: ["school"] }), "calendar.is_holiday"))
    }),
  )

  it.effect("finds a substitute day that lies in the year before its holiday, and the next holiday across years", () =>
    Effect.gen(function* () {
      const eve = yield* ask("US", "2021-12-31")
      assert.isTrue(at(eve, "calendar.is_holiday"))
      assert.strictEqual(at(eve, "calendar.next_holiday.date"), "2022-01-01")
      assert.strictEqual(at(yield* ask("JP", "2026-05-06"), "calendar.next_holiday.date"), "2026-07-20")
      assert.strictEqual(at(yield* ask("DE", "2026-12-27"), "calendar.next_holiday.date"), "2027-01-01")
      assert.isNull(at(yield* ask("DE", "2100-12-31"), "calendar.next_holiday"))
    }),
  )

  it.effect("takes only dates that exist, of the years that it covers", () =>
    Effect.gen(function* () {
      for (const date of [
        "2026-02-29",
        "2026-2-1",
        "2026-13-01",
        "20260101",
        "1969-12-31",
        "2101-01-01",
        "tomorrow",
        "2026-01-01T00:00:00Z",
        "",
      ]) {
        assert.strictEqual((yield* Effect.flip(ask("DE", date)))._tag, "invalid_source_input", date)
      }
      assert.strictEqual(at(yield* ask("DE", "2028-02-29"), "calendar.weekday"), "tuesday")
      assert.isTrue(at(yield* ask("DE", "1970-01-01"), "calendar.is_holiday"))
    }),
  )
})

layer(builtin)("calendar.business_days", (it) => {
  const count = (country: string, start: string, end: string, more: Record<string, unknown> = {}) =>
    call("holidays", "calendar.business_days", { country, start, end, ...more })
  const facts = (document: unknown) =>
    ["days", "business_days", "weekend_days", "holiday_days"].map((fact) => at(document, `calendar.${fact}`))

  it.effect("counts the year 2026 as payrolls do", () =>
    Effect.gen(function* () {
      // 2026 has 261 weekdays. Federal holidays: 11 on weekdays. England: 8. Bavaria: 9.
      assert.deepEqual(facts(yield* count("US", "2026-01-01", "2026-12-31")), [365, 250, 104, 11])
      assert.deepEqual(facts(yield* count("GB", "2026-01-01", "2026-12-31", { region: "ENG" })), [365, 253, 104, 8])
      assert.deepEqual(facts(yield* count("DE", "2026-01-01", "2026-12-31", { region: "BY" })), [365, 252, 104, 9])
    }),
  )

  it.effect("includes both ends and names the holidays that it left out", () =>
    Effect.gen(function* () {
      const document = yield* count("DE", "2026-12-21", "2027-01-06")
      assert.deepEqual(facts(document), [17, 11, 4, 2])
      assert.deepEqual(
        shown(document).map((holiday) => holiday.date),
        ["2026-12-25", "2027-01-01"],
      )
      assert.deepEqual(facts(yield* count("DE", "2026-12-21", "2026-12-21")), [1, 1, 0, 0])
      assert.deepEqual(facts(yield* count("DE", "2026-12-25", "2026-12-25")), [1, 0, 0, 1])
      const none = yield* count("DE", "2026-12-25", "2026-12-27")
      assert.deepEqual([at(none, "calendar.first_business_day"), at(none, "calendar.business_days")], [null, 0])
      const some = yield* count("DE", "2026-12-24", "2026-12-29")
      assert.deepEqual([at(some, "calendar.first_business_day"), at(some, "calendar.last_business_day")], ["2026-12-24", "2026-12-29"])
    }),
  )

  it.effect("adds up: weekend days, holidays and business days are all the days, and a range is the sum of its parts", () =>
    Effect.gen(function* () {
      for (const country of ["IL", "CN", "CH", "IN", "TR"]) {
        const [days, business, weekend, holidays] = facts(yield* count(country, "2020-01-01", "2029-12-31")).map(Number)
        assert.strictEqual(Number(business) + Number(weekend) + Number(holidays), days)
        assert.strictEqual(days, 3_653)
        let sum = 0
        for (let year = 2020; year < 2030; year++) {
          sum += Number(at(yield* count(country, `${year}-01-01`, `${year}-12-31`), "calendar.business_days"))
        }
        assert.strictEqual(sum, business, country)
      }
    }),
  )

  it.effect("takes the country's weekend unless told otherwise", () =>
    Effect.gen(function* () {
      const week = ["2026-07-06", "2026-07-12"] as const
      assert.deepEqual(at(yield* count("EG", ...week), "calendar.weekend"), ["friday", "saturday"])
      assert.deepEqual(facts(yield* count("IN", ...week)), [7, 6, 1, 0])
      assert.deepEqual(facts(yield* count("DE", ...week, { weekend: [] })), [7, 7, 0, 0])
      assert.deepEqual(facts(yield* count("DE", ...week, { weekend: ["sunday"] })), [7, 6, 1, 0])
    }),
  )

  it.effect("lists half days and days of some people, and does not subtract them", () =>
    Effect.gen(function* () {
      const document = yield* count("CN", "2026-06-01", "2026-06-05")
      assert.deepEqual(facts(document), [5, 5, 0, 0])
      assert.deepEqual(
        shown(document, "calendar.partial_holidays").map((holiday) => holiday.name),
        ["Children's Day"],
      )
    }),
  )

  it.effect("refuses a range that ends before it begins or is longer than 10 years", () =>
    Effect.gen(function* () {
      for (const [start, end] of [
        ["2026-01-02", "2026-01-01"],
        ["2020-01-01", "2030-01-02"],
        ["1970-01-01", "2100-12-31"],
      ] as const) {
        const refusal = yield* Effect.flip(count("DE", start, end))
        assert.strictEqual(refusal._tag === "invalid_source_input" && refusal.field, "calendar.end_date")
      }
      assert.strictEqual(at(yield* count("DE", "2020-01-01", "2029-12-31"), "calendar.days"), 3_653)
    }),
  )
})
