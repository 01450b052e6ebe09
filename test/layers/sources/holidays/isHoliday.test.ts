import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { onlyHolidays } from "../only.ts"
import { at, call, shown } from "../call.ts"

layer(onlyHolidays)("calendar.is_holiday", (it) => {
  const ask = (country: string, date: string, more: Record<string, unknown> = {}) =>
    call("holidays", "calendar.is_holiday", { country, date, ...more })
  const verdict = (document: unknown) => ["is_holiday", "is_weekend", "is_business_day"].map((fact) => at(document, `calendar.${fact}`))

  it.effect("calendar.is_holiday distinguishes holidays, weekends and working days", () =>
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

  it.effect("calendar.is_holiday answers for the requested region", () =>
    Effect.gen(function* () {
      assert.deepEqual(verdict(yield* ask("DE", "2026-06-04")), [false, false, true])
      assert.deepEqual(verdict(yield* ask("DE", "2026-06-04", { region: "BY" })), [true, false, false])
      assert.deepEqual(verdict(yield* ask("GB", "2026-04-06", { region: "ENG" })), [true, false, false])
      assert.deepEqual(verdict(yield* ask("GB", "2026-04-06", { region: "GB-SCT" })), [false, false, true])
    }),
  )

  it.effect("a day that is a holiday only in parts of a country has their names", () =>
    Effect.gen(function* () {
      const parts = (country: string, date: string, more = {}) =>
        Effect.map(ask(country, date, more), (document) => shown(document, "calendar.day_kinds.regions").map(({ name }) => name))
      assert.deepEqual(yield* parts("GB", "2027-01-02"), ["Scotland (January 2nd)"])
      assert.includeMembers(yield* parts("DE", "2027-08-15"), ["Saarland (Assumption)", "Augsburg in Bavaria (Assumption)"])
      assert.deepEqual(yield* parts("DE", "2027-10-03"), [])
      assert.deepEqual(yield* parts("GB", "2027-01-02", { region: "SCT" }), [])
    }),
  )

  it.effect("the weekend is the country's own where CLDR has Saturday and Sunday", () =>
    Effect.gen(function* () {
      for (const [country, weekend] of [
        ["BD", ["friday", "saturday"]],
        ["BN", ["friday", "sunday"]],
        ["SA", ["friday", "saturday"]],
      ] as const)
        assert.deepEqual(at(yield* ask(country, "2026-07-06"), "calendar.weekend"), weekend)
      // 4 December 2026 is a Friday.
      assert.deepEqual(verdict(yield* ask("MY", "2026-12-04", { region: "03" })), [false, true, false])
      assert.deepEqual(verdict(yield* ask("MY", "2026-12-04", { region: "10" })), [false, false, true])
    }),
  )

  it.effect("what the data does not have of the weekends of a country is stated", () =>
    Effect.gen(function* () {
      const notes = (country: string, date: string) => Effect.map(ask(country, date), (document) => String(at(document, "calendar.notes")))
      // Saturday 12 December 2026 was worked in Hungary for Thursday 24 December.
      assert.include(yield* notes("HU", "2026-12-12"), "some Saturdays are worked")
      assert.include(yield* notes("MY", "2026-12-04"), "Kelantan")
      for (const country of ["CN", "RU", "VN"]) assert.include(yield* notes(country, "2026-12-12"), "not included")
    }),
  )

  it.effect("a holiday on a weekend has its substitute days, before it or after it, and those of the holiday beside it", () =>
    Effect.gen(function* () {
      const substitutes = (document: unknown) => shown(document, "calendar.substitutes").map(({ date, name }) => [date, name])
      // 25 December 2027 is a Saturday: the Royal Proclamation gives Monday and Tuesday in England, the federal law the Friday in the United States.
      assert.deepEqual(substitutes(yield* ask("GB", "2027-12-25", { region: "ENG" })), [
        ["2027-12-27", "Christmas Day"],
        ["2027-12-28", "Boxing Day"],
      ])
      assert.deepEqual(substitutes(yield* ask("US", "2027-12-25")), [["2027-12-24", "Christmas Day"]])
      assert.deepEqual(substitutes(yield* ask("US", "2027-07-04")), [["2027-07-05", "Independence Day"]])
      // Germany substitutes nothing, and a holiday on a working day needs no substitute.
      assert.deepEqual(substitutes(yield* ask("DE", "2027-12-25")), [])
      assert.deepEqual(substitutes(yield* ask("GB", "2026-12-25", { region: "ENG" })), [])
    }),
  )

  it.effect("a region is named in English, also where the data has its name in another language only", () =>
    Effect.gen(function* () {
      for (const [country, region, name] of [
        ["ES", "AN", "Andalusia"],
        ["DE", "BY", "Bavaria"],
        ["DE", "SN", "Saxony"],
        ["AT", "9", "Vienna"],
        ["FR", "57", "Moselle"],
        ["IT", "32", "South Tyrol"],
        ["CH", "ZG", "Canton of Zug"],
        ["US", "CA", "California"],
      ])
        assert.strictEqual(at(yield* ask(country!, "2027-01-06", { region }), "region.name"), name)
    }),
  )

  it.effect("calendar.is_holiday does not count an optional or half day as a public holiday", () =>
    Effect.gen(function* () {
      // Children's Day in China is for those below 14.
      assert.deepEqual(verdict(yield* ask("CN", "2026-06-01")), [true, false, true])
      assert.deepEqual(verdict(yield* ask("DE", "2026-12-24")), [false, false, true])
      assert.deepEqual(verdict(yield* ask("DE", "2026-12-24", { types: ["bank"] })), [true, false, true])
    }),
  )

  it.effect(
    "a question about school, optional or observed holidays does not deny a public one, and closes no office for a day of schools",
    () =>
      Effect.gen(function* () {
        const kinds = (document: unknown) => [
          at(document, "calendar.day_kinds.is_public_holiday"),
          at(document, "calendar.day_kinds.is_of_kinds"),
          at(document, "calendar.is_business_day"),
        ]
        // Epiphany is a public holiday in Bavaria; the Day of Repentance is one in Saxony, and a day without school in Bavaria.
        assert.deepEqual(kinds(yield* ask("DE", "2027-01-06", { region: "BY", types: ["school"] })), [true, true, false])
        assert.deepEqual(kinds(yield* ask("DE", "2027-11-17", { region: "SN", types: ["school"] })), [true, true, false])
        assert.deepEqual(kinds(yield* ask("DE", "2027-11-17", { region: "BY", types: ["school"] })), [false, true, true])
        assert.deepEqual(kinds(yield* ask("IE", "2026-12-26", { types: ["optional"] })), [true, false, false])
        assert.deepEqual(kinds(yield* ask("DE", "2027-05-09", { types: ["observance"] })), [false, true, false])
        assert.deepEqual(kinds(yield* ask("US", "2027-06-21", { types: ["observance"] })), [false, false, true])
      }),
  )

  it.effect("the towns and districts of a region that have a day off are named, and a region whose towns can have one is marked", () =>
    Effect.gen(function* () {
      const towns = (document: unknown) => [
        at(document, "calendar.day_kinds.has_town_holidays"),
        shown(document, "calendar.day_kinds.towns").map(({ name }) => name),
      ]
      assert.deepEqual(towns(yield* ask("DE", "2027-08-08", { region: "BY" })), [true, ["Augsburg (Augsburg Peace Festival)"]])
      assert.deepEqual(towns(yield* ask("IT", "2026-12-07", { region: "25" })), [true, ["Milan (Saint Ambrose)"]])
      assert.deepEqual(towns(yield* ask("BR", "2027-01-20", { region: "RJ" })), [true, ["Rio de Janeiro (Dia de São Sebastião)"]])
      // The data has no town of Madrid or of Portugal, whose towns have holidays by law.
      assert.deepEqual(towns(yield* ask("ES", "2027-05-15", { region: "MD" })), [true, []])
      assert.deepEqual(towns(yield* ask("PT", "2027-06-13")), [true, []])
      for (const region of ["HE", "NW"]) assert.deepEqual(towns(yield* ask("DE", "2027-08-08", { region })), [false, []])
      assert.deepEqual(towns(yield* ask("SE", "2027-06-10")), [false, []])
    }),
  )

  it.effect("a fixed feast is given on the day of the Julian calendar where the country follows it", () =>
    Effect.gen(function* () {
      const feasts = (document: unknown) => shown(document, "calendar.day_kinds.julian_feasts").map(({ date }) => date)
      assert.deepEqual(feasts(yield* ask("RU", "2026-12-25")), ["2027-01-07"])
      assert.deepEqual(feasts(yield* ask("DE", "2026-12-25")), [])
      assert.deepEqual(feasts(yield* ask("RU", "2026-12-26")), [])
    }),
  )

  it.effect("calendar.is_holiday counts every day of a feast of several days, also across the turn of the year", () =>
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

  it.effect("calendar.is_holiday finds a substitute day in the year before its holiday, and the next holiday across years", () =>
    Effect.gen(function* () {
      const eve = yield* ask("US", "2021-12-31")
      assert.isTrue(at(eve, "calendar.is_holiday"))
      assert.strictEqual(at(eve, "calendar.next_holiday.date"), "2022-01-01")
      assert.strictEqual(at(yield* ask("JP", "2026-05-06"), "calendar.next_holiday.date"), "2026-07-20")
      assert.strictEqual(at(yield* ask("DE", "2026-12-27"), "calendar.next_holiday.date"), "2027-01-01")
      assert.isNull(at(yield* ask("DE", "2100-12-31"), "calendar.next_holiday"))
    }),
  )

  it.effect("calendar.is_holiday gives the next business day, past weekends, holidays and the end of the year", () =>
    Effect.gen(function* () {
      for (const [country, date, next] of [
        // A Monday and a Tuesday are holidays there: Saint Andrew and the national day.
        ["RO", "2026-11-27", "2026-12-02"],
        ["NO", "2026-11-23", "2026-11-24"],
        ["AT", "2026-12-24", "2026-12-28"],
        ["DE", "2026-12-31", "2027-01-04"],
        ["EG", "2026-11-19", "2026-11-22"],
      ] as const)
        assert.deepEqual([country, date, at(yield* ask(country, date), "calendar.next_business_day")], [country, date, next])
      assert.isNull(at(yield* ask("DE", "2100-12-31"), "calendar.next_business_day"))
    }),
  )

  it.effect("calendar.is_holiday only accepts dates that exist, in the years that it covers", () =>
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
